package org.dpjdbc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the manual says of settings, codes, tables, commands and functions is what the code knows.
 * {@code -Ddocs.write=true} writes it into the pages.
 */
final class GeneratedPagesTest {
  private static final Path DOCS = Path.of("..", "docs");

  private static final Pattern PART =
      Pattern.compile("(<!-- generated: (.+?) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  private static final Parts PARTS = new Parts();

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
      return pages.stream().filter(page -> !parts(page).isEmpty()).toList();
    }
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<String> parts(Path page) {
    return PART.matcher(text(page)).results().map(found -> found.group(2)).toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void saysWhatTheCodeKnows(Path page) throws IOException {
    String written = text(page);
    String rendered = PART.matcher(written).replaceAll(GeneratedPagesTest::rendered);
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(page, rendered);
    }
    assertThat(text(page)).isEqualTo(rendered);
  }

  private static String rendered(MatchResult part) {
    return Matcher.quoteReplacement(
        part.group(1) + PARTS.render(part.group(2)) + "\n" + part.group(4));
  }

  /** Each part stands on one page. */
  @Test
  void nothingIsLeftOut() throws IOException {
    List<String> shown =
        pages().stream().flatMap(page -> parts(page).stream()).collect(Collectors.toList());
    assertThat(shown).containsExactlyInAnyOrderElementsOf(PARTS.names());
  }

  /** A marker without its end would hide what follows it. */
  @ParameterizedTest
  @MethodSource("pages")
  void everyPartEnds(Path page) {
    assertThat(text(page).split("<!-- generated: ", -1)).hasSize(parts(page).size() + 1);
  }

  @Test
  void everyAllowedOperatorIsTried() {
    Set<String> none = new TreeSet<>();
    assertThat(Forms.forgotten()).isEqualTo(none);
  }
}
