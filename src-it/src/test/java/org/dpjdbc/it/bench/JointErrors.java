package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.it.TextTable;

/**
 * How far columns are off, in root mean square over the groups that are shown, where a query asks
 * for several, or where keys are private: at ε = 1 and δ = 1e-6, in {@value #RUNS} runs.
 */
final class JointErrors {
  private static final int PEOPLE = 1_000;
  private static final int VISITORS = 10_000;
  private static final int RUNS = 300;

  /** The value that a measure {@code m1} to {@code m16} has at most. */
  private static final int MOST = 1_000;

  private static final int MEASURES = 16;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6, noise: laplace}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
      answers:  {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
            SURVEY:
              privacy_unit: ID
              columns:
                ID: {}
                X: {lower: 0, upper: 100}
                Y: {lower: 0, upper: 100}
                Z: {lower: 0, upper: 100}
                AGE: {}
                YEARS: {lower: 0, upper: 99}
      %s
            VISITS:
              privacy_unit: ID
              max_rows_contributed: 20
              columns: {ID: {}, REGION: {}}
      """;

  /**
   * A question.
   *
   * @param noise the kind of noise that is asked for
   * @param keys how many columns are keys; they come first
   * @param best the error of the best mechanism that is known; NaN where none is
   */
  record Joint(String what, String noise, int keys, String columns, String rest, double best) {
    String exact() {
      return "SELECT " + columns + " FROM " + rest;
    }

    String noisy() {
      return "SELECT /*+ DP(noise='" + noise + "') */ " + columns + " FROM " + rest;
    }
  }

  private JointErrors() {}

  static String measure() throws Exception {
    TextTable table =
        new TextTable(
            2,
            "several columns, private keys",
            "noise",
            "groups",
            "shown",
            "error",
            "best",
            "ratio");
    try (BenchDatabase database = BenchDatabase.open("H2")) {
      fill(database, PEOPLE, VISITORS);
      try (Connection driver = database.driver(policy())) {
        for (Joint question : questions()) {
          add(table, question, database.owner(), driver);
        }
      }
    }
    return table.toString();
  }

  static String policy() {
    return POLICY.formatted(
        IntStream.rangeClosed(1, MEASURES)
            .mapToObj(i -> "          M" + i + ": {lower: 0, upper: " + MOST + "}")
            .collect(Collectors.joining("\n")));
  }

  /** People with a row each, and others with ten. */
  static void fill(BenchDatabase database, int people, int visitors) throws SQLException {
    String measures =
        IntStream.rangeClosed(1, MEASURES)
            .mapToObj(i -> "CAST(MOD(i * %d, %d) AS INTEGER) AS m%d".formatted(31 + 2 * i, MOST, i))
            .collect(Collectors.joining(", "));
    database.run(
        "CREATE TABLE survey AS SELECT CAST(i AS INTEGER) AS id, CAST(MOD(i * 37, 61) AS INTEGER)"
            + " AS x, CAST(CASE WHEN MOD(i, 2) = 0 THEN MOD(i * 41, 79) END AS INTEGER) AS y,"
            + " CAST(MOD(i * 37, 61) + MOD(i * 13, 23) AS INTEGER) AS z, CAST(MOD(i * 7, 73) * 73"
            + " / (73 + MOD(i, 5) * 40) AS INTEGER) AS age, CAST(MOD(i * 7, 90) AS INTEGER) AS"
            + " years, "
            + measures
            + " FROM "
            + database.numbers(people));
    database.run("ALTER TABLE survey ALTER COLUMN id SET NOT NULL");
    database.run("ALTER TABLE survey ADD PRIMARY KEY (id)");
    database.run(
        "CREATE TABLE visits AS SELECT CAST(MOD(i, %1$d) AS INTEGER) AS id, CAST(FLOOR(i / %1$d) AS INTEGER) AS region FROM "
                .formatted(visitors)
            + database.numbers(10L * visitors - 1));
  }

  static List<Joint> questions() {
    double laplace = Utility.laplace(1);
    double gaussian = GroupErrors.gaussian(1);
    List<Joint> questions = new ArrayList<>();
    questions.add(
        new Joint(
            "count by a private key",
            "laplace",
            1,
            "age, COUNT(*)",
            "survey GROUP BY age",
            laplace));
    for (int number = 2; number <= MEASURES; number *= 2) {
      String sums =
          IntStream.rangeClosed(1, number)
              .mapToObj(i -> "SUM(m" + i + ")")
              .collect(Collectors.joining(", "));
      questions.add(
          new Joint(
              number + " sums",
              "gaussian",
              0,
              sums,
              "survey",
              gaussian * MOST * Math.sqrt(number)));
    }
    String share =
        "COUNT(*) FILTER (WHERE x < %d) / CAST(NULLIF(COUNT(*), 0) AS DOUBLE PRECISION) * 100";
    questions.add(
        new Joint(
            "a share of 0.5, per cent",
            "laplace",
            0,
            share.formatted(30),
            "survey",
            100 * Math.sqrt(0.5) * laplace / PEOPLE));
    questions.add(
        new Joint(
            "a share of 0.1, per cent",
            "laplace",
            0,
            share.formatted(6),
            "survey",
            100 * Math.sqrt(0.1 * 0.1 + 0.9 * 0.9) * laplace / PEOPLE));
    questions.add(
        new Joint(
            "mean of a nullable column beside a count",
            "laplace",
            0,
            "AVG(CAST(y AS DOUBLE PRECISION))",
            "survey HAVING COUNT(*) > -100000",
            Double.NaN));
    String moments = "%s(CAST(x AS DOUBLE PRECISION))";
    questions.add(
        new Joint(
            "variance",
            "laplace",
            0,
            moments.formatted("VAR_POP"),
            "survey",
            50 * 50 * Math.sqrt(2) * 3 / PEOPLE));
    questions.add(
        new Joint("variance", "gaussian", 0, moments.formatted("VAR_POP"), "survey", Double.NaN));
    questions.add(
        new Joint(
            "correlation, per cent",
            "laplace",
            0,
            "100 * CORR(CAST(x AS DOUBLE PRECISION), CAST(z AS DOUBLE PRECISION))",
            "survey",
            Double.NaN));
    questions.add(
        new Joint(
            "decades",
            "laplace",
            1,
            "FLOOR(years / 10), COUNT(*)",
            "survey GROUP BY FLOOR(years / 10)",
            laplace));
    questions.add(
        new Joint(
            "rows by region, ten a person",
            "laplace",
            1,
            "region, COUNT(*)",
            "visits GROUP BY region",
            Double.NaN));
    questions.add(
        new Joint(
            "rows by region, ten a person",
            "gaussian",
            1,
            "region, COUNT(*)",
            "visits GROUP BY region",
            Double.NaN));
    return questions;
  }

  private static void add(TextTable table, Joint question, Connection raw, Connection driver)
      throws SQLException {
    Map<List<String>, double[]> exact = CensusErrors.rows(raw, question.exact(), question.keys());
    String sql = question.noisy();
    double squares = 0;
    int values = 0;
    int shown = 0;
    for (int run = 0; run < RUNS; run++) {
      for (Map.Entry<List<String>, double[]> row :
          CensusErrors.rows(driver, sql, question.keys()).entrySet()) {
        double[] expected = exact.get(row.getKey());
        for (int i = 0; i < row.getValue().length; i++) {
          // a listed group that nobody is in has an exact value, 0
          double off = row.getValue()[i] - (expected == null ? 0 : expected[i]);
          squares += off * off;
          values++;
        }
        shown++;
      }
    }
    double error = Math.sqrt(squares / values);
    table.add(
        List.of(
            question.what(),
            question.noise(),
            String.valueOf(exact.size()),
            String.format(Locale.ROOT, "%.1f", (double) shown / RUNS),
            Figure.number(error),
            Double.isNaN(question.best()) ? "-" : Figure.number(question.best()),
            Double.isNaN(question.best())
                ? "-"
                : String.format(Locale.ROOT, "%.2f", error / question.best())));
    System.err.println(question.what() + ", " + question.noise() + ": " + error);
  }
}
