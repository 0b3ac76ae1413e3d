package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.sensitivity.Field.Kind;

/** Groups, windows and distinct rows within each person, or, unsoundly, across people. */
final class Within {
  private static final int MAX_SHOWN = 3;

  private final Draw draw;
  private final Shapes shapes;
  private final Scalars scalars;

  Within(Draw draw, Shapes shapes) {
    this.draw = draw;
    this.shapes = shapes;
    this.scalars = new Scalars(draw, shapes);
  }

  /** Groups per person, visit or item. */
  Named grouped(Named rows) {
    List<Field> keys = new ArrayList<>();
    if (!rows.keys().isEmpty()) {
      keys.add(draw.of(rows.keys()));
    }
    if (draw.percent(30)) {
      keys.add(draw.of(rows.fields()));
    }
    List<Field> distinct = keys.stream().distinct().toList();
    if (distinct.isEmpty()) {
      return distinct(rows);
    }
    shapes.add("per-unit GROUP BY");
    List<String> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < distinct.size(); i++) {
      String name = i == 0 ? distinct.get(i).name() : "KEY" + i;
      columns.add(distinct.get(i).text() + " AS " + name);
      fields.add(distinct.get(i).named(name));
    }
    columns.add(draw.of("COUNT(*)", "LEAST(COUNT(*), 3)", counted(rows)) + " AS CNT");
    fields.add(Field.number("CNT", false));
    columns.add(aggregate(rows) + " AS AGG");
    fields.add(Field.number("AGG", false));
    String by = String.join(", ", distinct.stream().map(Field::text).toList());
    return new Named(
        "(SELECT "
            + String.join(", ", columns)
            + " FROM "
            + rows.from()
            + scalars.where(rows, 30)
            + " GROUP BY "
            + by
            + draw.of("", "", " HAVING COUNT(*) > 1", " HAVING COUNT(*) <= 3")
            + ")",
        fields);
  }

  private String counted(Named rows) {
    return "COUNT(" + draw.of("", "DISTINCT ") + draw.of(rows.fields()).text() + ")";
  }

  private String aggregate(Named rows) {
    String number = scalars.bounded(rows);
    return draw.one(
        way(2, () -> draw.of("MIN", "MAX", "AVG") + "(" + number + ")"),
        way(1, () -> "LEAST(GREATEST(SUM(" + number + "), -5), 10)"),
        way(1, () -> "SUM(" + number + ")"),
        way(1, () -> "COUNT(*) FILTER (WHERE " + scalars.bool(rows) + ")"));
  }

  Named distinct(Named rows) {
    List<Field> shown = new ArrayList<>();
    if (!rows.keys().isEmpty() && !draw.percent(8)) {
      shown.add(draw.of(rows.keys()));
    }
    for (int i = draw.between(0, 2); i > 0; i--) {
      shown.add(draw.of(rows.fields()));
    }
    List<String> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (Field field : shown.stream().distinct().toList()) {
      String name = fields.isEmpty() ? field.name() : "SHOWN" + fields.size();
      columns.add(field.text() + " AS " + name);
      fields.add(field.named(name));
    }
    if (columns.isEmpty()) {
      columns.add("1 AS ONE");
      fields.add(Field.number("ONE", false));
    }
    if (fields.stream().noneMatch(f -> f.kind().key())) {
      shapes.unsound("DISTINCT across people", "");
    }
    shapes.add("DISTINCT");
    return new Named(
        "(SELECT DISTINCT "
            + String.join(", ", columns)
            + " FROM "
            + rows.from()
            + scalars.where(rows, 30)
            + ")",
        fields);
  }

  /** Rows with window functions beside their columns. */
  Named windowed(Named rows) {
    List<Field> shown = new ArrayList<>(rows.keys());
    draw.shuffled(rows.of(f -> !f.kind().key())).stream().limit(MAX_SHOWN).forEach(shown::add);
    List<String> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (Field field : shown) {
      String name =
          field.name()
              + (fields.stream().anyMatch(f -> f.name().equals(field.name())) ? fields.size() : "");
      columns.add(field.text() + " AS " + name);
      fields.add(field.named(name));
    }
    String partition = partition(rows);
    if (draw.percent(25)) {
      shapes.add("QUALIFY");
      return new Named(
          "(SELECT "
              + String.join(", ", columns)
              + " FROM "
              + rows.from()
              + scalars.where(rows, 20)
              + " QUALIFY "
              + numbering(rows, partition)
              + draw.of(" = 1", " <= 2")
              + ")",
          fields);
    }
    shapes.add("window");
    columns.add(numbering(rows, partition) + " AS RN");
    fields.add(Field.number("RN", false));
    columns.add(function(rows, partition(rows)) + " AS WN");
    fields.add(Field.number("WN", false));
    String inner =
        "SELECT " + String.join(", ", columns) + " FROM " + rows.from() + scalars.where(rows, 30);
    return draw.percent(50)
        ? new Named("(" + inner + ")", fields)
        : new Named(
            "(SELECT * FROM ("
                + inner
                + ") WHERE RN"
                + draw.of(" = 1", " <= 2", " IN (1, 3)", " > 1")
                + ")",
            fields);
  }

  private String numbering(Named rows, String partition) {
    return draw.of("ROW_NUMBER()", "ROW_NUMBER()", "RANK()", "DENSE_RANK()")
        + " OVER ("
        + partition
        + order(rows)
        + ")";
  }

  private String function(Named rows, String partition) {
    String number = scalars.bounded(rows);
    return draw.one(
        way(
            2,
            () ->
                draw.of("LAG", "LEAD", "FIRST_VALUE")
                    + "("
                    + number
                    + ") OVER ("
                    + partition
                    + order(rows)
                    + ")"),
        way(
            2,
            () ->
                draw.of("SUM", "AVG", "MIN", "MAX", "COUNT")
                    + "("
                    + number
                    + ") OVER ("
                    + partition
                    + order(rows)
                    + draw.of("", " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW")
                    + ")"),
        way(1, () -> draw.of("COUNT(*)", "MAX(" + number + ")") + " OVER (" + partition + ")"));
  }

  private String partition(Named rows) {
    if (rows.keys().isEmpty() || draw.percent(6)) {
      String other =
          rows.of(Kind.TEXT).isEmpty() ? "" : "PARTITION BY " + draw.of(rows.of(Kind.TEXT)).text();
      return shapes.unsound("window across people", other);
    }
    String more = draw.percent(20) ? ", " + draw.of(rows.fields()).text() : "";
    return "PARTITION BY " + draw.of(rows.keys()).text() + more;
  }

  private String order(Named rows) {
    return " ORDER BY " + draw.of(rows.fields()).text() + draw.of("", " DESC");
  }
}
