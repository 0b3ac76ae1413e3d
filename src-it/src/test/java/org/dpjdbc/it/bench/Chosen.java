package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Aggregates of a million rows: what is chosen from a histogram, over that histogram itself and
 * over the database's own aggregate, and all others over the database's own.
 */
final class Chosen {
  private static final int ROWS = 1_000_000;

  /** {@code -Dchosen.databases=H2,DuckDB,PostgreSQL}. */
  private static final List<String> DATABASES = Resources.listed("chosen.databases");

  /** As many cells as the driver asks for: 4,096 at most, of integers from 0 to 100,000. */
  private static final String GRID =
      "SELECT x - MOD(x, 25) AS cell, COUNT(*) AS n FROM readings GROUP BY x - MOD(x, 25)";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
      answers:  {reuse_for: PT0S}
      limits:   {max_epsilon_per_query: 10, timeout: PT600S}
      schemas:
        PUBLIC:
          tables:
            READINGS:
              privacy_unit: ID
              columns:
                ID: {}
                X: {lower: 0, upper: 100000}
                Y: {lower: 0, upper: 1000}
                PAID: {lower: 0, upper: auto}
                ANSWER: {values: [0, 1], randomized_response: 0.2}
                SIZE: {lower: 1, upper: 100}
                G: {values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}
            VISITS:
              privacy_unit: ID
              max_rows_contributed: 10
              columns: {ID: {}, X: {lower: 0, upper: 100000}}
      """;

  private Chosen() {}

  /** Measures; the answer is a table for each database. */
  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : DATABASES) {
      try (BenchDatabase database = BenchDatabase.open(name)) {
        tables.add(Comparison.table(name + ": a million rows", measure(database)));
      }
    }
    return tables;
  }

  private static List<Comparison> measure(BenchDatabase database) throws Exception {
    database.beforeFilling();
    database.run(
        "CREATE TABLE readings AS SELECT CAST(i AS INTEGER) AS id, CAST(MOD(i * 7919, 100003) AS"
            + " INTEGER) AS x, CAST(MOD(i * 7907, 1009) AS INTEGER) AS y, CAST(MOD(i * 613, 997) AS"
            + " INTEGER) AS paid, CAST(MOD(i, 2) AS INTEGER) AS answer,"
            + " CAST(1 + MOD(i * 31, 100) AS INTEGER) AS size, CAST(MOD(i, 10) AS INTEGER) AS g FROM "
            + database.numbers(ROWS));
    database.run("ALTER TABLE readings ALTER COLUMN id SET NOT NULL");
    database.run("ALTER TABLE readings ADD PRIMARY KEY (id)");
    database.run(
        "CREATE TABLE visits AS SELECT CAST(MOD(i, 100000) AS INTEGER) AS id, CAST(MOD(i * 7919,"
            + " 100003) AS INTEGER) AS x FROM "
            + database.numbers(ROWS));
    database.afterFilling();
    List<Comparison> all = new ArrayList<>();
    try (Connection driver = database.driver(POLICY)) {
      for (Question question : questions()) {
        String target = question.name().startsWith("MEDIAN: ") ? "2.0" : "";
        all.add(Comparison.of(database, driver, question, target));
        System.err.println(database.name() + " " + all.get(all.size() - 1));
      }
    }
    return all;
  }

  private static List<Question> questions() {
    String median = "SELECT MEDIAN(x) FROM readings";
    String histogram = "SELECT %1$s AS b, COUNT(*) AS n FROM readings GROUP BY %1$s";
    return List.of(
        question("MEDIAN: its histogram", GRID, median),
        question(
            "MEDIAN: the database's own",
            "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x) FROM readings",
            median),
        question(
            "three quartiles: their histogram",
            GRID,
            "SELECT QUANTILE(x, 0.25), QUANTILE(x, 0.5), QUANTILE(x, 0.75) FROM readings"),
        question("MAX: its histogram", GRID, "SELECT MAX(x) FROM readings"),
        own("MIN(x), MAX(x)"),
        question(
            "MEDIAN in 10 groups: their histograms",
            "SELECT g, x - MOD(x, 98) AS cell, COUNT(*) AS n FROM readings GROUP BY g, x - MOD(x,"
                + " 98)",
            "SELECT g, MEDIAN(x) FROM readings GROUP BY g"),
        question(
            "MODE: its histogram",
            "SELECT size, COUNT(*) AS n FROM readings GROUP BY size",
            "SELECT MODE(size) FROM readings"),
        question(
            "MEDIAN, ten rows a person: its histogram",
            GRID.replace("readings", "visits"),
            "SELECT MEDIAN(x) FROM visits"),
        own("AVG(x)"),
        own("VAR_SAMP(x)"),
        own("CORR(x, y)"),
        own("REGR_SLOPE(y, x)"),
        own("COUNT(DISTINCT x)"),
        own("SUM(paid)"),
        own("AVG(answer)"),
        question(
            "WIDTH_BUCKET in 10 parts",
            histogram.formatted("x - MOD(x, 10000)"),
            histogram.formatted("WIDTH_BUCKET(x, 0, 100000, 10)")),
        same(
            "three best of 10 groups",
            "SELECT g FROM readings GROUP BY g ORDER BY COUNT(*) DESC LIMIT 3"));
  }

  private static Question own(String aggregates) {
    return same(aggregates, "SELECT " + aggregates + " FROM readings");
  }

  private static Question same(String name, String sql) {
    return question(name, sql, sql);
  }

  private static Question question(String name, String raw, String dp) {
    return new Question(name, raw, dp, Optional.empty());
  }
}
