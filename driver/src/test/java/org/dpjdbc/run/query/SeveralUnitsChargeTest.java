package org.dpjdbc.run.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of several units are charged what somebody loses who is all of them. */
class SeveralUnitsChargeTest {
  private static final String BACKEND = "jdbc:h2:mem:severalcharge";

  @TempDir private Path folder;

  private Path policy(String composition) throws IOException {
    Path policy = folder.resolve(composition + ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 50, delta: 1.0e-5, composition: %s}
        schemas:
          PUBLIC:
            tables:
              DEALS:
                privacy_units: [BUYER, SELLER]
                max_rows_contributed: 4
                columns: {BUYER: {}, SELLER: {}, PRICE: {lower: 0, upper: 500}}
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}}
        """
            .formatted(composition));
    return policy;
  }

  /**
   * At the smallest epsilon the shares, half of it, are rounded up to the same cost: what they
   * would take is a quarter.
   */
  @ParameterizedTest
  @CsvSource({
    "zcdp, 0.000000001, COUNT(*) AS n FROM deals, rho=0.0000000000000000005",
    "pld, 0.000000001, COUNT(*) AS n FROM deals, mu squared=0.00000000000000000104",
    "zcdp, 0.000001, COUNT(*) AS n FROM deals, rho=0.0000000000005",
    "zcdp, 0.000000001, 'COUNT(*) AS n, (SELECT SUM(price) FROM deals) AS s FROM people',"
        + " rho=0.0000000000000000005",
  })
  void allOfEpsilonCounts(String composition, String epsilon, String query, String loss)
      throws SQLException, IOException {
    String url = BACKEND.replace("jdbc:", "jdbc:dp:") + ";dp.analyst=me;dp.policy=";
    try (Connection raw = DriverManager.getConnection(BACKEND);
        Statement backend = raw.createStatement()) {
      backend.execute("CREATE TABLE deals (buyer INTEGER, seller INTEGER UNIQUE, price INTEGER)");
      backend.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      try (Connection connection = DriverManager.getConnection(url + policy(composition));
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "EXPLAIN PRIVACY FOR SELECT /*+ DP(epsilon='" + epsilon + "') */ " + query)) {
        assertThat(total(rows)).isEqualTo(loss);
      }
    }
  }

  private static String total(ResultSet rows) throws SQLException {
    while (rows.next()) {
      if (rows.getString("RELEASE").equals("total")) {
        return rows.getString("NOISE_SCALE");
      }
    }
    throw new AssertionError("no total");
  }
}
