package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.dpjdbc.run.sensitivity.Field.Kind;

/** Relations below the frontier: each row belongs to one person, except where a text is unsound. */
final class Relations {
  private final Draw draw;
  private final DrawnSchema schema;
  private final Shapes shapes;
  private final Scalars scalars;
  private final Joins joins;
  private final Within within;
  private final Supplier<String> aliases;

  Relations(Draw draw, DrawnSchema schema, Shapes shapes) {
    this.draw = draw;
    this.schema = schema;
    this.shapes = shapes;
    this.scalars = new Scalars(draw, shapes);
    int[] given = {0};
    this.aliases = () -> "a" + ++given[0];
    this.joins = new Joins(draw, shapes, aliases);
    this.within = new Within(draw, shapes);
  }

  Joins joins() {
    return joins;
  }

  String alias() {
    return aliases.get();
  }

  Named table() {
    PersonalTable table = draw.of(schema.tables());
    return new Named(table.name(), table.fields());
  }

  /** A relation of at most so many levels. */
  Named any(int depth) {
    if (depth == 0) {
      return table();
    }
    return draw.one(
        way(5, this::table),
        way(2, () -> selected(any(depth - 1).as(alias()))),
        way(3, () -> selected(joined(depth - 1))),
        way(3, () -> within.grouped(any(depth - 1).as(alias()))),
        way(3, () -> within.windowed(any(depth - 1).as(alias()))),
        way(1, () -> within.distinct(any(depth - 1).as(alias()))),
        way(2, () -> combined(depth - 1)),
        way(1, () -> limited(any(depth - 1).as(alias()))));
  }

  /** Joins, with their conditions. */
  Named joined(int depth) {
    Named left = any(depth).as(alias());
    return draw.one(
        way(6, () -> joins.join(left, partner(depth))),
        way(2, () -> joins.join(joins.join(left, partner(depth)), table())),
        way(4, () -> joins.withPublic(left)),
        way(2, () -> joins.withWritten(left)),
        way(1, () -> joins.withPublic(joins.join(left, partner(depth)))),
        way(2, () -> sameNames(depth)));
  }

  /** Mostly another relation; now and then the same table, for joins with itself. */
  private Named partner(int depth) {
    return any(depth);
  }

  /** NATURAL JOIN and USING: their common columns have no qualifier. */
  private Named sameNames(int depth) {
    Named left = any(depth).as(alias());
    Named right = any(depth).as(alias());
    Set<String> mine = new HashSet<>();
    left.fields().forEach(field -> mine.add(field.name()));
    List<Field> common = right.of(field -> mine.contains(field.name()));
    List<Field> keys = common.stream().filter(field -> field.kind().key()).toList();
    if (keys.isEmpty()) {
      return left;
    }
    String type = draw.of("", "", "LEFT ");
    boolean natural = draw.percent(50);
    shapes.add(natural ? "NATURAL JOIN" : "USING");
    String by = draw.of(keys).name();
    Set<String> merged = new HashSet<>();
    (natural ? common : List.of(right.of(f -> f.name().equals(by)).get(0)))
        .forEach(field -> merged.add(field.name()));
    List<Field> fields = new ArrayList<>();
    for (Field field : left.fields()) {
      fields.add(merged.contains(field.name()) ? field.as(field.name()) : field);
    }
    right.fields().stream().filter(f -> !merged.contains(f.name())).forEach(fields::add);
    String from =
        natural
            ? left.from() + " NATURAL " + type + "JOIN " + right.from()
            : left.from() + " " + type + "JOIN " + right.from() + " USING (" + by + ")";
    return new Named(from, fields);
  }

  /** A subquery that names each column once. */
  Named selected(Named rows) {
    String where = condition(rows, 40);
    Set<String> taken = new HashSet<>();
    List<String> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (Field field : rows.fields()) {
      String name = field.name();
      for (int i = 2; !taken.add(name); i++) {
        name = field.name() + i;
      }
      columns.add(field.text() + " AS " + name);
      fields.add(field.named(name));
    }
    if (draw.percent(25)) {
      columns.add(scalars.number(rows) + " AS X");
      fields.add(Field.number("X", false));
    }
    return new Named(
        "(SELECT " + String.join(", ", columns) + " FROM " + rows.from() + where + ")", fields);
  }

  /** A WHERE that may look at other rows of the same person, or of public tables. */
  String condition(Named rows, int percent) {
    if (!draw.percent(percent)) {
      return "";
    }
    return " WHERE " + test(rows);
  }

  private String test(Named rows) {
    List<Field> keys = rows.keys();
    String simple = scalars.bool(rows);
    if (keys.isEmpty()) {
      return simple;
    }
    Named other = any(0).as(alias());
    Field key = draw.of(keys);
    List<Field> theirs = other.of(key.kind());
    if (theirs.isEmpty()) {
      return simple;
    }
    Field their = draw.of(theirs);
    String same = their.text() + " = " + key.text();
    return draw.one(
        way(4, () -> simple),
        way(2, () -> exists(rows, other, same)),
        way(2, () -> in(rows, key, their, other)),
        way(2, () -> scalar(rows, other, same)),
        way(1, () -> publicTest(rows)));
  }

  private String exists(Named rows, Named other, String same) {
    String not = draw.of("", "NOT ");
    String on = same;
    if (draw.percent(8)) {
      on = shapes.unsound("EXISTS of others", scalars.number(other) + " = " + scalars.number(rows));
    }
    String extra =
        draw.percent(40)
            ? " AND "
                + draw.one(
                    way(1, () -> scalars.bool(other)),
                    way(1, () -> scalars.number(other) + " > " + scalars.number(rows)))
            : "";
    shapes.add(not + "EXISTS");
    return not + "EXISTS (SELECT 1 FROM " + other.from() + " WHERE " + on + extra + ")";
  }

  private String in(Named rows, Field key, Field their, Named other) {
    String not = draw.of("", "NOT ");
    if (draw.percent(8) && !rows.of(Kind.NUMBER).isEmpty() && !other.of(Kind.NUMBER).isEmpty()) {
      return shapes.unsound(
          "IN of others",
          draw.of(rows.of(Kind.NUMBER)).text()
              + " "
              + not
              + "IN (SELECT "
              + draw.of(other.of(Kind.NUMBER)).text()
              + " FROM "
              + other.from()
              + ")");
    }
    shapes.add(not + "IN");
    return key.text()
        + " "
        + not
        + "IN (SELECT "
        + their.text()
        + " FROM "
        + other.from()
        + scalars.where(other, 40)
        + ")";
  }

  private String scalar(Named rows, Named other, String same) {
    shapes.add("correlated scalar");
    String number = scalars.number(other);
    return draw.one(
        way(
            2,
            () ->
                "(SELECT COUNT(*) FROM "
                    + other.from()
                    + " WHERE "
                    + same
                    + ")"
                    + draw.of(" > 1", " = 0", " <= 2")),
        way(
            1,
            () ->
                scalars.number(rows)
                    + draw.of(" >= ", " < ")
                    + "(SELECT "
                    + draw.of("MAX", "MIN", "AVG")
                    + "("
                    + number
                    + ") FROM "
                    + other.from()
                    + " WHERE "
                    + same
                    + ")"),
        way(
            1,
            () ->
                shapes.unsound(
                    "scalar over everybody",
                    scalars.number(rows)
                        + " < (SELECT MAX("
                        + number
                        + ") FROM "
                        + other.from()
                        + ")")));
  }

  private String publicTest(Named rows) {
    List<Field> numbers = rows.of(Kind.NUMBER);
    if (numbers.isEmpty()) {
      return scalars.bool(rows);
    }
    shapes.add("public IN");
    return draw.of(numbers).text()
        + draw.of(" IN ", " NOT IN ")
        + "(SELECT PK FROM P WHERE PK IS NOT NULL)";
  }

  private Named combined(int depth) {
    Named left = any(depth);
    Named right = draw.percent(50) ? left : any(depth);
    List<Field> columns = new ArrayList<>();
    List<String> mine = new ArrayList<>();
    List<String> theirs = new ArrayList<>();
    List<Kind> kinds =
        new ArrayList<>(
            List.of(Kind.PERSON, Kind.VISIT, Kind.ITEM, Kind.NUMBER, Kind.TEXT, Kind.BOOLEAN));
    for (Kind kind : kinds) {
      List<Field> here = left.of(kind);
      List<Field> there = right.of(kind);
      if (!here.isEmpty() && !there.isEmpty() && draw.percent(kind.key() ? 90 : 50)) {
        Field field = draw.of(here);
        Field other = draw.percent(50) && there.contains(field) ? field : draw.of(there);
        mine.add(field.text());
        theirs.add(other.text());
        columns.add(field.named(field.name()));
      }
    }
    String operation = draw.of("UNION", "UNION ALL", "UNION ALL", "INTERSECT", "EXCEPT");
    boolean whole = left.equals(right) && draw.percent(30);
    if (columns.isEmpty() && !whole) {
      return left;
    }
    String one = whole ? "*" : String.join(", ", mine);
    String two =
        whole && draw.percent(50)
            ? "*"
            : String.join(", ", whole ? left.fields().stream().map(Field::name).toList() : theirs);
    boolean keyed = (whole ? left.fields() : columns).stream().anyMatch(f -> f.kind().key());
    if (!keyed && !operation.equals("UNION ALL")) {
      shapes.unsound("set operation without key", "");
    }
    shapes.add(operation);
    return new Named(
        "(SELECT "
            + one
            + " FROM "
            + left.from()
            + scalars.where(left, 50)
            + " "
            + operation
            + " SELECT "
            + two
            + " FROM "
            + right.from()
            + scalars.where(right, 50)
            + ")",
        whole ? left.fields() : columns);
  }

  private Named limited(Named rows) {
    if (!draw.percent(30) || rows.keys().isEmpty()) {
      return selected(rows);
    }
    Field key = draw.of(rows.keys());
    return new Named(
        shapes.unsound("LIMIT", "(SELECT " + key.text() + " FROM " + rows.from() + " LIMIT 3)"),
        List.of(key.named(key.name())));
  }
}
