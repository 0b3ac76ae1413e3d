package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.it.TextTable;
import org.dpjdbc.it.tpch.TpchFiles;

/**
 * How far answers are off, as the root of the mean square, over what the best mechanism that is
 * known would be off: for people of one row in H2, and for line items in months and suppliers, of
 * which a customer has many, in DuckDB.
 */
final class Utility {
  private static final int PEOPLE = 1_000;
  private static final int RUNS = 1_000;
  private static final int FEW_RUNS = 5;
  private static final int TOWNS = 50;
  private static final double[] EPSILONS = {0.1, 1, 10};

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6, noise: laplace}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
      answers:  {reuse_for: PT0S}
      limits:   {max_epsilon_per_query: 10, timeout: PT600S, max_output_rows: 100000}
      schemas:
        PUBLIC:
          tables:
            SURVEY:
              privacy_unit: ID
              columns:
                ID: {}
                X: {lower: 0, upper: 100}
                PRICE: {lower: 0, upper: 1000000}
                TOWN: {values: [%s]}
      """
          .formatted(
              IntStream.rangeClosed(1, TOWNS)
                  .mapToObj(String::valueOf)
                  .collect(Collectors.joining(", ")));

  /** What is asked, the exact answer, and the best error by epsilon. */
  private record Question(String what, String sql, double exact, DoubleUnaryOperator best) {}

  /** The rank of a quantile, in rows off, where the published figure is known. */
  private static final Map<String, Map<Double, Double>> RANKS =
      Map.of("0.5", Map.of(0.1, 13.9, 1.0, 1.1), "0.95", Map.of(0.1, 27.3, 1.0, 2.0));

  private Utility() {}

  static List<String> measure() throws Exception {
    return List.of(ofPeople(), ofLineItems());
  }

  private static String ofPeople() throws Exception {
    TextTable table =
        new TextTable(
            1, "one row per person, " + PEOPLE + " people", "epsilon", "error", "best", "ratio");
    try (BenchDatabase database = BenchDatabase.open("H2")) {
      database.run(
          "CREATE TABLE survey AS SELECT CAST(i AS INTEGER) AS id, CAST(MOD(i * 37, 61) AS INTEGER)"
              + " AS x, CAST(MOD(i * 617, 1009) * 900 AS INTEGER) AS price, CAST(1 + FLOOR(SQRT(2.499 * (i"
              + " - 1))) AS INTEGER) AS town FROM "
              + database.numbers(PEOPLE));
      database.run("ALTER TABLE survey ALTER COLUMN id SET NOT NULL");
      database.run("ALTER TABLE survey ADD PRIMARY KEY (id)");
      try (Connection driver = database.driver(POLICY)) {
        for (Question question : questions(database.owner())) {
          for (double epsilon : EPSILONS) {
            double error = error(driver, question, epsilon);
            add(table, question.what(), epsilon, error, question.best().applyAsDouble(epsilon));
          }
        }
        ChoiceErrors towns =
            new ChoiceErrors(
                counts(database.owner(), "SELECT town, COUNT(*) FROM survey GROUP BY town"), RUNS);
        String top = "SELECT %s town FROM survey GROUP BY town ORDER BY COUNT(*) DESC LIMIT ";
        for (double epsilon : EPSILONS) {
          String hint = "/*+ DP(epsilon='" + epsilon + "') */";
          double one = towns.best(1, epsilon);
          double mode = towns.error(driver, "SELECT " + hint + " MODE(town) FROM survey", 1);
          add(table, "mode of 50, people fewer", epsilon, mode, one);
          double best = towns.error(driver, top.formatted(hint) + 1, 1);
          add(table, "best of 50, people fewer", epsilon, best, one);
          double three = towns.error(driver, top.formatted(hint) + 3, 3);
          add(table, "three best of 50, people fewer", epsilon, three, towns.best(3, epsilon));
        }
        double[] prices = prices(database.owner());
        for (String fraction : List.of("0.5", "0.95")) {
          for (Map.Entry<Double, Double> best : new TreeMap<>(RANKS.get(fraction)).entrySet()) {
            double error = rankError(driver, fraction, prices, best.getKey());
            add(table, "quantile " + fraction + ", ranks", best.getKey(), error, best.getValue());
          }
        }
      }
    }
    return table.toString();
  }

  private static void add(TextTable table, String what, double epsilon, double error, double best) {
    table.add(
        List.of(
            what,
            String.valueOf(epsilon),
            Figure.number(error),
            Figure.number(best),
            String.format(Locale.ROOT, "%.2f", error / best)));
  }

  private static List<Question> questions(Connection raw) throws SQLException {
    double sum = value(raw, "SELECT SUM(x) FROM survey");
    double variance = value(raw, "SELECT VAR_POP(CAST(x AS DOUBLE PRECISION)) FROM survey");
    double share = sum / PEOPLE / 100;
    return List.of(
        new Question("count", "COUNT(*)", PEOPLE, Utility::laplace),
        new Question("people, distinct", "COUNT(DISTINCT id)", PEOPLE, Utility::laplace),
        new Question("values, distinct", "COUNT(DISTINCT x)", 61, Utility::laplace),
        new Question("sum", "SUM(x)", sum, epsilon -> laplace(epsilon / 100)),
        new Question(
            "mean",
            "AVG(CAST(x AS DOUBLE PRECISION))",
            sum / PEOPLE,
            epsilon ->
                Math.sqrt(2 * (share * share + (1 - share) * (1 - share)))
                    * 100
                    / (PEOPLE * epsilon)),
        new Question(
            "variance",
            "VAR_POP(CAST(x AS DOUBLE PRECISION))",
            variance,
            epsilon -> 50 * 50 * Math.sqrt(2) * 3 / (PEOPLE * epsilon)));
  }

  /** The standard deviation of discrete Laplace noise of scale 1 / ε. */
  private static double laplace(double epsilon) {
    return Math.sqrt(0.5) / Math.sinh(epsilon / 2);
  }

  private static double value(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getDouble(1);
    }
  }

  private static double error(Connection driver, Question question, double epsilon)
      throws SQLException {
    String sql = "SELECT /*+ DP(epsilon='%s') */ %s FROM survey".formatted(epsilon, question.sql());
    double squares = 0;
    for (int run = 0; run < RUNS; run++) {
      double off = value(driver, sql) - question.exact();
      squares += off * off;
    }
    return Math.sqrt(squares / RUNS);
  }

  private static double[] prices(Connection raw) throws SQLException {
    double[] prices = new double[PEOPLE];
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery("SELECT price FROM survey ORDER BY price")) {
      for (int i = 0; rows.next(); i++) {
        prices[i] = rows.getDouble(1);
      }
    }
    return prices;
  }

  private static double rankError(
      Connection driver, String fraction, double[] prices, double epsilon) throws SQLException {
    String sql =
        "SELECT /*+ DP(epsilon='%s') */ PERCENTILE_DISC(%s) WITHIN GROUP (ORDER BY price) FROM survey"
            .formatted(epsilon, fraction);
    double squares = 0;
    for (int run = 0; run < RUNS; run++) {
      double value = value(driver, sql);
      double below = Arrays.stream(prices).filter(price -> price < value).count();
      double off = below - Double.parseDouble(fraction) * PEOPLE;
      squares += off * off;
    }
    return Math.sqrt(squares / RUNS);
  }

  /**
   * The published figures are of the best parameters, at ε = 1 and δ = 10^-6: root mean square
   * errors of the count of a group.
   */
  private static String ofLineItems() throws Exception {
    TextTable table =
        new TextTable(1, "60 rows per person in many groups", "epsilon", "error", "best", "ratio");
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
        String months = "SELECT %s month AS k, COUNT(*) AS n FROM lines GROUP BY month";
        String suppliers =
            "SELECT %s s AS k, COUNT(*) AS n FROM lines JOIN suppliers ON supplier = s GROUP BY s";
        for (double epsilon : EPSILONS) {
          add(
              database,
              driver,
              table,
              "84 months, ",
              months,
              epsilon,
              new double[] {105.6, 212, 682});
          add(
              database,
              driver,
              table,
              "10,000 suppliers, ",
              suppliers,
              epsilon,
              new double[] {42.6, 120, 123});
        }
      }
    }
    return table.toString();
  }

  private static void add(
      BenchDatabase database,
      Connection driver,
      TextTable table,
      String what,
      String sql,
      double epsilon,
      double[] best)
      throws SQLException {
    boolean months = what.startsWith("84");
    List<String> ways =
        List.of(
            "contribution='clip', noise='gaussian', " + limits(months ? 5 : 1, months ? 25 : 100),
            "contribution='clip', noise='laplace', " + (months ? limits(2, 75) : limits(1, 80)),
            "noise='laplace', " + limits(months ? 8 : 1, months ? 60 : 84));
    List<String> names =
        List.of("norm clip, Gaussian", "norm clip, Laplace", "group limit, Laplace");
    Map<Integer, Long> exact = counts(database.owner(), sql.formatted(""));
    for (int way = 0; way < ways.size(); way++) {
      String hint = "/*+ DP(epsilon='" + epsilon + "', " + ways.get(way) + ") */";
      double squares = 0;
      int number = 0;
      for (int run = 0; run < FEW_RUNS; run++) {
        Map<Integer, Long> noisy = counts(driver, sql.formatted(hint));
        for (Map.Entry<Integer, Long> group : exact.entrySet()) {
          double off = noisy.getOrDefault(group.getKey(), 0L) - group.getValue();
          squares += off * off;
          number++;
        }
      }
      double error = Math.sqrt(squares / number);
      if (epsilon == 1) {
        add(table, what + names.get(way), epsilon, error, best[way]);
      } else {
        table.add(
            List.of(what + names.get(way), String.valueOf(epsilon), Figure.number(error), "", ""));
      }
    }
  }

  private static String limits(int rows, int groups) {
    return "max_rows_contributed='" + rows + "', max_groups_contributed='" + groups + "'";
  }

  private static Map<Integer, Long> counts(Connection connection, String sql) throws SQLException {
    Map<Integer, Long> counts = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        counts.put(rows.getInt(1), rows.getLong(2));
      }
    }
    return counts;
  }
}
