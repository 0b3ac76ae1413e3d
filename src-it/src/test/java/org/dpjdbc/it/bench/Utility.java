package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.it.TextTable;

/**
 * How far answers are off, as the root of the mean square, over what the best mechanism that is
 * known would be off.
 */
final class Utility {
  private static final int PEOPLE = 1_000;
  private static final int RUNS = 1_000;
  private static final int TOWNS = 50;
  private static final double MOST = 1_000_000;

  /** An error so small that nothing can be set over it: no answer is likely to be off. */
  static final double NOTHING = 0.001;

  private static final double[] EPSILONS = {0.1, 1, 10};
  private static final double[] DECILES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

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

  private Utility() {}

  static List<String> measure() throws Exception {
    return List.of(
        ofPeople(), MedianErrors.measure(), GroupErrors.measure(EPSILONS), BudgetReach.measure());
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
                GroupErrors.counts(
                    database.owner(), "SELECT town, COUNT(*) FROM survey GROUP BY town"),
                RUNS);
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
        addQuantiles(table, driver, new RankErrors(prices(database.owner()), MOST, RUNS));
      }
    }
    return table.toString();
  }

  private static void addQuantiles(TextTable table, Connection driver, RankErrors ranks)
      throws SQLException {
    for (double epsilon : EPSILONS) {
      add(table, driver, ranks, "median, ranks", epsilon, 0.5);
      add(table, driver, ranks, "quantile 0.95, ranks", epsilon, 0.95);
      add(table, driver, ranks, "three quartiles, ranks", epsilon, 0.25, 0.5, 0.75);
      add(table, driver, ranks, "nine deciles, ranks", epsilon, DECILES);
    }
  }

  private static void add(
      TextTable table,
      Connection driver,
      RankErrors ranks,
      String what,
      double epsilon,
      double... fractions)
      throws SQLException {
    String columns =
        Arrays.stream(fractions)
            .mapToObj("PERCENTILE_DISC(%s) WITHIN GROUP (ORDER BY price)"::formatted)
            .collect(Collectors.joining(", "));
    String sql = "SELECT /*+ DP(epsilon=%s) */ %s FROM survey".formatted(epsilon, columns);
    double error = ranks.error(driver, sql, fractions);
    add(table, what, epsilon, error, ranks.best(epsilon, fractions));
  }

  private static void add(TextTable table, String what, double epsilon, double error, double best) {
    table.add(
        List.of(
            what,
            String.valueOf(epsilon),
            Figure.number(error),
            Figure.number(best),
            best < NOTHING ? "-" : String.format(Locale.ROOT, "%.2f", error / best)));
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
  static double laplace(double epsilon) {
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
}
