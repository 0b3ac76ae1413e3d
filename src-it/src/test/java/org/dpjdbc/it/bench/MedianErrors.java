package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.dpjdbc.it.TextTable;

/**
 * By how many ranks medians are off, in root mean square, where bounds are as wide as values need,
 * and where they are much wider: of log-normal salaries, of which the median is 45,000. The bound
 * of 1,000 is that of the same in thousands.
 */
final class MedianErrors {
  private static final int RUNS = 1_000;
  private static final int[] PEOPLE = {1_000, 10_000};
  private static final double[] EPSILONS = {1, 0.1};

  private static final double MEDIAN = 45_000;
  private static final double DEVIATION = 0.6;

  private static final String TABLE =
      """
            SALARIES_%d:
              privacy_unit: ID
              columns:
                ID: {}
                THOUSANDS: {lower: 0, upper: 1000}
                NARROW: {lower: 0, upper: 1000000}
                WIDE: {lower: 0, upper: 1000000000}
      """;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6, noise: laplace}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
      answers:  {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
      """;

  private MedianErrors() {}

  static String measure() throws Exception {
    TextTable table =
        new TextTable(
            1, "median of salaries, ranks", "people", "epsilon", "error", "best", "ratio");
    try (BenchDatabase database = BenchDatabase.open("H2")) {
      for (int people : PEOPLE) {
        fill(database, people);
      }
      String tables =
          Arrays.stream(PEOPLE).mapToObj(TABLE::formatted).collect(Collectors.joining());
      try (Connection driver = database.driver(POLICY + tables)) {
        for (int people : PEOPLE) {
          for (double epsilon : EPSILONS) {
            add(table, driver, people, epsilon, "thousands", 1_000, 1_000);
            add(table, driver, people, epsilon, "narrow", 1_000_000, 1);
            add(table, driver, people, epsilon, "wide", 1_000_000_000, 1);
          }
        }
      }
    }
    return table.toString();
  }

  private static void fill(BenchDatabase database, int people) throws SQLException {
    String name = "salaries_" + people;
    database.run(
        "CREATE TABLE "
            + name
            + " (id INTEGER NOT NULL PRIMARY KEY, thousands INTEGER, narrow INTEGER, wide INTEGER)");
    double[] salaries = salaries(people, 1);
    database.run(
        "INSERT INTO "
            + name
            + " VALUES "
            + IntStream.range(0, people)
                .mapToObj(
                    i ->
                        "(%d, %d, %d, %d)"
                            .formatted(
                                i,
                                (long) salaries[i] / 1000,
                                (long) salaries[i],
                                (long) salaries[i]))
                .collect(Collectors.joining(", ")));
  }

  /** One at each percentile of the distribution. */
  private static double[] salaries(int people, int unit) {
    NormalDistribution normal = NormalDistribution.of(Math.log(MEDIAN), DEVIATION);
    return IntStream.range(0, people)
        .mapToDouble(i -> Math.exp(normal.inverseCumulativeProbability((i + 0.5) / people)))
        .map(salary -> Math.floor(Math.floor(salary) / unit))
        .toArray();
  }

  private static void add(
      TextTable table,
      Connection driver,
      int people,
      double epsilon,
      String column,
      double upper,
      int unit)
      throws SQLException {
    double[] values = salaries(people, unit);
    String sql =
        "SELECT /*+ DP(epsilon='%s') */ PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY %s) FROM salaries_%d"
            .formatted(epsilon, column, people);
    double squares = 0;
    for (int run = 0; run < RUNS; run++) {
      try (Statement statement = driver.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        squares += Math.pow(ranks(values, rows.getDouble(1)), 2);
      }
    }
    double error = Math.sqrt(squares / RUNS);
    double best = new RankErrors(values, upper, RUNS).best(epsilon, 0.5);
    table.add(
        List.of(
            String.format(Locale.ROOT, "bounds 0 to %,.0f", upper),
            String.valueOf(people),
            String.valueOf(epsilon),
            Figure.number(error),
            Figure.number(best),
            best < Utility.NOTHING ? "-" : String.format(Locale.ROOT, "%.2f", error / best)));
  }

  /** How far the middle is from the ranks of those who have the value. */
  private static double ranks(double[] ascending, double value) {
    double middle = ascending.length / 2.0;
    long below = Arrays.stream(ascending).filter(each -> each < value).count();
    long upTo = Arrays.stream(ascending).filter(each -> each <= value).count();
    return Math.max(0, Math.max(below - middle, middle - upTo));
  }
}
