package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The same query on tables of more and more rows, into more and more groups: what it takes through
 * the driver over what it takes the database should not grow. People have ten rows each, all over
 * the table, and in ten groups where there are as many.
 */
final class Scale {
  /** {@code -Dscale.databases=DuckDB,PostgreSQL}. */
  private static final List<String> DATABASES = Resources.listed("scale.databases");

  /** {@code -Dscale.rows=1000000,10000000}. */
  private static final List<String> ROWS = Resources.listed("scale.rows");

  private static final List<Integer> GROUPS = List.of(10, 10_000, 1_000_000);

  /** More do not fit into the memory that a benchmark has. */
  private static final long MAX_OF_H2 = 10_000_000;

  private static final String ALL = "SELECT COUNT(*) AS n, SUM(amount) AS s FROM facts";
  private static final String GROUPED =
      "SELECT g%1$d, COUNT(*) AS n, SUM(amount) AS s FROM facts GROUP BY g%1$d";

  private Scale() {}

  /** Measures; the answer is a table for each database. */
  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : DATABASES) {
      List<Comparison> points = new ArrayList<>();
      for (String rows : ROWS) {
        long number = Long.parseLong(rows);
        if (!name.startsWith("H2") || number <= MAX_OF_H2) {
          try (BenchDatabase database = BenchDatabase.open(name)) {
            points.addAll(measure(database, number));
          }
        }
      }
      tables.add(Comparison.table(name + ": facts", points));
    }
    return tables;
  }

  private static List<Comparison> measure(BenchDatabase database, long rows) throws Exception {
    create(database, rows);
    List<Comparison> points = new ArrayList<>();
    try (Connection driver = database.driver(Resources.read("facts.yaml"))) {
      points.add(measure(database, driver, rows, 1, ALL));
      for (int groups : GROUPS) {
        points.add(measure(database, driver, rows, groups, GROUPED.formatted(groups)));
      }
    }
    return points;
  }

  private static Comparison measure(
      BenchDatabase database, Connection driver, long rows, int groups, String sql) {
    String name = String.format(Locale.ROOT, "%,d rows, %,d groups", rows, groups);
    Comparison point =
        Comparison.of(database, driver, new Question(name, sql, sql, Optional.empty()), "");
    System.err.println(database.name() + " " + point);
    return point;
  }

  /** How many people there are shares no factor with the numbers of groups. */
  private static void create(BenchDatabase database, long rows) throws SQLException {
    database.beforeFilling();
    StringBuilder keys = new StringBuilder();
    for (int groups : GROUPS) {
      keys.append("CAST(MOD(i * 7919, %1$d) AS INTEGER) AS g%1$d, ".formatted(groups));
    }
    database.run(
        "CREATE TABLE facts AS SELECT CAST(1 + MOD(i * 104729, %d) AS INTEGER) AS person, %s"
                .formatted(rows / 10 + 1, keys)
            + "CAST(MOD(i * 15485863, 100) AS INTEGER) AS amount FROM "
            + database.numbers(rows));
    database.run("ALTER TABLE facts ALTER COLUMN person SET NOT NULL");
    database.afterFilling();
  }
}
