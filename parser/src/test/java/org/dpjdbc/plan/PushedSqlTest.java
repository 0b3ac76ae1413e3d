package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What reaches the database, so that a reviewer sees what a change does: each file of {@code
 * pushed/} begins with the query in comments; the statements follow, laid out, with the values of
 * their bind parameters. {@code -Dpushed.write=true} writes the files anew.
 */
final class PushedSqlTest {
  private static final Path FILES = Path.of("src/test/resources/org/dpjdbc/plan/pushed");

  private final Clinic clinic = new Clinic();

  @TestFactory
  Stream<DynamicTest> statements() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(FILES)) {
      files = all.sorted().toList();
    }
    return files.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> compare(file)));
  }

  private void compare(Path file) throws IOException {
    String text = Files.readString(file);
    String query = query(text);
    String found = commented(query) + "\n" + pushed(clinic.plan(query));
    if (Boolean.getBoolean("pushed.write")) {
      Files.writeString(file, found);
    } else {
      assertThat(found).isEqualTo(text);
    }
  }

  private static String query(String text) {
    return text.lines()
        .takeWhile(line -> line.startsWith("-- "))
        .map(line -> line.substring("-- ".length()))
        .collect(Collectors.joining("\n"));
  }

  private static String commented(String query) {
    return query.lines().map(line -> "-- " + line + "\n").collect(Collectors.joining());
  }

  private static String pushed(PrivatePlan plan) {
    StringBuilder text = new StringBuilder();
    for (Frontier frontier : plan.frontiers()) {
      for (Ask ask : frontier.asks()) {
        text.append("-- ").append(frontier.name()).append(": ").append(ask.strategy());
        frontier
            .releases()
            .forEach(r -> text.append("; ").append(r.what()).append(" moves by ").append(r.l1()));
        text.append('\n').append(SqlLayout.of(ask.sql())).append('\n');
        text.append(parameters(ask.parameters()));
      }
    }
    for (PublicQuery query : plan.publicQueries()) {
      text.append("-- ").append(query.name()).append(": public\n");
      text.append(SqlLayout.of(query.sql())).append('\n').append(parameters(query.parameters()));
    }
    return text.toString();
  }

  private static String parameters(List<SqlParameter> parameters) {
    return parameters.isEmpty() ? "" : "-- with " + parameters + "\n";
  }
}
