package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Draw.way;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.run.hostile.ValueKind;
import org.dpjdbc.run.sensitivity.Field.Kind;

/** Whole queries over a drawn schema: the frontier, and what stands above it. */
final class DrawnQueries {
  private static final int DEPTH = 2;

  /** Of what kinds the hostile keys are. */
  private static final ValueKind[] HOSTILE = ValueKind.values();

  private final Draw draw;
  private final Shapes shapes;
  private final Scalars scalars;
  private final Relations relations;

  private DrawnQueries(Draw draw, DrawnSchema schema, Shapes shapes) {
    this.draw = draw;
    this.shapes = shapes;
    this.scalars = new Scalars(draw, shapes);
    this.relations = new Relations(draw, schema, shapes);
  }

  static String draw(Draw draw, DrawnSchema schema, Shapes shapes) {
    return new DrawnQueries(draw, schema, shapes).query();
  }

  private String query() {
    return draw.one(
        way(12, () -> frontier(rows())),
        way(3, this::twice),
        way(1, () -> ratio()),
        way(1, () -> compared()));
  }

  private Named rows() {
    return draw.one(
        way(5, () -> relations.any(DEPTH).as(relations.alias())),
        way(6, () -> relations.joined(1)),
        way(2, () -> dimensionFirst()));
  }

  private Named dimensionFirst() {
    return relations.joins().dimensionFirst(relations.any(1));
  }

  /** A common table expression that is used more than once. */
  private String twice() {
    Named given = relations.any(DEPTH);
    if (given.keys().isEmpty()) {
      return frontier(given.as(relations.alias()));
    }
    shapes.add("WITH");
    Named left = new Named("V", given.fields()).as(relations.alias());
    Named right = new Named("V", given.fields());
    String query =
        draw.percent(70) ? frontier(relations.joins().join(left, right)) : frontier(left);
    return "WITH V AS (SELECT * FROM " + given.from() + " AS W) " + query;
  }

  private String ratio() {
    shapes.add("two frontiers");
    return "SELECT (SELECT COUNT(*) FROM "
        + rows().from()
        + ") * 1.0 / NULLIF((SELECT COUNT(*) FROM "
        + rows().from()
        + "), 0)";
  }

  private String compared() {
    Named rows = rows();
    Optional<Field> key = rows.of(f -> !f.kind().key()).stream().findFirst();
    if (key.isEmpty()) {
      return frontier(rows);
    }
    shapes.add("two frontiers");
    String one =
        "(SELECT "
            + key.get().text()
            + " AS G1, COUNT(*) AS N1 FROM "
            + rows.from()
            + " GROUP BY "
            + key.get().text()
            + ")";
    return "SELECT X1.G1, X1.N1, X2.N1 FROM "
        + one
        + " AS X1 JOIN "
        + one
        + " AS X2 ON X1.G1 = X2.G1";
  }

  private String frontier(Named rows) {
    boolean dimension = rows.from().startsWith("P ") || rows.from().startsWith("Q ");
    String where = dimension ? "" : relations.condition(rows, 35);
    List<String> keys =
        dimension ? List.of(draw.of(rows.fields().subList(0, 2)).text()) : keys(rows);
    String aggregates = dimension ? countedOf(rows) : aggregates(rows);
    String from = " FROM " + rows.from() + where;
    String hint = hint();
    if (keys.isEmpty()) {
      shapes.add("no keys");
      return "SELECT " + hint + aggregates + from;
    }
    String list = String.join(", ", keys);
    return draw.one(
        way(
            12,
            () -> {
              shapes.add("GROUP BY");
              return "SELECT " + hint + list + ", " + aggregates + from + " GROUP BY " + list;
            }),
        way(
            2,
            () -> {
              String sets = draw.of("ROLLUP", "CUBE");
              shapes.add(sets);
              return "SELECT "
                  + hint
                  + list
                  + ", "
                  + aggregates
                  + from
                  + " GROUP BY "
                  + sets
                  + " ("
                  + list
                  + ")";
            }),
        way(
            1,
            () -> {
              shapes.add("GROUPING SETS");
              return "SELECT "
                  + hint
                  + list
                  + ", "
                  + aggregates
                  + from
                  + " GROUP BY GROUPING SETS (("
                  + list
                  + "), ("
                  + keys.get(0)
                  + "), ())";
            }),
        way(
            1,
            () -> {
              shapes.add("SELECT DISTINCT");
              return "SELECT " + hint + "DISTINCT " + list + from;
            }));
  }

  private String hint() {
    return draw.one(
        way(8, () -> ""),
        way(2, () -> "/*+ DP(noise=" + draw.of("gaussian", "laplace") + ") */ "),
        way(2, () -> "/*+ DP(contribution=" + draw.of("clip", "limit_groups") + ") */ "),
        way(1, () -> "/*+ DP(max_rows_contributed=1) */ "),
        way(1, () -> "/*+ DP(other_group=true) */ "),
        way(1, () -> "/*+ DP(max_groups_contributed=1) */ "));
  }

  private List<String> keys(Named rows) {
    List<Field> possible = rows.of(f -> !f.kind().key());
    List<String> keys = new ArrayList<>();
    int count = draw.of(0, 0, 1, 1, 1, 2);
    for (int i = 0; i < count && !possible.isEmpty(); i++) {
      String key =
          draw.one(
              way(15, () -> draw.of(possible).text()),
              way(3, () -> scalars.hostile(rows, draw.of(HOSTILE))),
              way(3, () -> "CASE WHEN " + scalars.bool(rows) + " THEN 'x' ELSE 'y' END"));
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private String countedOf(Named rows) {
    List<Field> mine =
        rows.fields()
            .subList(
                rows.from().startsWith("P ") ? DrawnSchema.P.size() : DrawnSchema.Q.size(),
                rows.fields().size());
    Named own = new Named(rows.from(), mine);
    return draw.one(
        way(3, () -> "COUNT(" + draw.of(mine).text() + ")"),
        way(2, () -> "SUM(" + scalars.bounded(own) + ")"),
        way(1, () -> "COUNT(*)"));
  }

  private String aggregates(Named rows) {
    String one = aggregate(rows);
    return draw.percent(30) ? one + ", " + aggregate(rows) : one;
  }

  private String aggregate(Named rows) {
    String filter = "";
    if (draw.percent(20)) {
      shapes.add("FILTER");
      filter = " FILTER (WHERE " + scalars.bool(rows) + ")";
    }
    List<Field> people = rows.of(Kind.PERSON);
    return draw.one(
            way(4, () -> "COUNT(*)"),
            way(2, () -> "COUNT(" + draw.of(rows.fields()).text() + ")"),
            way(2, () -> "COUNT(DISTINCT " + draw.of(rows.fields()).text() + ")"),
            way(
                1,
                () ->
                    "COUNT(DISTINCT "
                        + (people.isEmpty() ? draw.of(rows.fields()) : draw.of(people)).text()
                        + ")"),
            way(
                2,
                () ->
                    draw.of("SUM", "AVG", "VAR_POP") + "(DISTINCT " + scalars.bounded(rows) + ")"),
            way(4, () -> "SUM(" + scalars.bounded(rows) + ")"),
            way(3, () -> "AVG(" + scalars.bounded(rows) + ")"),
            way(
                2,
                () ->
                    draw.of("VAR_POP", "STDDEV_SAMP", "VAR_SAMP", "STDDEV_POP")
                        + "("
                        + scalars.bounded(rows)
                        + ")"),
            way(
                2,
                () ->
                    draw.of("CORR", "COVAR_POP", "REGR_SLOPE", "REGR_SYY", "REGR_AVGX")
                        + "("
                        + scalars.bounded(rows)
                        + ", "
                        + scalars.bounded(rows)
                        + ")"))
        + filter;
  }
}
