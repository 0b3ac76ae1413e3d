package org.dpjdbc.it.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.it.TextTable;

/**
 * What sessions of a dashboard are charged, and how far their cells are off, over a census of one
 * row a person and five dimensions with listed values, of which a constraint admits no others. Each
 * session is asked with every query charged, with answers that are kept, and with answers that are
 * estimated from all that are kept. All noise is Gaussian.
 *
 * <p>Errors are in deviations of a count that had the whole budget of the session: its own
 * deviation divided by the root of the number of charges, since variances and budgets (ρ, μ²) are
 * inversely proportional.
 */
final class SessionCosts {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 0.1, delta: 1.0e-9, noise: gaussian}
      budget:   {epsilon: 1000, delta: 1.0e-6, renews: never, composition: %s}
      answers:  {reuse_for: %s}
      schemas:
        PUBLIC:
          tables:
            CENSUS:
              privacy_unit: ID
              columns:
                ID: {}
      %s
      """;

  private static final String KEPT = "P7D";
  private static final String CONSISTENT = "P7D, consistent: true";
  private static final String NOT_KEPT = "PT0S";

  /** One question in forty forms that tools and people write. */
  private static final List<String> FORMS =
      List.of(
          "SELECT region, sex, COUNT(*) AS n FROM census WHERE age_group > 3 GROUP BY region, sex",
          "select region, sex, count(*) as n from census where age_group > 3 group by region, sex",
          "SELECT sex, region, COUNT(*) AS n FROM census WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) AS n FROM census WHERE age_group > 3 GROUP BY sex, region",
          "SELECT COUNT(*) AS n, region, sex FROM census WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, COUNT(1) FROM census WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, SUM(1) FROM census WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, COUNT(id) FROM census WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE 3 < age_group GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE NOT (age_group <= 3) GROUP BY region,"
              + " sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group >= 4 GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 AND 1 = 1"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 AND age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE (age_group > 3) GROUP BY 1, 2",
          "SELECT c.region, c.sex, COUNT(*) FROM census c WHERE c.age_group > 3"
              + " GROUP BY c.region, c.sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 GROUP BY region, sex"
              + " ORDER BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 GROUP BY region, sex"
              + " ORDER BY 3 DESC LIMIT 5",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 GROUP BY region, sex"
              + " HAVING COUNT(*) > 50",
          "SELECT * FROM (SELECT region, sex, COUNT(*) AS n FROM census WHERE age_group > 3"
              + " GROUP BY region, sex) AS t",
          "WITH t AS (SELECT region, sex, COUNT(*) AS n FROM census WHERE age_group > 3"
              + " GROUP BY region, sex) SELECT region, sex, n FROM t",
          "WITH t AS (SELECT * FROM census WHERE age_group > 3) SELECT region, sex, COUNT(*)"
              + " FROM t GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM (SELECT * FROM census) AS t WHERE age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM (SELECT region, sex FROM census WHERE age_group > 3)"
              + " AS t GROUP BY region, sex",
          "SELECT r, s, COUNT(*) FROM (SELECT region AS r, sex AS s, age_group AS a FROM census)"
              + " AS t WHERE a > 3 GROUP BY r, s",
          "SELECT region AS \"Region\", sex AS \"Sex\", COUNT(*) AS \"Number\" FROM census"
              + " WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, SUM(CASE WHEN age_group > 3 THEN 1 ELSE 0 END) FROM census"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(CASE WHEN age_group > 3 THEN 1 END) FROM census"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FILTER (WHERE age_group > 3) FROM census"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) * 1.0 FROM census WHERE age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () FROM census"
              + " WHERE age_group > 3 GROUP BY region, sex",
          "SELECT region, sex, COUNT(*), RANK() OVER (ORDER BY COUNT(*) DESC) FROM census"
              + " WHERE age_group > 3 GROUP BY region, sex",
          "SELECT DISTINCT region, sex, COUNT(*) FROM census WHERE age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3 AND sex IN (0, 1)"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group BETWEEN 4 AND 17"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group IS NOT NULL AND age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE CAST(age_group AS INTEGER) > 3"
              + " GROUP BY region, sex",
          "SELECT region, sex, COUNT(*) FROM census WHERE age_group > 2 + 1 GROUP BY region, sex",
          "SELECT region, sex, COUNT(DISTINCT id) FROM census WHERE age_group > 3"
              + " GROUP BY region, sex",
          "SELECT region + 0, sex, COUNT(*) FROM census WHERE age_group > 3"
              + " GROUP BY region + 0, sex",
          "/* a tool */ SELECT region, sex, COUNT(*) FROM census WHERE age_group > 3"
              + " GROUP BY region, sex -- end");

  private SessionCosts() {}

  static List<String> measure() throws Exception {
    List<String> tables = new ArrayList<>();
    for (String name : System.getProperty("session.databases", "H2").split(",")) {
      for (String people : System.getProperty("session.people", "20000,100000").split(",")) {
        try (BenchDatabase database = BenchDatabase.open(name)) {
          fill(database, Integer.parseInt(people));
          tables.add(sessions(database, people));
          if (tables.size() == 1) {
            tables.add(forms(database));
          }
        }
      }
    }
    return tables;
  }

  /** Values of several sizes, none of which follows from another. */
  private static void fill(BenchDatabase database, int people) throws SQLException {
    database.beforeFilling();
    database.run(
        "CREATE TABLE census AS SELECT CAST(i AS INTEGER) AS id, "
            + "CAST(MOD(i * 7919, 10007) * 10 / 10007 AS INTEGER) AS region,"
            + " CAST(MOD(i * 104729, 1009) * 2 / 1009 AS INTEGER) AS sex,"
            + " CAST(MOD(i * 1299709, 100003) * 18 / 100003 AS INTEGER) AS age_group,"
            + " CAST(FLOOR(16 * POWER(MOD(i * 15485863, 999983) / 999983.0, 2)) AS INTEGER) AS"
            + " education,"
            + " CAST(FLOOR(19 * POWER(MOD(i * 32452843, 999979) / 999979.0, 3)) AS INTEGER) AS"
            + " occupation FROM "
            + database.numbers(people));
    for (String column : columns()) {
      database.run("ALTER TABLE census ALTER COLUMN " + column + " SET NOT NULL");
    }
    for (Map.Entry<String, Integer> each : Click.DIMENSIONS.entrySet()) {
      String values =
          IntStream.range(0, each.getValue())
              .mapToObj(String::valueOf)
              .collect(Collectors.joining(", "));
      database.run("ALTER TABLE census ADD CHECK (" + each.getKey() + " IN (" + values + "))");
    }
    database.run("ALTER TABLE census ADD PRIMARY KEY (id)");
    database.afterFilling();
  }

  private static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("id"));
    columns.addAll(Click.DIMENSIONS.keySet());
    return columns;
  }

  private static String policy(String composition, String reuse) {
    return POLICY.formatted(
        composition,
        reuse,
        Click.DIMENSIONS.entrySet().stream()
            .map(each -> "          " + each.getKey().toUpperCase(Locale.ROOT) + values(each))
            .collect(Collectors.joining("\n")));
  }

  private static String values(Map.Entry<String, Integer> dimension) {
    return IntStream.range(0, dimension.getValue())
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(", ", ": {values: [", "]}"));
  }

  private static Map<String, List<Click>> all() {
    Map<String, List<Click>> all = new LinkedHashMap<>();
    all.put("6 tiles", Click.tiles());
    all.put("6 tiles, clicks on 10 regions", Click.crossFilter(List.of("region")));
    all.put("cross-filter of 5 dimensions", Click.fullCrossFilter());
    all.put("12 tiles, 8 filters, 3 drill-downs", Click.dashboard());
    return all;
  }

  private static String sessions(BenchDatabase database, String people) throws Exception {
    TextTable table =
        new TextTable(
            2,
            "%s, %s people".formatted(database.name(), people),
            "answers",
            "queries",
            "charges",
            "2nd analyst",
            "next day",
            "basic",
            "zcdp",
            "pld",
            "median",
            "95 %",
            "rms",
            "optimum");
    for (Map.Entry<String, List<Click>> session : all().entrySet()) {
      List<Click> clicks = session.getValue();
      Map<String, Map<List<String>, double[]>> exact = new HashMap<>();
      for (Click click : clicks) {
        exact.put(click.sql(), cells(database.owner(), click));
      }
      Run charged = run(database, NOT_KEPT, clicks, exact);
      double deviation = charged.deviation();
      add(table, session.getKey(), "charged", charged, clicks, deviation);
      Run kept = run(database, KEPT, clicks, exact);
      add(table, session.getKey(), "kept", kept, clicks, deviation);
      Run consistent = run(database, CONSISTENT, clicks, exact);
      add(table, session.getKey(), "consistent", consistent, clicks, deviation);
      System.err.println(session.getKey() + " is done");
    }
    return table.toString();
  }

  private static void add(
      TextTable table, String what, String answers, Run run, List<Click> clicks, double deviation) {
    double unit = deviation / Math.sqrt(run.charges().get(0));
    List<String> row = new ArrayList<>(List.of(what, answers, String.valueOf(clicks.size())));
    run.charges().forEach(charges -> row.add(String.valueOf(charges)));
    run.epsilons().forEach(epsilon -> row.add(Figure.number(epsilon)));
    row.add(Figure.number(run.error(0.5) / unit));
    row.add(Figure.number(run.error(0.95) / unit));
    row.add(Figure.number(run.deviation() / unit));
    row.add(Figure.number(Click.optimum(clicks)));
    table.add(row);
  }

  /**
   * A session that was asked.
   *
   * @param charges of the first analyst, of the second, and of the first on the next day
   * @param epsilons of the first analyst, by each composition
   * @param errors of all cells that the first analyst saw, the smallest first
   */
  private record Run(List<Integer> charges, List<Double> epsilons, List<Double> errors) {
    double error(double share) {
      return errors.get((int) Math.round(share * (errors.size() - 1)));
    }

    double deviation() {
      return Math.sqrt(errors.stream().mapToDouble(error -> error * error).average().orElseThrow());
    }
  }

  private static Run run(
      BenchDatabase database,
      String reuse,
      List<Click> clicks,
      Map<String, Map<List<String>, double[]>> exact)
      throws Exception {
    List<Double> errors = new ArrayList<>();
    Path policy = database.policy(policy("basic", reuse));
    List<Integer> charges = new ArrayList<>();
    try (Connection driver = database.driver(policy, "ann")) {
      for (Click click : clicks) {
        addErrors(exact.get(click.sql()), cells(driver, click), errors);
      }
      charges.add(charges(driver));
    }
    List<Double> epsilons = new ArrayList<>();
    for (String composition : List.of("pld", "zcdp", "basic")) {
      // The ledger adds up its history again, by the theorem of the policy.
      database.write(policy(composition, reuse), policy);
      try (Connection driver = database.driver(policy, "ann")) {
        epsilons.add(0, one(driver, "SELECT SPENT_EPSILON FROM DP.BUDGET WHERE ANALYST = 'ann'"));
      }
    }
    charges.add(again(database, policy, "bob", clicks));
    charges.add(again(database, policy, "ann", clicks));
    return new Run(charges, epsilons, errors.stream().sorted().toList());
  }

  private static int again(BenchDatabase database, Path policy, String analyst, List<Click> clicks)
      throws IOException, SQLException {
    try (Connection driver = database.driver(policy, analyst)) {
      for (Click click : clicks) {
        cells(driver, click);
      }
      return charges(driver);
    }
  }

  private static int charges(Connection driver) throws SQLException {
    return (int) one(driver, "SHOW dp_charges");
  }

  private static Map<List<String>, double[]> cells(Connection connection, Click click)
      throws SQLException {
    return CensusErrors.rows(connection, click.sql(), click.keys().size());
  }

  /** Of listed groups that are empty, the database says nothing. */
  private static void addErrors(
      Map<List<String>, double[]> exact, Map<List<String>, double[]> cells, List<Double> errors) {
    cells.forEach(
        (key, noisy) -> errors.add(Math.abs(noisy[0] - exact.getOrDefault(key, new double[1])[0])));
  }

  private static double one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getDouble(1);
    }
  }

  private static String forms(BenchDatabase database) throws IOException, SQLException {
    List<String> charged = new ArrayList<>();
    Path policy = database.policy(policy("basic", KEPT));
    try (Connection driver = database.driver(policy, "ann")) {
      int before = 0;
      for (String form : FORMS) {
        People.read(driver, form);
        int after = charges(driver);
        if (after > before) {
          charged.add(form);
        }
        before = after;
      }
    }
    return "%d forms of one question: %d charged%n%s%n"
        .formatted(
            FORMS.size(),
            charged.size(),
            charged.stream().map(form -> "  " + form).collect(Collectors.joining("\n")));
  }
}
