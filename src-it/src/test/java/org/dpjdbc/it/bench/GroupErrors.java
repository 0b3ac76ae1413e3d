package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.dpjdbc.it.TextTable;
import org.dpjdbc.it.tpch.TpchFiles;

/**
 * How far the counts of groups are off, in which a person has many rows: the line items of TPC-H by
 * month and by supplier, a person being a customer, in DuckDB.
 *
 * <p>By each of the ways in which a person's rows are bounded, with the bounds that are best for
 * it. What is lost by bounds is computed from the data, to which the variance of the noise is
 * added: the best error is that of the best way with its best bounds.
 */
final class GroupErrors {
  private static final int RUNS = 5;
  private static final double DELTA = 1e-6;
  private static final int[] ROWS = {1, 2, 3, 5, 8, 12, 20};
  private static final int[] GROUPS = {4, 9, 16, 25, 40, 60, 84, 120, 180};

  private final BenchDatabase database;
  private final Connection driver;
  private final TextTable table;

  /** How a person's rows are bounded, and the noise that goes with it. */
  private enum Way {
    NORM_GAUSSIAN("norm clip, Gaussian", "contribution=clip, noise=gaussian"),
    WEIGHTS_LAPLACE("weights, Laplace", "contribution=clip, noise=laplace"),
    LIMIT_LAPLACE("group limit, Laplace", "noise=laplace");

    private final String what;
    private final String options;

    Way(String what, String options) {
      this.what = what;
      this.options = options;
    }

    /** How much of a person's rows in a group is lost, by the columns of the table of cells. */
    String lost(int rows, int groups) {
      return switch (this) {
        case NORM_GAUSSIAN -> "c * (1 - LEAST(1, " + rows * Math.sqrt(groups) + " / l2))";
        case WEIGHTS_LAPLACE -> "c * (1 - LEAST(1, " + (double) rows * groups + " / l1))";
        case LIMIT_LAPLACE ->
            "CASE WHEN place > " + groups + " THEN c ELSE c - LEAST(c, " + rows + ") END";
      };
    }

    /** The noise's variance. */
    double variance(int rows, int groups, double epsilon) {
      return switch (this) {
        case NORM_GAUSSIAN -> Math.pow(rows * gaussian(epsilon), 2) * groups;
        case WEIGHTS_LAPLACE, LIMIT_LAPLACE -> Math.pow(rows * groups / epsilon, 2) * 2;
      };
    }
  }

  /** Some bounds, and the mean square of what they lose in a group. */
  private record Bounds(Way way, int rows, int groups, double lost) {
    double error(double epsilon) {
      return Math.sqrt(lost + way.variance(rows, groups, epsilon));
    }
  }

  private GroupErrors(BenchDatabase database, Connection driver, TextTable table) {
    this.database = database;
    this.driver = driver;
    this.table = table;
  }

  static String measure(double[] epsilons) throws Exception {
    TextTable table =
        new TextTable(
            1,
            "60 rows per person",
            "epsilon",
            "rows",
            "groups",
            "error",
            "expected",
            "best",
            "ratio");
    try (Folder folder = Folder.make("utility");
        BenchDatabase database = BenchDatabase.open("DuckDB")) {
      TpchRatios.load(database, TpchFiles.write(folder.path(), 1));
      database.run(
          "CREATE TABLE lines AS SELECT l_custkey AS customer, CAST(l_suppkey AS INTEGER) AS"
              + " supplier, CAST(12 * (EXTRACT(YEAR FROM l_shipdate) - 1992) + EXTRACT(MONTH FROM"
              + " l_shipdate) - 1 AS INTEGER) AS month FROM lineitem_by_customer");
      database.run(
          "CREATE TABLE suppliers AS SELECT CAST(s_suppkey AS INTEGER) AS s FROM supplier");
      try (Connection driver = database.driver(Resources.read("utility.yaml"))) {
        GroupErrors errors = new GroupErrors(database, driver, table);
        errors.add(
            "84 months",
            "month",
            "SELECT %s month AS k, COUNT(*) AS n FROM lines GROUP BY month",
            epsilons);
        errors.add(
            "10,000 suppliers",
            "supplier",
            "SELECT %s s AS k, COUNT(*) AS n FROM lines JOIN suppliers ON supplier = s GROUP BY s",
            epsilons);
      }
    }
    return table.toString();
  }

  private void add(String what, String key, String sql, double[] epsilons) throws SQLException {
    List<Bounds> tried = tried(key);
    Map<Integer, Long> exact = counts(database.owner(), sql.formatted(""));
    for (double epsilon : epsilons) {
      Comparator<Bounds> order = Comparator.comparingDouble(bounds -> bounds.error(epsilon));
      double best = tried.stream().min(order).orElseThrow().error(epsilon);
      for (Way way : Way.values()) {
        Bounds bounds = tried.stream().filter(b -> b.way() == way).min(order).orElseThrow();
        double error = error(sql, bounds, epsilon, exact);
        table.add(
            List.of(
                what + ", " + way.what,
                String.valueOf(epsilon),
                String.valueOf(bounds.rows()),
                String.valueOf(bounds.groups()),
                Figure.number(error),
                Figure.number(bounds.error(epsilon)),
                Figure.number(best),
                String.format(Locale.ROOT, "%.2f", error / best)));
        System.err.println(what + " " + way.what + " " + epsilon + ": " + error);
      }
    }
  }

  /** All bounds by all ways, with what they lose. */
  private List<Bounds> tried(String key) throws SQLException {
    database.run(
        """
        CREATE OR REPLACE TABLE cells AS
        SELECT *, SUM(c) OVER person AS l1, SQRT(SUM(c * c) OVER person) AS l2,
          ROW_NUMBER() OVER (PARTITION BY customer ORDER BY HASH(customer, k)) AS place
        FROM (SELECT customer, %s AS k, COUNT(*) AS c FROM lines GROUP BY ALL) AS counted
        WINDOW person AS (PARTITION BY customer)
        """
            .formatted(key));
    List<Bounds> tried = new ArrayList<>();
    for (Way way : Way.values()) {
      tried.addAll(tried(way));
    }
    return tried;
  }

  private List<Bounds> tried(Way way) throws SQLException {
    List<Bounds> all =
        Arrays.stream(ROWS)
            .boxed()
            .flatMap(rows -> Arrays.stream(GROUPS).mapToObj(n -> new Bounds(way, rows, n, 0)))
            .toList();
    List<String> lost = new ArrayList<>();
    List<String> squares = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      lost.add("SUM(" + way.lost(all.get(i).rows(), all.get(i).groups()) + ") AS b" + i);
      squares.add("AVG(b" + i + " * b" + i + ")");
    }
    String sql =
        "SELECT %s FROM (SELECT %s FROM cells GROUP BY k) AS biases"
            .formatted(String.join(", ", squares), String.join(", ", lost));
    List<Bounds> tried = new ArrayList<>();
    try (Statement statement = database.owner().createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      for (int i = 0; i < all.size(); i++) {
        Bounds bounds = all.get(i);
        tried.add(new Bounds(way, bounds.rows(), bounds.groups(), row.getDouble(i + 1)));
      }
    }
    return tried;
  }

  private double error(String sql, Bounds bounds, double epsilon, Map<Integer, Long> exact)
      throws SQLException {
    String hint =
        "/*+ DP(epsilon=%s, %s, max_rows_contributed=%d, max_groups_contributed=%d) */"
            .formatted(epsilon, bounds.way().options, bounds.rows(), bounds.groups());
    double squares = 0;
    for (int run = 0; run < RUNS; run++) {
      Map<Integer, Long> noisy = counts(driver, sql.formatted(hint));
      for (Map.Entry<Integer, Long> group : exact.entrySet()) {
        double off = noisy.getOrDefault(group.getKey(), 0L) - group.getValue();
        squares += off * off;
      }
    }
    return Math.sqrt(squares / RUNS / exact.size());
  }

  /** How many rows each group has. */
  static Map<Integer, Long> counts(Connection connection, String sql) throws SQLException {
    Map<Integer, Long> counts = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        counts.put(rows.getInt(1), rows.getLong(2));
      }
    }
    return counts;
  }

  /**
   * The standard deviation of Gaussian noise on what moves by 1 in L2 (B. Balle, Y.-X. Wang,
   * "Improving the Gaussian Mechanism for Differential Privacy", ICML 2018, theorem 8).
   */
  static double gaussian(double epsilon) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    double low = 0.01;
    double high = 1_000;
    while (high / low > 1 + 1e-9) {
      double sigma = Math.sqrt(low * high);
      double delta =
          normal.cumulativeProbability(1 / (2 * sigma) - epsilon * sigma)
              - Math.exp(epsilon)
                  * normal.cumulativeProbability(-1 / (2 * sigma) - epsilon * sigma);
      if (delta > DELTA) {
        low = sigma;
      } else {
        high = sigma;
      }
    }
    return high;
  }
}
