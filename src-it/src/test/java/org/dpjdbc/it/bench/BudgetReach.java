package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.dpjdbc.it.TextTable;

/**
 * How many counts with noise of standard deviation 100 one budget of ε = 1 and δ = 10^-6 answers:
 * asked until one is refused. By sequential composition, Gaussian noise takes the ε that a standard
 * deviation of 100 has at δ = 10^-8.
 */
final class BudgetReach {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 0.1, delta: 1.0e-8}
      budget:   {epsilon: 1, delta: 1.0e-6, renews: never, composition: %s}
      answers:  {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
            SURVEY: {privacy_unit: ID, columns: {ID: {}}}
      """;

  private static final String REFUSED = "53400";

  private BudgetReach() {}

  static String measure() throws Exception {
    TextTable table = new TextTable(1, "counts within 100, by", "Laplace", "Gaussian");
    for (String composition : List.of("basic", "zcdp", "pld")) {
      table.add(
          List.of(
              composition,
              answers(composition, "epsilon=0.01414213, delta=0, noise=laplace"),
              answers(composition, "epsilon=0.0443, delta=1e-8, noise=gaussian")));
    }
    return table.toString();
  }

  private static String answers(String composition, String options) throws Exception {
    try (BenchDatabase database = BenchDatabase.open("H2")) {
      database.run(
          "CREATE TABLE survey AS SELECT CAST(i AS INTEGER) AS id FROM " + database.numbers(100));
      database.run("ALTER TABLE survey ALTER COLUMN id SET NOT NULL");
      database.run("ALTER TABLE survey ADD PRIMARY KEY (id)");
      try (Connection driver = database.driver(POLICY.formatted(composition))) {
        String sql = "SELECT /*+ DP(" + options + ") */ COUNT(*) FROM survey";
        int answers = 0;
        try {
          while (true) {
            People.read(driver, sql);
            answers++;
          }
        } catch (SQLException e) {
          if (!REFUSED.equals(e.getSQLState())) {
            throw e;
          }
        }
        return String.valueOf(answers);
      }
    }
  }
}
