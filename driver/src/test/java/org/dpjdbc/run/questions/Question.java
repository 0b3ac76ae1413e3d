package org.dpjdbc.run.questions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A question that users of a tool would ask of the shop, in the SQL that the tool sends.
 *
 * @param name unique over all files
 * @param asks who asks it, and what for
 * @param databases in whose dialect it is written
 * @param refused why it cannot be answered, where it is not; or what would be needed
 * @param wrong what is wrong about its answer, where it is a defect of the driver
 * @param differs where its answer is not the database's by design: see {@link Difference}
 * @param sql the question
 */
public record Question(
    String name,
    String asks,
    List<String> databases,
    Optional<String> refused,
    Optional<String> wrong,
    List<Difference> differs,
    String sql) {
  /** In the order in which a question's databases are written. */
  public static final List<String> DATABASES = List.of("H2", "PostgreSQL", "DuckDB");

  private static final Path FOLDER =
      Path.of("../src-it/src/test/resources/org/dpjdbc/it/questions");
  private static final String SCHEMA = "shop.sql";
  private static final Pattern START = Pattern.compile("(?m)^(?=-- name: )");
  private static final Pattern MARK = Pattern.compile("-- (\\w+): (.*)");

  /** All questions, in the order of the files' names. */
  public static List<Question> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .filter(file -> !file.endsWith(SCHEMA))
          .sorted()
          .flatMap(file -> START.splitAsStream(read(file)))
          .filter(block -> block.startsWith("-- name: "))
          .map(Question::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements that make the shop, which every database takes as they are. */
  public static List<String> schema() {
    return Arrays.stream(read(FOLDER.resolve(SCHEMA)).replaceAll("(?m)^--.*\n", "").split(";\n"))
        .map(String::strip)
        .filter(sql -> !sql.isEmpty())
        .toList();
  }

  /** The policy of the shop's owner. */
  public static String policy() {
    return read(FOLDER.resolve("shop.yaml"));
  }

  /** Where the questions and what is said of them are. */
  public static Path folder() {
    return FOLDER;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Question parse(String block) {
    String name = "";
    String asks = "";
    List<String> databases = DATABASES;
    Optional<String> refused = Optional.empty();
    Optional<String> wrong = Optional.empty();
    List<Difference> differs = new ArrayList<>();
    List<String> sql = new ArrayList<>();
    for (String line : block.lines().toList()) {
      Matcher mark = MARK.matcher(line);
      if (!line.startsWith("--") || !mark.matches()) {
        sql.add(line);
        continue;
      }
      String text = mark.group(2).strip();
      switch (mark.group(1)) {
        case "name" -> name = text;
        case "asks" -> asks = text;
        case "on" -> databases = List.of(text.split(", *"));
        case "refused" -> refused = Optional.of(text);
        case "wrong" -> wrong = Optional.of(text);
        case "differs" -> differs.add(Difference.parse(text));
        default -> throw new IllegalArgumentException(line);
      }
    }
    String text = sql.stream().collect(Collectors.joining("\n")).strip().replaceFirst(";$", "");
    return new Question(name, asks, databases, refused, wrong, differs, text);
  }

  /** As it is asked in a schema: in PostgreSQL each test has one of its own. */
  public String sqlIn(String schema) {
    return schema.startsWith("test")
        ? sql.replaceAll("\"public\"\\.|\\bpublic\\.", schema + ".")
        : sql;
  }

  @Override
  public String toString() {
    return name;
  }
}
