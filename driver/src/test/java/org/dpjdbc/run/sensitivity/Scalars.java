package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.List;
import org.dpjdbc.run.sensitivity.Field.Kind;

/** Expressions over the columns at hand; {@link Expressions} has all there are, over one table. */
final class Scalars {
  private final Draw draw;

  Scalars(Draw draw) {
    this.draw = draw;
  }

  String number(Named rows) {
    List<Field> numbers = rows.of(Kind.NUMBER);
    if (numbers.isEmpty()) {
      return draw.of("1", "2");
    }
    String one = draw.of(numbers).text();
    return draw.one(
        way(6, () -> one),
        way(1, () -> "(" + one + draw.of(" + ", " - ") + draw.of(numbers).text() + ")"),
        way(1, () -> "COALESCE(" + one + ", 1)"),
        way(1, () -> "CASE WHEN " + truth(rows) + " THEN " + one + " ELSE 0 END"),
        way(1, () -> "ABS(" + one + ")"));
  }

  /** A number with bounds. */
  String bounded(Named rows) {
    List<Field> bounded = rows.of(f -> f.kind() == Kind.NUMBER && f.bounded());
    List<Field> numbers = rows.of(Kind.NUMBER);
    if (bounded.isEmpty()) {
      return numbers.isEmpty()
          ? "1"
          : "LEAST(GREATEST(" + draw.of(numbers).text() + ", " + draw.of("-1", "0") + "), 3)";
    }
    return number(
        new Named(
            rows.from(),
            draw.percent(80) ? bounded : rows.of(f -> f.kind() != Kind.NUMBER || f.bounded())));
  }

  String truth(Named rows) {
    Field field = draw.of(rows.fields());
    String text = field.text();
    return draw.percent(15)
        ? text + draw.of(" IS NULL", " IS NOT NULL")
        : switch (field.kind()) {
          case NUMBER ->
              text
                  + draw.of(
                      " > 0", " = 1", " <= 5", " <> 0", " BETWEEN -1 AND 3", " IN (1, 5, 10)");
          case TEXT ->
              text + draw.of(" = 'a'", " <> 'a'", " LIKE 'a%'", " IN ('a', 'x')", " >= 'a'");
          case TRUTH -> draw.of("", "NOT ") + text;
          case VISIT, ITEM -> text + draw.of(" > 2", " < 5", " <> 1");
          case TIME -> text + draw.of(" > ", " <= ") + "DATE '2022-01-01'";
          case PERSON -> text + draw.of(" IS NOT NULL", " IS NULL");
        };
  }

  /** A condition, or none. */
  String where(Named rows, int percent) {
    return draw.percent(percent) ? " WHERE " + truth(rows) : "";
  }
}
