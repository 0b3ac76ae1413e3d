package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dpjdbc.run.sensitivity.Field.Kind;

/**
 * Joins of relations, of private ones on what tells whose a row is, but sometimes on what does not.
 */
final class Joins {
  private final Draw draw;
  private final Shapes shapes;
  private final Scalars scalars;
  private final Supplier<String> aliases;

  Joins(Draw draw, Shapes shapes, Supplier<String> aliases) {
    this.draw = draw;
    this.shapes = shapes;
    this.scalars = new Scalars(draw, shapes);
    this.aliases = aliases;
  }

  /** Both with names of their own, joined. */
  Named join(Named left, Named given) {
    Named right = given.as(aliases.get());
    List<String> on = conditions(left, right);
    if (on.isEmpty()) {
      return left;
    }
    return draw.one(
        way(4, () -> on("JOIN", left, right, on)),
        way(4, () -> on("LEFT JOIN", left, right, on)),
        way(2, () -> on("RIGHT JOIN", left, right, on)),
        way(3, () -> on("FULL JOIN", left, right, on)));
  }

  private Named on(String type, Named left, Named right, List<String> on) {
    shapes.add(type);
    return new Named(
        left.from() + " " + type + " " + right.from() + " ON " + String.join(" AND ", on),
        both(left, right));
  }

  static List<Field> both(Named left, Named right) {
    return Stream.concat(left.fields().stream(), right.fields().stream()).toList();
  }

  /**
   * Conditions of which one makes sure that a person's rows meet that person's; none if it cannot.
   */
  List<String> conditions(Named left, Named right) {
    List<String> on = new ArrayList<>();
    Optional<String> same = sameUnit(left, right);
    if (draw.percent(6) || (same.isEmpty() && draw.percent(10))) {
      on.add(shapes.unsound("join on no key", mixing(left, right, same)));
    } else if (same.isEmpty()) {
      return on;
    } else {
      on.add(same.get());
    }
    if (draw.percent(25)) {
      on.add(
          draw.one(
              way(2, () -> scalars.bool(left)),
              way(2, () -> scalars.bool(right)),
              way(
                  2,
                  () ->
                      scalars.number(left)
                          + draw.of(" < ", " = ", " <> ")
                          + scalars.number(right))));
    }
    return draw.shuffled(on);
  }

  private Optional<String> sameUnit(Named left, Named right) {
    List<String> all = new ArrayList<>();
    for (Field mine : left.keys()) {
      for (Field theirs : right.keys()) {
        if (mine.kind() == theirs.kind()) {
          all.add(
              mine.text()
                  + draw.of(" = ", " = ", " = ", " = ", " IS NOT DISTINCT FROM ")
                  + theirs.text());
        }
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(draw.of(all));
  }

  private String mixing(Named left, Named right, Optional<String> same) {
    return draw.one(
        way(4, () -> equal(left, right)),
        way(1, () -> "TRUE"),
        way(2, () -> same.orElse("TRUE") + " OR " + scalars.bool(left)),
        way(1, () -> same.orElse("FALSE").replaceAll(" = | IS NOT DISTINCT FROM ", " <> ")));
  }

  /** Columns that tell nobody, if possible the same of both sides, so that many rows meet. */
  private String equal(Named left, Named right) {
    List<String> same = new ArrayList<>();
    for (Field mine : left.of(field -> !field.kind().key())) {
      right.of(theirs -> theirs.name().equals(mine.name()) && theirs.kind() == mine.kind()).stream()
          .map(theirs -> mine.text() + " = " + theirs.text())
          .forEach(same::add);
    }
    return same.isEmpty() ? scalars.number(left) + " = " + scalars.number(right) : draw.of(same);
  }

  /** With a public table, on anything. */
  Named withPublic(Named left) {
    String alias = aliases.get();
    boolean p = draw.percent(60);
    Named right = new Named(p ? "P" : "Q", p ? DrawnSchema.P : DrawnSchema.Q).as(alias);
    List<Field> fields = both(left, right);
    String on = publicCondition(left, right, p);
    return draw.one(
        way(4, () -> publicJoin("JOIN", left, right, on)),
        way(4, () -> publicJoin("LEFT JOIN", left, right, on)),
        way(
            1,
            () -> {
              shapes.add("public CROSS JOIN");
              return new Named(left.from() + " CROSS JOIN " + right.from(), fields);
            }));
  }

  private Named publicJoin(String type, Named left, Named right, String on) {
    shapes.add("public " + type);
    return new Named(
        left.from() + " " + type + " " + right.from() + " ON " + on, both(left, right));
  }

  /** Rows that the query writes, of which one at most fits a row, or several. */
  Named withWritten(Named left) {
    List<Field> numbers = left.of(Kind.NUMBER);
    if (numbers.isEmpty()) {
      return left;
    }
    String alias = aliases.get();
    String number = draw.of(numbers).text();
    String on =
        draw.of(
            number + " = " + alias + ".LO",
            number + " BETWEEN " + alias + ".LO AND " + alias + ".HI",
            number + " >= " + alias + ".LO",
            number + " > " + alias + ".LO AND " + number + " <= " + alias + ".HI");
    String type = draw.of("JOIN", "LEFT JOIN");
    String rows = draw.of("(0, 1), (2, 3), (4, 90)", "(0, 2), (2, 4), (3, 90)", "(1, 1), (1, 3)");
    shapes.add("written " + type);
    List<Field> fields = new ArrayList<>(left.fields());
    fields.add(new Field(alias + ".LO", "LO", Kind.NUMBER, true));
    return new Named(
        "%s %s (VALUES %s) AS %s (LO, HI) ON %s".formatted(left.from(), type, rows, alias, on),
        fields);
  }

  /** The public table first, so that rows of it without private ones stay. */
  Named dimensionFirst(Named given) {
    String alias = aliases.get();
    boolean p = draw.percent(60);
    Named left = new Named(p ? "P" : "Q", p ? DrawnSchema.P : DrawnSchema.Q).as(alias);
    Named right = given.as(aliases.get());
    shapes.add("dimension LEFT JOIN");
    return new Named(
        left.from() + " LEFT JOIN " + right.from() + " ON " + publicCondition(right, left, p),
        both(left, right));
  }

  private String publicCondition(Named mine, Named other, boolean p) {
    List<Field> strings = mine.of(Kind.TEXT);
    List<Field> numbers = mine.of(Kind.NUMBER);
    if (!p && !strings.isEmpty()) {
      return draw.of(strings).text() + " = " + other.fields().get(0).text();
    }
    String number = numbers.isEmpty() ? "1" : draw.of(numbers).text();
    Field key = p ? other.fields().get(0) : other.fields().get(1);
    String extra = draw.percent(20) ? " AND " + scalars.bool(mine) : "";
    return number + draw.of(" = ", " = ", " = ", " < ") + key.text() + extra;
  }
}
