package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Identifiers use the field's terms. These words have one: the comment says which. */
class VocabularyTest {
  private static final Set<String> WORDS =
      Set.of(
          "moment", // timestamp
          "texts", // strings
          "truth", // boolean
          "spelling", // function, form, rewrite
          "spellings",
          "occasion", // context
          "told", // shown, disclosed, reported
          "eldest", // oldest
          "nobody", // unmatched, no unit
          "somebody", // a unit, a user
          "everybody", // all analysts
          "lifted", // randomized, debiased
          "loose", // auto-bounded
          "asker", // backend, client
          "remembered", // cached
          "doubts", // unenforced
          "understood", // effective
          "door", // guard, handler
          "crowd",
          "laggards",
          "hearing",
          "lookout",
          "brake");

  /** The JDK's name, and moments of a distribution. */
  private static final Set<String> EXEMPT =
      Set.of("removeEldestEntry", "logMoment", "MomentReleases");

  private static final Pattern COMMENTS_AND_STRINGS =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|//[^\\n]*|/\\*(?s:.*?)\\*/");
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern WORD = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

  @Test
  void identifiersUseTheFieldsTerms() throws IOException {
    Set<String> found = new TreeSet<>();
    for (String module : List.of("parser", "driver", "gateway")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String code = COMMENTS_AND_STRINGS.matcher(Files.readString(file)).replaceAll("");
          IDENTIFIER
              .matcher(code)
              .results()
              .map(MatchResult::group)
              .filter(name -> !EXEMPT.contains(name) && hasOne(name))
              .forEach(name -> found.add(file.getFileName() + ": " + name));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static boolean hasOne(String name) {
    return WORD.matcher(name)
        .results()
        .anyMatch(word -> WORDS.contains(word.group().toLowerCase(Locale.ROOT)));
  }
}
