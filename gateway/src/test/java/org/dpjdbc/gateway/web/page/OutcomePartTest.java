package org.dpjdbc.gateway.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.ask.WebOutcome;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a page is, whatever answer it shows: a character may become six in HTML. */
class OutcomePartTest {
  private static final int LONGEST = 3_000_000;

  private static String page(WebOutcome outcome) {
    List<Html> parts = OutcomePart.of(outcome, Optional.empty(), LocalNumbers.of(""));
    return Html.document(Tag.of("div", parts.toArray(Html[]::new)));
  }

  private static Grid grid(int columns, int rows, String value) {
    return new Grid(
        Collections.nCopies(columns, new Grid.Heading("\"".repeat(63), Grid.Kind.OTHER)),
        Collections.nCopies(rows, Collections.nCopies(columns, value)),
        false);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5000, 100, 0",
    "1, 1, 500000, 0",
    "60, 1, 8000, 0",
    "1600, 9, 1, 0",
    "20, 1000, 1, 0",
    "1, 1, 1, 500"
  })
  void boundsAPage(int columns, int rows, int value, int warnings) {
    WebOutcome.Rows answer =
        new WebOutcome.Rows(
            "SELECT 1",
            grid(columns, rows, "\"".repeat(value)),
            Collections.nCopies(warnings, "'".repeat(1000)),
            Optional.empty());
    assertThat(page(answer)).hasSizeLessThan(LONGEST);
  }

  @Test
  void saysWhatIsMissing() {
    WebOutcome.Rows answer =
        new WebOutcome.Rows("SELECT 1", grid(20, 1000, "x"), List.of(), Optional.empty());
    assertThat(page(answer)).contains("The first 500 rows are shown; the file has all.");
    WebOutcome.Rows usual =
        new WebOutcome.Rows("SELECT 1", grid(10, 1000, "1234567890"), List.of(), Optional.empty());
    assertThat(page(usual)).doesNotContain("The first", Grid.TOO_LONG);
  }

  @Test
  void boundsAnExplanation() {
    List<String> names =
        List.of(
            "RELEASE",
            "EPSILON",
            "ERROR95",
            "MECHANISM",
            "NOISE_SCALE",
            "KEYS",
            "BOUNDING",
            "PUSHED_SQL");
    Grid grid =
        new Grid(
            names.stream().map(name -> new Grid.Heading(name, Grid.Kind.OTHER)).toList(),
            Collections.nCopies(200, Collections.nCopies(names.size(), "<".repeat(1000))),
            false);
    assertThat(page(new WebOutcome.Explained("SELECT 1", grid))).hasSizeLessThan(LONGEST);
  }
}
