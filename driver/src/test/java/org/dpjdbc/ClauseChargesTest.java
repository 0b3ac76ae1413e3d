package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query with several WITH DIFFERENTIAL_PRIVACY clauses costs what they cost by themselves. */
class ClauseChargesTest {
  private static final String BACKEND = "h2:mem:clause_charges";

  private static final String COUNT =
      "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.1, delta = 4e-7, noise = %1$s)"
          + " COUNT(*) AS n FROM visits";

  private static final String SUMS =
      "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 0.4, delta = 6e-7, noise = %1$s)"
          + " SUM(cost) AS s, COUNT(DISTINCT id) AS p FROM visits";

  private static final String BOTH = "SELECT * FROM (" + COUNT + ") a, (" + SUMS + ") b";

  @TempDir private Path folder;
  private Connection keepAlive;

  @BeforeEach
  void createClinic() throws SQLException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("CREATE TABLE visits (id INT, cost INT)");
      statement.execute(
          "INSERT INTO visits SELECT MOD(x, 100), MOD(x, 7) FROM SYSTEM_RANGE(1, 9000)");
    }
  }

  @AfterEach
  void dropClinic() throws SQLException {
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("DROP TABLE visits");
    }
    keepAlive.close();
  }

  private Connection connect(String composition) throws IOException, SQLException {
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-6, noise: laplace}
        budget: {epsilon: 5, delta: 1.0e-5, composition: %s}
        answers: {reuse_for: PT0S}
        schemas:
          PUBLIC:
            tables:
              VISITS:
                privacy_unit: ID
                max_rows_contributed: 3
                columns:
                  ID: {}
                  COST: {lower: 0, upper: 6}
        """
            .formatted(composition),
        UTF_8);
    return DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
  }

  /** The ρ that EXPLAIN PRIVACY foretells, of four digits. */
  private double rho(String sql) throws Exception {
    try (Connection connection = connect("zcdp");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (result.next()) {
        if (result.getString("RELEASE").equals("total")) {
          return Double.parseDouble(result.getString("NOISE_SCALE").replace("rho=", ""));
        }
      }
    }
    throw new AssertionError("no total");
  }

  @ParameterizedTest
  @ValueSource(strings = {"laplace", "gaussian"})
  void lossesAddUp(String noise) throws Exception {
    double both = rho(BOTH.formatted(noise));
    double apart = rho(COUNT.formatted(noise)) + rho(SUMS.formatted(noise));
    assertThat(both).isEqualTo(apart, within(1e-3 * apart));
  }

  @Test
  void theChargeIsTheSum() throws Exception {
    try (Connection connection = connect("basic");
        Statement statement = connection.createStatement()) {
      try (ResultSet result = statement.executeQuery(BOTH.formatted("gaussian"))) {
        assertThat(result.next()).isTrue();
      }
      try (ResultSet spent = statement.executeQuery("SELECT * FROM DP.BUDGET")) {
        assertThat(spent.next()).isTrue();
        assertThat(spent.getDouble("SPENT_EPSILON")).isEqualTo(0.5);
        assertThat(spent.getDouble("SPENT_DELTA")).isEqualTo(1e-6);
      }
    }
  }
}
