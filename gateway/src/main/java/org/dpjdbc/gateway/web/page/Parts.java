package org.dpjdbc.gateway.web.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.dpjdbc.gateway.web.html.Html;
import org.dpjdbc.gateway.web.html.Tag;

/** What several pages have. */
final class Parts {
  private static final int DIGITS = 8;

  private Parts() {}

  /** A table; the first cell of each row names it. */
  static Tag table(String caption, List<String> headings, List<Tag> rows) {
    Tag head = Tag.of("tr");
    headings.forEach(heading -> head.add(Tag.of("th", heading).with("scope", "col")));
    return Tag.of(
            "div",
            Tag.of(
                "table",
                Tag.of("caption", caption),
                Tag.of("thead", head),
                Tag.of("tbody").add(rows)))
        .with("class", "wide")
        .with("role", "region")
        .with("aria-label", caption)
        .with("tabindex", "0");
  }

  static Tag name(String text) {
    return Tag.of("th", text).with("scope", "row").with("dir", "auto");
  }

  static Tag cell(Html... parts) {
    return Tag.of("td", parts).with("dir", "auto");
  }

  static Tag cell(String text) {
    return cell(Html.text(text));
  }

  static Tag number(String text) {
    return Tag.of("td", text).with("class", "number");
  }

  /** A number, as short as it can be said. */
  static String plain(BigDecimal number) {
    BigDecimal rounded =
        number.precision() - number.scale() > DIGITS
            ? number.setScale(0, RoundingMode.HALF_UP)
            : number.round(new MathContext(DIGITS));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** A delta. */
  static String small(double number) {
    return number == 0 ? "0" : "%.3g".formatted(number);
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
