package org.dpjdbc.run.questions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What becomes of each question in each database: {@code answered}, the code of a refusal, or
 * {@code wrong}. In {@code verdicts.txt}, which {@code -Dquestions.write=true} writes anew.
 */
public final class KnownVerdicts {
  /** The verdict on what is answered, and right. */
  public static final String ANSWERED = "answered";

  /** The verdict on what is answered, and not what the database says. */
  public static final String WRONG = "wrong";

  private static final Path FILE = Question.folder().resolve("verdicts.txt");

  /** By question and database. */
  private final Map<String, Map<String, String>> verdicts = new TreeMap<>();

  private KnownVerdicts() {}

  /** Those of the file. */
  public static KnownVerdicts read() {
    KnownVerdicts known = new KnownVerdicts();
    try {
      if (Files.exists(FILE)) {
        for (String line : Files.readAllLines(FILE)) {
          String[] words = line.split(" +");
          known.put(words[0], words[1], words[2]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return known;
  }

  /** The verdict on a question; an empty string if there is none. */
  public String of(String question, String database) {
    return verdicts.getOrDefault(question, Map.of()).getOrDefault(database, "");
  }

  /** Notes a verdict. */
  public void put(String question, String database, String verdict) {
    verdicts.computeIfAbsent(question, name -> new TreeMap<>()).put(database, verdict);
  }

  /** All names of questions. */
  List<String> questions() {
    return List.copyOf(verdicts.keySet());
  }

  /** Writes the file; what is no question any more is left out. */
  public void write() {
    String text =
        Question.all().stream()
            .flatMap(
                question ->
                    question.databases().stream()
                        .map(
                            database ->
                                "%s %s %s\n"
                                    .formatted(
                                        question.name(), database, of(question.name(), database))))
            .sorted()
            .collect(Collectors.joining());
    try {
      Files.writeString(FILE, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
