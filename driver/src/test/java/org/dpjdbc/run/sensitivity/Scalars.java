package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.hostile.ValueKind.BOOLEAN;
import static org.dpjdbc.run.hostile.ValueKind.NUMBER;
import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.run.hostile.Drawn;
import org.dpjdbc.run.hostile.Rows;
import org.dpjdbc.run.hostile.Template;
import org.dpjdbc.run.hostile.Templates;
import org.dpjdbc.run.hostile.ValueKind;
import org.dpjdbc.run.sensitivity.Field.Kind;

/** Expressions over the columns at hand; {@link Expressions} has all there are, over one table. */
final class Scalars {
  private static final List<Template> FORMS = Templates.all();

  private final Draw draw;
  private final Shapes shapes;

  Scalars(Draw draw, Shapes shapes) {
    this.draw = draw;
    this.shapes = shapes;
  }

  /** An operator over values that are hostile in some of the rows. */
  String hostile(Named rows, ValueKind kind) {
    shapes.add("hostile values");
    return new Drawn(draw.random(), FORMS, new HostileRows(rows)).ofSome(kind);
  }

  /** What expressions with hostile values are over. */
  private final class HostileRows implements Rows {
    private final Named rows;
    private final String some;

    HostileRows(Named rows) {
      this.rows = rows;
      this.some = test(rows);
    }

    @Override
    public Optional<String> column(ValueKind kind, boolean exact, int hole) {
      List<Field> fields =
          rows.of(
              switch (kind) {
                case NUMBER -> Kind.NUMBER;
                case TEXT -> Kind.TEXT;
                case BOOLEAN -> Kind.BOOLEAN;
                case DATE, TIMESTAMP -> Kind.TIME;
              });
      // Of computed columns the type is not known.
      return exact || fields.isEmpty() ? Optional.empty() : Optional.of(draw.of(fields).text());
    }

    @Override
    public String some() {
      return some;
    }
  }

  String number(Named rows) {
    List<Field> numbers = rows.of(Kind.NUMBER);
    if (numbers.isEmpty()) {
      return draw.of("1", "2");
    }
    String one = draw.of(numbers).text();
    return draw.one(
        way(6, () -> one),
        way(2, () -> hostile(rows, NUMBER)),
        way(1, () -> "(" + one + draw.of(" + ", " - ") + draw.of(numbers).text() + ")"),
        way(1, () -> "COALESCE(" + one + ", 1)"),
        way(1, () -> "CASE WHEN " + bool(rows) + " THEN " + one + " ELSE 0 END"),
        way(1, () -> "ABS(" + one + ")"));
  }

  /** A number with bounds. */
  String bounded(Named rows) {
    if (draw.percent(12)) {
      return "LEAST(GREATEST(" + hostile(rows, NUMBER) + ", -1), 3)";
    }
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

  String bool(Named rows) {
    return draw.percent(12) ? hostile(rows, BOOLEAN) : test(rows);
  }

  private String test(Named rows) {
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
          case BOOLEAN -> draw.of("", "NOT ") + text;
          case VISIT, ITEM -> text + draw.of(" > 2", " < 5", " <> 1");
          case TIME -> text + draw.of(" > ", " <= ") + "DATE '2022-01-01'";
          case PERSON -> text + draw.of(" IS NOT NULL", " IS NULL");
        };
  }

  /** A condition, or none. */
  String where(Named rows, int percent) {
    return draw.percent(percent) ? " WHERE " + bool(rows) : "";
  }
}
