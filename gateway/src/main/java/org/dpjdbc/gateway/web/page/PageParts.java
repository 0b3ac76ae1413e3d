package org.dpjdbc.gateway.web.page;

import java.util.List;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** Parts that several pages share. */
final class PageParts {
  private PageParts() {}

  /**
   * A column of a table. A heading is aligned as what is below it.
   *
   * @param isNumber whether digits stand below each other
   */
  record Column(String heading, boolean isNumber) {
    static Column words(String heading) {
      return new Column(heading, false);
    }

    static Column number(String heading) {
      return new Column(heading, true);
    }

    private Tag aligned(Tag cell) {
      return isNumber ? cell.with("class", "number") : cell;
    }
  }

  /** A table, each of whose rows has a cell for each column. */
  static Tag table(String caption, List<Column> columns, List<List<Tag>> rows) {
    return table(caption, columns, rows, "wide");
  }

  /** The same, which a phone shows as a card for each row. */
  static Tag cards(String caption, List<Column> columns, List<List<Tag>> rows) {
    for (List<Tag> row : rows) {
      for (int i = 0; i < columns.size(); i++) {
        row.get(i).with("data-label", columns.get(i).heading());
      }
    }
    return table(caption, columns, rows, "wide cards");
  }

  private static Tag table(
      String caption, List<Column> columns, List<List<Tag>> rows, String style) {
    Tag head = Tag.of("tr").with("role", "row");
    columns.forEach(
        column ->
            head.add(
                column.aligned(
                    Tag.of("th", column.heading())
                        .with("scope", "col")
                        .with("role", "columnheader"))));
    Tag body = Tag.of("tbody").with("role", "rowgroup");
    for (List<Tag> row : rows) {
      Tag line = Tag.of("tr").with("role", "row");
      for (int i = 0; i < columns.size(); i++) {
        line.add(columns.get(i).aligned(row.get(i)));
      }
      body.add(line);
    }
    // A style sheet that shows rows as cards would take the roles from the elements.
    Tag table =
        Tag.of("table", Tag.of("caption", caption), Tag.of("thead", head).with("role", "rowgroup"))
            .add(body)
            .with("role", "table");
    return scrolled(Tag.of("div", table).with("class", style), caption);
  }

  /** What may be wider than a screen can be scrolled by keyboard, too. */
  private static Tag scrolled(Tag part, String label) {
    return part.with("role", "region").with("aria-label", label).with("tabindex", "0");
  }

  /** A text whose line breaks are kept. */
  static Tag lines(String label, Html... text) {
    return scrolled(Tag.of("pre", text), label);
  }

  /** The cell that names its row. */
  static Tag name(String text) {
    return Tag.of("th", text).with("scope", "row").with("role", "rowheader").with("dir", "auto");
  }

  static Tag cell(Html... parts) {
    return Tag.of("td", parts).with("role", "cell").with("dir", "auto");
  }

  static Tag cell(String text) {
    return cell(Html.text(text));
  }

  static Tag hidden(String name, String value) {
    return Tag.of("input").with("type", "hidden").with("name", name).with("value", value);
  }

  /** What every form has that changes anything. */
  static Tag form(Viewer viewer, String action) {
    return Tag.of("form", hidden("token", viewer.token()), hidden("database", viewer.database()))
        .with("method", "post")
        .with("action", action);
  }

  static Tag link(String to, String text) {
    return Tag.of("a", text).with("href", to);
  }
}
