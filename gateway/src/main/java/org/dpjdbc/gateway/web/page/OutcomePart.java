package org.dpjdbc.gateway.web.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.ask.WebOutcome;
import org.dpjdbc.gateway.web.chart.AnswerChart;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.jspecify.annotations.Nullable;

/** Shows what became of a query. */
final class OutcomePart {
  private static final int MOST_ROWS = 1000;
  private static final int MOST_CELLS = 10_000;

  /** Of values, warnings and statements: each may take six in HTML. */
  private static final int MOST_CHARACTERS = 1 << 17;

  /** The columns of an explanation that have one in the table, and its headings. */
  private static final List<String> EXPLAINED =
      List.of("RELEASE", "EPSILON", "ERROR95", "MECHANISM", "NOISE_SCALE", "KEYS", "BOUNDING");

  private static final List<PageParts.Column> SAID =
      List.of(
          PageParts.Column.words("Release"),
          PageParts.Column.number("Epsilon"),
          PageParts.Column.number("± (95 %)"),
          PageParts.Column.words("Mechanism"),
          PageParts.Column.words("Noise"),
          PageParts.Column.words("Keys"),
          PageParts.Column.words("Bounding"));

  private OutcomePart() {}

  /** What a page may still hold. */
  private static final class Room {
    private int left = MOST_CHARACTERS;

    /** The text, if there is room for it. */
    String fit(String text) {
      if (text.length() > left) {
        left = 0;
        return Grid.TOO_LONG;
      }
      left -= text.length();
      return text;
    }
  }

  static List<Html> of(WebOutcome outcome, Optional<String> download, LocalNumbers numbers) {
    if (outcome instanceof WebOutcome.Rows rows) {
      return rows(rows, download, numbers);
    } else if (outcome instanceof WebOutcome.Explained explained) {
      return explained(explained.grid(), numbers);
    }
    return refused((WebOutcome.NotAnswered) outcome);
  }

  private static String charge(WebOutcome.Rows answer, LocalNumbers numbers) {
    return answer
        .charge()
        .map(charge -> charge(charge, numbers))
        .orElse("The cost could not be read. The history shows it.");
  }

  /** What was charged, why nothing was, and what is left. */
  private static String charge(WebOutcome.Charge charge, LocalNumbers numbers) {
    String why =
        charge
            .isReleased()
            .map(
                isReleased ->
                    isReleased
                        ? ": the answer was released before, and is free again"
                        : ": the query releases nothing about private rows")
            .orElse("");
    return (charge.epsilon().signum() == 0
            ? "Nothing was charged" + why + "."
            : "Epsilon " + numbers.plain(charge.epsilon()) + " was charged.")
        + charge.left().map(left -> " Epsilon " + numbers.plain(left) + " is left.").orElse("");
  }

  private static List<Html> rows(
      WebOutcome.Rows answer, Optional<String> download, LocalNumbers numbers) {
    Grid grid = answer.grid();
    List<Html> parts = new ArrayList<>();
    parts.add(Tag.of("h2", "Answer"));
    parts.add(Tag.of("p", charge(answer, numbers)));
    Room room = new Room();
    answer
        .warnings()
        .forEach(warning -> parts.add(Tag.of("p", room.fit(warning)).with("class", "warning")));
    parts.addAll(AnswerChart.of(grid, numbers));
    if (!grid.noisy().isEmpty()) {
      parts.add(
          Tag.of(
              "p",
              "± is half the width of the 95 % interval of the noise. It does not include rows"
                  + " beyond the contribution limits."));
    }
    List<List<Tag>> body = body(grid, numbers, room);
    parts.add(PageParts.table("Rows", columns(grid), body));
    if (grid.rows().size() > body.size() || grid.isCut()) {
      parts.add(
          Tag.of(
              "p",
              "The first %s rows are shown%s."
                  .formatted(
                      numbers.count(body.size()),
                      grid.isCut()
                          ? "; the file has the first %s, and a client gets all"
                              .formatted(numbers.count(grid.rows().size()))
                          : "; the file has all")));
    }
    download.ifPresent(
        link ->
            parts.add(Tag.of("p", PageParts.link(link, "Download as CSV").flag("download", true))));
    return parts;
  }

  private static List<PageParts.Column> columns(Grid grid) {
    List<PageParts.Column> columns = new ArrayList<>();
    for (int i = 0; i < grid.headings().size(); i++) {
      columns.add(
          new PageParts.Column(
              grid.isError(i) ? "± (95 %)" : grid.headings().get(i).label(),
              grid.headings().get(i).kind() == Grid.Kind.NUMBER));
    }
    return columns;
  }

  private static List<List<Tag>> body(Grid grid, LocalNumbers numbers, Room room) {
    List<List<Tag>> rows = new ArrayList<>();
    int most = Math.min(MOST_ROWS, MOST_CELLS / Math.max(1, grid.headings().size()));
    for (int row = 0; row < Math.min(most, grid.rows().size()) && room.left > 0; row++) {
      List<Tag> line = new ArrayList<>();
      for (int i = 0; i < grid.headings().size(); i++) {
        line.add(PageParts.cell(room.fit(shown(grid, row, i, numbers))));
      }
      rows.add(line);
    }
    return rows;
  }

  private static String shown(Grid grid, int row, int column, LocalNumbers numbers) {
    String value = grid.at(row, column);
    boolean isNumber = grid.headings().get(column).kind() == Grid.Kind.NUMBER;
    if (value == null) {
      return isNumber ? "–" : "NULL";
    } else if (!isNumber) {
      return value;
    }
    OptionalInt errors = grid.isError(column) ? OptionalInt.of(column) : grid.errors(column);
    return errors.isPresent()
        ? numbers.noisy(value, grid.at(row, errors.getAsInt()))
        : numbers.exact(value);
  }

  private static List<Html> explained(Grid grid, LocalNumbers numbers) {
    int release = grid.column("RELEASE");
    int epsilon = grid.column("EPSILON");
    int pushed = grid.column("PUSHED_SQL");
    List<Html> parts = new ArrayList<>();
    parts.add(Tag.of("h2", "Explanation"));
    List<List<Tag>> rows = new ArrayList<>();
    Room room = new Room();
    Tag statements = Tag.of("details", Tag.of("summary", "SQL for the database"));
    for (int row = 0; row < grid.rows().size(); row++) {
      String name = String.valueOf(grid.at(row, release));
      String sql = grid.at(row, pushed);
      if (sql != null) {
        statements.add(PageParts.lines("Statement", Tag.of("code", room.fit(sql))));
      }
      if (name.equals("total")) {
        parts.add(
            Tag.of("p", "Running it costs at most epsilon ")
                .add(Tag.of("strong", number(grid.at(row, epsilon), numbers)))
                .add(". The explanation was free."));
      }
      if (rows.size() < MOST_ROWS) {
        rows.add(release(grid, row, numbers, room));
      }
    }
    parts.add(PageParts.cards("Releases", SAID, rows));
    parts.add(statements);
    return parts;
  }

  private static List<Tag> release(Grid grid, int row, LocalNumbers numbers, Room room) {
    List<Tag> line = new ArrayList<>();
    for (int i = 0; i < EXPLAINED.size(); i++) {
      String value = grid.at(row, grid.column(EXPLAINED.get(i)));
      String text =
          room.fit(value == null ? "" : SAID.get(i).isNumber() ? number(value, numbers) : value);
      line.add(i == 0 ? PageParts.name(text) : PageParts.cell(text));
    }
    return line;
  }

  private static String number(@Nullable String value, LocalNumbers numbers) {
    return numbers.noisy(String.valueOf(value), null);
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
        PageParts.lines(
                "Place in the query",
                Html.text(line + "\n" + before),
                Tag.of("span", "^").with("class", "caret"))
            .with("class", "place"));
  }
}
