package org.dpjdbc.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Queries that name columns that are there, in types that fit, but for an oddity now and then. */
final class PlausibleSql {
  /** One of so many operands is odd. */
  private static final int ODD = 40;

  private static final List<Source> SOURCES =
      List.of(
          new Source(
              "patients p",
              List.of("p.id", "p.age", "p.weight"),
              List.of("p.sex", "p.region"),
              "p.born"),
          new Source("visits v", List.of("v.pid", "v.cost"), List.of("v.icd"), "v.at"),
          new Source(
              "patients p JOIN visits v ON p.id = v.pid",
              List.of("p.age", "v.cost"),
              List.of("p.sex", "v.icd"),
              "v.at"),
          new Source(
              "visits v JOIN diseases d ON v.icd = d.icd",
              List.of("v.cost"),
              List.of("d.label", "v.icd"),
              "v.at"),
          new Source(
              "visits v LEFT JOIN diseases d ON v.icd = d.icd",
              List.of("v.cost"),
              List.of("d.label"),
              "v.at"),
          new Source("patients p, diseases d", List.of("p.age"), List.of("d.label"), "p.born"),
          new Source(
              "patients p JOIN patients o ON p.id = o.id",
              List.of("p.age", "o.weight"),
              List.of("o.sex"),
              "p.born"),
          new Source(
              "diseases d",
              List.of("CHAR_LENGTH(d.icd)"),
              List.of("d.label", "d.icd"),
              "CURRENT_DATE"),
          new Source(
              "(SELECT pid, SUM(cost) AS n, COUNT(*) AS m FROM visits GROUP BY pid) q",
              List.of("q.n", "q.m"),
              List.of("'a'"),
              "CURRENT_DATE"),
          new Source(
              "(SELECT region, COUNT(*) AS n FROM patients GROUP BY region) q",
              List.of("q.n"),
              List.of("q.region"),
              "CURRENT_DATE"),
          new Source(
              "(SELECT age AS n, sex AS s, born AS b FROM patients UNION ALL SELECT CAST(cost AS INTEGER), icd, CAST(at AS DATE) FROM visits) q",
              List.of("q.n"),
              List.of("q.s"),
              "q.b"),
          new Source(
              "(VALUES (1, 'a', DATE '2020-01-01'), (NULL, 'b', NULL)) q (n, s, b)",
              List.of("q.n"),
              List.of("q.s"),
              "q.b"));

  private final Random random;
  private final Supplier<String> oddities;
  private Source source = SOURCES.get(0);

  private record Source(
      String from, List<String> numbers, List<String> strings, String timestamp) {}

  PlausibleSql(Random random, Supplier<String> oddities) {
    this.random = random;
    this.oddities = oddities;
  }

  String query(int depth) {
    Source outer = source;
    source = SOURCES.get(random.nextInt(SOURCES.size()));
    String sql = chance(8) ? rows(depth) : groups(depth);
    source = outer;
    return switch (random.nextInt(14)) {
      case 0 -> "SELECT x.*, ROW_NUMBER() OVER (ORDER BY 1) FROM (" + sql + ") x";
      case 1 -> "WITH x AS (" + sql + ") SELECT COUNT(*), MAX(a) FROM x";
      case 2 -> sql + pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + sql;
      case 3 ->
          "SELECT a * 2, a / NULLIF(a - 1, 0) FROM (" + sql + ") x WHERE a > 1 ORDER BY a LIMIT 3";
      default -> sql;
    };
  }

  private String rows(int depth) {
    return "SELECT "
        + pick("DISTINCT ", "")
        + number(depth)
        + " AS a, "
        + text(depth)
        + " FROM "
        + source.from()
        + " WHERE "
        + condition(depth);
  }

  private String groups(int depth) {
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      keys.add(
          chance(3)
              ? number(1)
              : chance(5) ? part(1) : chance(4) ? text(1) : any(source.strings()));
    }
    List<String> items = new ArrayList<>();
    items.add(aggregate(depth) + " AS a");
    if (chance(2)) {
      items.add(pick("", "1 + ", "1.0 * ") + aggregate(depth) + pick("", " / COUNT(*)", " * 100"));
    }
    items.addAll(keys);
    String sql = "SELECT " + String.join(", ", items) + " FROM " + source.from();
    sql += chance(2) ? " WHERE " + condition(depth) : "";
    if (!keys.isEmpty()) {
      String list = String.join(", ", keys);
      sql +=
          " GROUP BY "
              + (chance(8) ? pick("ROLLUP", "CUBE", "GROUPING SETS") + "(" + list + ")" : list);
    }
    sql += chance(5) ? " HAVING " + aggregate(1) + " > 1" : "";
    return sql + (chance(5) ? " ORDER BY a DESC" : "");
  }

  private String aggregate(int depth) {
    String filter = chance(9) ? " FILTER (WHERE " + condition(0) + ")" : "";
    return switch (random.nextInt(9)) {
      case 0, 1 -> "COUNT(*)" + filter;
      case 2 -> "COUNT(" + pick("", "DISTINCT ") + (chance(2) ? text(1) : number(1)) + ")" + filter;
      case 3 -> pick("MIN", "MAX", "MEDIAN") + "(" + number(depth) + ")" + filter;
      case 4 -> pick("MODE", "MIN", "MAX") + "(" + pick(text(1), part(1), source.timestamp()) + ")";
      case 5 ->
          pick("CORR", "COVAR_POP", "REGR_SLOPE", "REGR_COUNT")
              + "("
              + number(0)
              + ", "
              + number(1)
              + ")";
      case 6 -> pick("EVERY", "BOOL_OR") + "(" + condition(0) + ")";
      default ->
          pick("SUM", "AVG", "STDDEV_POP", "VAR_SAMP", "SUM(DISTINCT ").replace("(DISTINCT ", "")
              + "("
              + pick("", "", "", "DISTINCT ")
              + number(depth)
              + ")"
              + filter;
    };
  }

  private String number(int depth) {
    if (chance(ODD)) {
      return oddities.get();
    }
    if (depth <= 0 || chance(4)) {
      return chance(4)
          ? pick("0", "1", "-3", "2.5", "1e2", "1E200", "12345678901", "NULL", "?")
          : any(source.numbers());
    }
    int d = depth - 1;
    return switch (random.nextInt(13)) {
      case 0, 1, 2, 3 -> "(" + number(d) + " " + pick("+", "-", "*", "/") + " " + number(d) + ")";
      case 4, 5 ->
          "CASE WHEN "
              + condition(d)
              + " THEN "
              + number(d)
              + pick("", " ELSE " + number(d))
              + " END";
      case 6 ->
          pick("COALESCE", "NULLIF", "GREATEST", "LEAST", "MOD", "POWER")
              + "("
              + number(d)
              + ", "
              + number(d)
              + ")";
      case 7 ->
          pick(
                  "ABS",
                  "SQRT",
                  "LN",
                  "EXP",
                  "LOG10",
                  "SIGN",
                  "FLOOR",
                  "CEIL",
                  "ROUND",
                  "TRUNCATE",
                  "SIN",
                  "ATAN",
                  "CBRT")
              + "("
              + number(d)
              + ")";
      case 8 ->
          "CAST("
              + number(d)
              + " AS "
              + pick("INTEGER", "BIGINT", "DOUBLE PRECISION", "REAL", "DECIMAL(12, 3)", "SMALLINT")
              + ")";
      case 9 -> pick("CHAR_LENGTH", "ASCII") + "(" + text(d) + ")";
      case 10 -> part(d);
      case 11 -> pick("-", "+") + number(d);
      default ->
          depth > 1
              ? "(" + scalar(pick("COUNT(*)", "MAX(age)", "AVG(weight)")) + ")"
              : "TIMESTAMPDIFF(" + unit() + ", " + timestamp(d) + ", " + timestamp(d) + ")";
    };
  }

  private String scalar(String aggregate) {
    return "SELECT " + aggregate + " FROM patients" + pick("", " WHERE sex = 'F'", " WHERE 1 = 0");
  }

  private String part(int depth) {
    return pick(
        "EXTRACT(" + unit() + " FROM " + timestamp(depth) + ")",
        "YEAR(" + timestamp(depth) + ")",
        "DAYOFWEEK(" + timestamp(depth) + ")",
        "MONTH(" + timestamp(depth) + ")");
  }

  private String timestamp(int depth) {
    if (depth <= 0) {
      return pick(
          source.timestamp(),
          source.timestamp(),
          "DATE '2020-02-29'",
          "TIMESTAMP '2021-01-01 10:00:00'");
    }
    return pick(
        "TIMESTAMPADD(" + unit() + ", " + number(0) + ", " + timestamp(0) + ")",
        "FLOOR(" + timestamp(0) + " TO " + unit() + ")",
        timestamp(0) + " + INTERVAL '1' DAY",
        "CAST(" + timestamp(0) + " AS " + pick("DATE", "TIMESTAMP") + ")",
        "DATE_TRUNC('month', " + timestamp(0) + ")");
  }

  private String unit() {
    return pick("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND");
  }

  private String text(int depth) {
    if (chance(ODD)) {
      return oddities.get();
    }
    if (depth <= 0 || chance(3)) {
      return chance(4) ? pick("'a'", "''", "'F'", "'%'", "NULL", "?") : any(source.strings());
    }
    int d = depth - 1;
    return switch (random.nextInt(8)) {
      case 0 -> "(" + text(d) + " || " + text(d) + ")";
      case 1 -> pick("UPPER", "LOWER", "TRIM") + "(" + text(d) + ")";
      case 2 -> "SUBSTRING(" + text(d) + " FROM " + number(0) + " FOR 2)";
      case 3 -> pick("LEFT", "RIGHT") + "(" + text(d) + ", 2)";
      case 4 -> "CASE WHEN " + condition(d) + " THEN " + text(d) + " ELSE " + text(d) + " END";
      case 5 ->
          "CAST("
              + pick(number(d), text(d), source.timestamp())
              + " AS "
              + pick("VARCHAR(10)", "CHAR(3)", "VARCHAR")
              + ")";
      case 6 -> "COALESCE(" + text(d) + ", " + text(d) + ")";
      default -> "REPLACE(" + text(d) + ", 'a', " + text(0) + ")";
    };
  }

  private String condition(int depth) {
    int d = depth - 1;
    return switch (random.nextInt(13)) {
      case 0 -> number(depth) + pick(" ", " NOT ") + "BETWEEN " + number(0) + " AND " + number(0);
      case 1 -> text(depth) + pick(" ", " NOT ") + "IN ('a', 'b', " + text(0) + ")";
      case 2 -> number(depth) + pick(" ", " NOT ") + "IN (1, 2, 3)";
      case 3 -> text(depth) + pick(" ", " NOT ") + "LIKE " + pick("'a%'", "'%b_'", "?");
      case 4 -> pick(text(depth), number(depth)) + pick(" IS NULL", " IS NOT NULL");
      case 5 ->
          depth > 0 ? "(" + condition(d) + pick(" AND ", " OR ") + condition(d) + ")" : "TRUE";
      case 6 -> depth > 0 ? "NOT " + condition(d) : "1 = 1";
      case 7 ->
          depth > 1
              ? any(source.numbers())
                  + pick(" IN", " NOT IN", " <", " =")
                  + " (SELECT "
                  + pick("MAX(age)", "COUNT(*)", "pid")
                  + " FROM "
                  + pick("patients", "visits")
                  + ")"
              : "1 <> 1";
      case 8 ->
          depth > 1
              ? pick("", "NOT ")
                  + "EXISTS (SELECT 1 FROM visits w WHERE w.pid = "
                  + any(source.numbers())
                  + " AND w.cost > 3)"
              : "FALSE";
      case 9 -> timestamp(depth) + pick(" < ", " >= ", " = ") + timestamp(0);
      case 10 ->
          "("
              + condition(0)
              + ")"
              + pick(" = ", " > ", " IS DISTINCT FROM ")
              + "("
              + condition(0)
              + ")";
      default ->
          pick(
              number(depth) + " > " + number(0),
              text(depth) + " = " + text(0),
              number(depth) + " <> " + number(0));
    };
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
