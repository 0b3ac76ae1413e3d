package org.dpjdbc.gateway.web.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.ask.WebOutcome;
import org.dpjdbc.gateway.web.chart.AnswerChart;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.jspecify.annotations.Nullable;

/** Shows what became of a query. */
final class OutcomePart {
  private static final int MOST_ROWS = 1000;
  private static final int ERROR_DIGITS = 3;
  private static final List<String> EXPLAINED =
      List.of("RELEASE", "MECHANISM", "NOISE_SCALE", "ERROR95", "EPSILON", "KEYS", "BOUNDING");
  private static final List<String> SAID =
      List.of("Release", "Mechanism", "Noise", "± (95 %)", "Epsilon", "Keys", "Bounding");

  private OutcomePart() {}

  static List<Html> of(WebOutcome outcome, Optional<String> download) {
    if (outcome instanceof WebOutcome.Rows rows) {
      return rows(rows, download);
    } else if (outcome instanceof WebOutcome.Explained explained) {
      return explained(explained.grid());
    }
    return refused((WebOutcome.NotAnswered) outcome);
  }

  private static String charge(BigDecimal charged) {
    return charged.signum() == 0
        ? "Nothing was charged."
        : "Epsilon " + Parts.plain(charged) + " was charged.";
  }

  private static List<Html> rows(WebOutcome.Rows answer, Optional<String> download) {
    Grid grid = answer.grid();
    List<Html> parts = new ArrayList<>();
    parts.add(Tag.of("h2", "Answer"));
    parts.add(Tag.of("p", charge(answer.charged())));
    answer.warnings().forEach(warning -> parts.add(Tag.of("p", warning).with("class", "warning")));
    parts.addAll(AnswerChart.of(grid));
    if (!grid.noisy().isEmpty()) {
      parts.add(
          Tag.of(
              "p",
              "± is half the width of the 95 % interval of the noise. It does not include what"
                  + " contribution limits cut off."));
    }
    parts.add(Parts.table("Rows", headings(grid), body(grid)));
    if (grid.rows().size() > MOST_ROWS || grid.isCut()) {
      parts.add(
          Tag.of(
              "p",
              "The first %d rows are shown%s."
                  .formatted(
                      Math.min(MOST_ROWS, grid.rows().size()),
                      grid.isCut()
                          ? "; the file has the first %d, and a client gets all"
                              .formatted(grid.rows().size())
                          : "; the file has all")));
    }
    download.ifPresent(
        link -> parts.add(Tag.of("p", Parts.link(link, "Download as CSV").flag("download", true))));
    return parts;
  }

  private static List<String> headings(Grid grid) {
    List<String> headings = new ArrayList<>();
    for (int i = 0; i < grid.headings().size(); i++) {
      headings.add(grid.isError(i) ? "± (95 %)" : grid.headings().get(i).label());
    }
    return headings;
  }

  private static List<Tag> body(Grid grid) {
    List<Tag> rows = new ArrayList<>();
    for (int row = 0; row < Math.min(MOST_ROWS, grid.rows().size()); row++) {
      Tag line = Tag.of("tr");
      for (int i = 0; i < grid.headings().size(); i++) {
        String value = grid.at(row, i);
        line.add(
            grid.headings().get(i).kind() == Grid.Kind.NUMBER
                ? Parts.number(noisy(grid, row, i))
                : Parts.cell(value == null ? "NULL" : value));
      }
      rows.add(line);
    }
    return rows;
  }

  /** A number with no more digits than its error leaves a meaning to. */
  private static String noisy(Grid grid, int row, int column) {
    String value = grid.at(row, column);
    OptionalInt errors = grid.isError(column) ? OptionalInt.of(column) : grid.errors(column);
    String error = errors.isPresent() ? grid.at(row, errors.getAsInt()) : null;
    if (value == null || error == null) {
      return number(value);
    }
    try {
      BigDecimal half = new BigDecimal(error).round(new MathContext(ERROR_DIGITS));
      BigDecimal exact = new BigDecimal(value);
      return half.signum() == 0 || half.scale() >= exact.scale()
          ? Parts.plain(exact)
          : Parts.plain(exact.setScale(Math.max(0, half.scale()), RoundingMode.HALF_EVEN));
    } catch (NumberFormatException e) {
      return value; // infinite
    }
  }

  private static String number(@Nullable String text) {
    try {
      return text == null ? "–" : Parts.plain(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return String.valueOf(text); // infinite
    }
  }

  private static List<Html> explained(Grid grid) {
    int release = grid.column("RELEASE");
    int epsilon = grid.column("EPSILON");
    int pushed = grid.column("PUSHED_SQL");
    List<Html> parts = new ArrayList<>();
    parts.add(Tag.of("h2", "Explanation"));
    List<Tag> rows = new ArrayList<>();
    Tag statements = Tag.of("details", Tag.of("summary", "SQL for the database"));
    for (int row = 0; row < grid.rows().size(); row++) {
      String name = String.valueOf(grid.at(row, release));
      String sql = grid.at(row, pushed);
      if (sql != null) {
        statements.add(Tag.of("pre", Tag.of("code", sql)));
      }
      if (name.equals("total")) {
        parts.add(
            Tag.of("p", "To run it costs at most epsilon ")
                .add(Tag.of("strong", number(grid.at(row, epsilon))))
                .add(". The explanation was free."));
      }
      rows.add(release(grid, row));
    }
    parts.add(Parts.table("Releases", SAID, rows));
    parts.add(statements);
    return parts;
  }

  private static Tag release(Grid grid, int row) {
    Tag line = Tag.of("tr");
    for (String each : EXPLAINED) {
      int column = grid.column(each);
      String value = grid.at(row, column);
      line.add(
          grid.headings().get(column).kind() == Grid.Kind.NUMBER
              ? Parts.number(value == null ? "" : number(value))
              : Parts.cell(value == null ? "" : value));
    }
    return line;
  }

  private static List<Html> refused(WebOutcome.NotAnswered refused) {
    List<Html> parts = new ArrayList<>();
    parts.add(Tag.of("h2", "Refused"));
    parts.add(
        Tag.of("p", Tag.of("code", refused.code()))
            .add(": " + refused.message())
            .with("class", "refused"));
    refused.hint().ifPresent(hint -> parts.add(Tag.of("p", "Hint: " + hint).with("class", "hint")));
    if (refused.position().isPresent()) {
      parts.addAll(place(refused.query(), refused.position().getAsInt()));
    }
    return parts;
  }

  /** The line where it was refused, with a caret below the place. */
  private static List<Html> place(String query, int position) {
    if (position > query.codePointCount(0, query.length())) {
      return List.of();
    }
    int at = query.offsetByCodePoints(0, position);
    int start = query.lastIndexOf('\n', at - 1) + 1;
    int end = query.indexOf('\n', at);
    String line = query.substring(start, end < 0 ? query.length() : end);
    String before = query.substring(start, at).replaceAll("[^\\t]", " ");
    long number = query.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    return List.of(
        Tag.of("p", "Line %d, column %d:".formatted(number, at - start + 1)),
        Tag.of("pre", line + "\n" + before)
            .add(Tag.of("span", "^").with("class", "caret"))
            .with("class", "place"));
  }
}
