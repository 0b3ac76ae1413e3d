package org.dpjdbc.it.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dpjdbc.it.TextTable;

/**
 * How far the columns of twenty queries are off, and how many of their groups are shown, on the
 * 1,000 rows of census microdata with which SmartNoise SQL is tested (PUMS, one row a person), at ε
 * = 1 and δ = 1e-6. All keys are private. For each column the root of the mean square over all
 * groups that are shown, in {@value #RUNS} runs. What SmartNoise makes of the same queries is in
 * {@code docs/explanation/accuracy.md}.
 */
final class CensusErrors {
  private static final int RUNS = 300;

  /** Where the rows are: {@code -Dpums.csv=FILE}. */
  private static final String FILE = "pums.csv";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6, noise: laplace}
      budget:   {epsilon: 1000000, delta: 0.9, renews: never}
      answers:  {reuse_for: PT0S}
      limits:   {max_listed_keys: 1}
      schemas:
        PUBLIC:
          tables:
            PUMS:
              privacy_unit: PID
              columns:
                PID: {}
                AGE: {lower: 0, upper: 100}
                SEX: {}
                EDUC: {}
                RACE: {}
                INCOME: {lower: 0, upper: 500000, step: 1}
                MARRIED: {}
      """;

  /** The columns of a query behind its keys, of which {@code keys} come first. */
  private record Query(int keys, String columns) {
    String sql() {
      return "SELECT " + columns + " FROM pums";
    }
  }

  private static final List<Query> QUERIES =
      List.of(
          new Query(0, "COUNT(*)"),
          new Query(0, "COUNT(DISTINCT pid)"),
          new Query(0, "SUM(income)"),
          new Query(0, "AVG(income)"),
          new Query(0, "AVG(age)"),
          new Query(0, "VAR_POP(age)"),
          new Query(0, "STDDEV_POP(age)"),
          new Query(0, "COUNT(*), AVG(age)"),
          new Query(0, "COUNT(*), SUM(income), AVG(income)"),
          new Query(0, "COUNT(*), SUM(CASE WHEN married = 1 THEN 1 ELSE 0 END)"),
          new Query(0, "AVG(age), VAR_POP(age), AVG(income)"),
          new Query(1, "married, COUNT(*)"),
          new Query(1, "race, COUNT(*)"),
          new Query(1, "educ, COUNT(*)"),
          new Query(1, "age, COUNT(*)"),
          new Query(2, "sex, race, COUNT(*)"),
          new Query(1, "sex, COUNT(*), AVG(income)"),
          new Query(1, "educ, AVG(income)"),
          new Query(1, "educ, COUNT(*), AVG(age), SUM(income)"),
          new Query(1, "married, SUM(income)"));

  private CensusErrors() {}

  static String measure() throws Exception {
    TextTable table = new TextTable(1, "census, 1,000 people", "groups", "shown", "errors");
    Path file = Path.of(System.getProperty(FILE, ""));
    if (!Files.isRegularFile(file)) {
      return "no census: -D" + FILE + "=FILE says where it is";
    }
    try (BenchDatabase database = BenchDatabase.open("H2")) {
      database.run(
          "CREATE TABLE pums (age INTEGER, sex INTEGER, educ INTEGER, race INTEGER, income DOUBLE"
              + " PRECISION, married INTEGER, pid INTEGER PRIMARY KEY) AS SELECT * FROM CSVREAD('"
              + file
              + "')");
      try (Connection driver = database.driver(POLICY)) {
        for (Query query : QUERIES) {
          add(table, query, database.owner(), driver);
        }
      }
    }
    return table.toString();
  }

  private static void add(TextTable table, Query query, Connection raw, Connection driver)
      throws SQLException {
    Map<List<String>, double[]> exact = rows(raw, exact(query), query.keys());
    double[] squares = new double[0];
    int shown = 0;
    for (int run = 0; run < RUNS; run++) {
      Map<List<String>, double[]> noisy = rows(driver, grouped(query), query.keys());
      for (Map.Entry<List<String>, double[]> row : noisy.entrySet()) {
        double[] expected = exact.get(row.getKey());
        squares = squares.length == 0 ? new double[expected.length] : squares;
        for (int i = 0; i < expected.length; i++) {
          squares[i] += Math.pow(row.getValue()[i] - expected[i], 2);
        }
        shown++;
      }
    }
    List<String> errors = new ArrayList<>();
    for (double square : squares) {
      errors.add(Figure.number(Math.sqrt(square / shown)));
    }
    table.add(
        List.of(
            query.columns(),
            String.valueOf(exact.size()),
            String.format(Locale.ROOT, "%.1f", (double) shown / RUNS),
            String.join(", ", errors)));
    System.err.println(query.columns() + ": " + errors);
  }

  private static String grouped(Query query) {
    String keys = String.join(", ", List.of(query.columns().split(", ")).subList(0, query.keys()));
    return query.keys() == 0 ? query.sql() : query.sql() + " GROUP BY " + keys;
  }

  /** H2 divides integers as integers. */
  private static String exact(Query query) {
    return grouped(query)
        .replaceAll("(AVG|VAR_POP|STDDEV_POP)\\((\\w+)\\)", "$1(CAST($2 AS DOUBLE PRECISION))");
  }

  /** The columns behind the keys, of each group by its keys. */
  static Map<List<String>, double[]> rows(Connection connection, String sql, int keys)
      throws SQLException {
    Map<List<String>, double[]> all = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        List<String> key = new ArrayList<>();
        for (int i = 1; i <= keys; i++) {
          key.add(rows.getString(i));
        }
        double[] values = new double[columns.getColumnCount() - keys];
        for (int i = 0; i < values.length; i++) {
          values[i] = rows.getDouble(keys + i + 1);
        }
        all.put(key, values);
      }
    }
    return all;
  }
}
