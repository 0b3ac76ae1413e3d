package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code noise: best}: what is chosen, what it costs, and that it is told. */
class BestNoiseTest {
  private static final String BACKEND = "h2:mem:best_noise";

  @TempDir private Path folder;
  private Connection keepAlive;

  @BeforeEach
  void createClinic() throws SQLException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("CREATE TABLE visits (id INT, ward INT NOT NULL, cost INT)");
      statement.execute(
          "INSERT INTO visits SELECT MOD(x, 100), MOD(x, 30), MOD(x, 7) FROM SYSTEM_RANGE(1, 9000)");
    }
  }

  @AfterEach
  void dropClinic() throws SQLException {
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("DROP TABLE visits");
    }
    keepAlive.close();
  }

  private Connection connect(String composition, String delta) throws IOException, SQLException {
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: %s, noise: best}
        budget: {epsilon: 5, delta: 1.0e-5, composition: %s}
        answers: {reuse_for: PT0S}
        schemas:
          PUBLIC:
            tables:
              VISITS:
                privacy_unit: ID
                max_rows_contributed: 1
                max_groups_contributed: 25
                columns:
                  ID: {}
                  WARD: {values: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27]}
                  COST: {lower: 0, upper: 6}
        """
            .formatted(delta, composition),
        UTF_8);
    return DriverManager.getConnection(
        "jdbc:dp:" + BACKEND + ";dp.error_columns=true;dp.policy=" + policy, "sa", "sa");
  }

  private List<String> mechanisms(String composition, String delta, String sql) throws Exception {
    try (Connection connection = connect(composition, delta);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      List<String> mechanisms = new ArrayList<>();
      while (result.next()) {
        String mechanism = result.getString("MECHANISM");
        if (mechanism != null && mechanism.startsWith("discrete")) {
          mechanisms.add(mechanism);
        }
      }
      return mechanisms;
    }
  }

  @Test
  void dependsOnHowManyGroupsAPersonIsIn() throws Exception {
    String groups = "SELECT ward, COUNT(*) FROM visits GROUP BY ward";
    String one = "SELECT COUNT(*) FROM visits";
    assertThat(mechanisms("basic", "1.0e-6", one)).containsOnly("discrete Laplace");
    assertThat(mechanisms("basic", "1.0e-6", groups)).containsOnly("discrete Gaussian");
    assertThat(mechanisms("basic", "0", groups)).containsOnly("discrete Laplace");
    assertThat(mechanisms("zcdp", "1.0e-6", one)).containsOnly("discrete Gaussian");
    assertThat(mechanisms("pld", "0", one)).containsOnly("discrete Laplace");
  }

  private static String explained(Statement statement, String sql, String release, String column)
      throws Exception {
    try (ResultSet result = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (result.next()) {
        if (result.getString("RELEASE").equals(release)) {
          return String.valueOf(result.getString(column));
        }
      }
    }
    return "";
  }

  /** At equal cost the error is larger than with Laplace noise: EXPLAIN shows both. */
  @ParameterizedTest
  @ValueSource(strings = {"zcdp", "pld"})
  void explainShowsWhatTheOtherNoiseWouldGive(String composition) throws Exception {
    try (Connection connection = connect(composition, "1.0e-6");
        Statement statement = connection.createStatement()) {
      String laplace = "SELECT /*+ DP(noise=laplace) */ COUNT(*) FROM visits";
      String best = "SELECT COUNT(*) FROM visits";
      String error = explained(statement, laplace, "COUNT(*)", "ERROR95").replaceAll("\\.0$", "");
      assertThat(explained(statement, best, "other noise", "BOUNDING"))
          .isEqualTo(
              "noise = 'laplace': COUNT(*) ± %s, for %s in place of %s"
                  .formatted(
                      error,
                      explained(statement, laplace, "total", "NOISE_SCALE"),
                      explained(statement, best, "total", "NOISE_SCALE")));
      assertThat(explained(statement, laplace, "other noise", "BOUNDING")).isEmpty();
    }
    try (Connection connection = connect("basic", "1.0e-6");
        Statement statement = connection.createStatement()) {
      assertThat(explained(statement, "SELECT COUNT(*) FROM visits", "other noise", "BOUNDING"))
          .isEmpty();
    }
  }

  /** What ranks tell costs an eighth of ε squared: nothing is charged as unknown. */
  @Test
  void quantilesAreChargedAsWhatTheyAre() throws Exception {
    try (Connection connection = connect("zcdp", "1.0e-6");
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("EXPLAIN PRIVACY FOR SELECT MEDIAN(cost) FROM visits")) {
      String total = "";
      while (result.next()) {
        total =
            result.getString("RELEASE").equals("total") ? result.getString("NOISE_SCALE") : total;
      }
      assertThat(total).isEqualTo("rho=0.125");
    }
  }

  /** In a clipped vector the norm that is clipped is that of the noise. */
  @Test
  void clipsTheNormOfTheNoise() throws Exception {
    String clipped =
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') ward, SUM(cost)"
            + " FROM visits GROUP BY ward";
    assertThat(mechanisms("basic", "1.0e-6", clipped)).containsOnly("discrete Gaussian");
    assertThat(mechanisms("basic", "0", clipped)).containsOnly("discrete Laplace");
  }

  /** Gaussian and Laplace noise in one answer, with one error for what both are in. */
  @Test
  void answersWithItsError() throws Exception {
    try (Connection connection = connect("basic", "1.0e-6");
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT g.n - h.n AS d FROM (SELECT COUNT(*) AS n FROM visits) h CROSS JOIN"
                    + " (SELECT SUM(n) AS n FROM (SELECT ward, COUNT(*) AS n FROM visits"
                    + " GROUP BY ward) w) g")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getDouble("D_ERROR95")).isBetween(50.0, 1000.0);
    }
    try (Connection connection = connect("basic", "1.0e-6");
        Statement statement = connection.createStatement();
        ResultSet spent = statement.executeQuery("SELECT * FROM DP.BUDGET")) {
      assertThat(spent.next()).isTrue();
      assertThat(spent.getDouble("SPENT_EPSILON")).isEqualTo(1);
      assertThat(spent.getDouble("SPENT_DELTA")).isEqualTo(1e-6);
    }
  }

  @Test
  void eachLevelOfARollUpHasItsOwn() throws Exception {
    String levels = "SELECT ward, COUNT(*) FROM visits GROUP BY ROLLUP (ward)";
    assertThat(mechanisms("basic", "1.0e-6", levels))
        .containsExactlyInAnyOrder("discrete Gaussian", "discrete Laplace");
  }
}
