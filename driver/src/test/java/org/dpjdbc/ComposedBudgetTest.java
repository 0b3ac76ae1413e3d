package org.dpjdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

/** The composition of the policy, from its file to the refusal. */
class ComposedBudgetTest {
  private static final String BACKEND = "h2:mem:composed_budget";
  private static final String COUNT =
      "SELECT /*+ DP(epsilon=0.25, noise=gaussian) */ COUNT(*) FROM patients";

  @TempDir private Path folder;
  private Connection keepAlive;

  @BeforeEach
  void createClinic() throws SQLException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("CREATE TABLE patients (id INT PRIMARY KEY, ward VARCHAR(9))");
      statement.execute("INSERT INTO patients SELECT x, MOD(x, 4) FROM SYSTEM_RANGE(1, 1000)");
    }
  }

  @AfterEach
  void dropClinic() throws SQLException {
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute("DROP TABLE patients");
    }
    keepAlive.close();
  }

  private Connection connect(String composition) throws IOException, SQLException {
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 1.0e-8}
        budget: {epsilon: 1, delta: 1.0e-6, composition: %s}
        answers: {reuse_for: PT0S}
        schemas:
          PUBLIC:
            tables:
              PATIENTS: {privacy_unit: ID, columns: {ID: {}, WARD: {}}}
        """
            .formatted(composition),
        UTF_8);
    return DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
  }

  @Test
  void oneBudgetAnswersMore() throws Exception {
    assertThat(answers("basic")).isEqualTo(4);
    // The same history, added up again: the budget has room for more.
    int byRho = answers("zcdp");
    assertThat(byRho).isGreaterThan(6);
    int byMu = answers("pld");
    assertThat(byMu).isGreaterThanOrEqualTo(1);
    assertThat(answers("zcdp")).isZero();
    assertThat(answers("basic")).isZero();
  }

  private int answers(String composition) throws Exception {
    try (Connection connection = connect(composition);
        Statement statement = connection.createStatement()) {
      for (int i = 0; ; i++) {
        try {
          statement.executeQuery(COUNT);
        } catch (SQLException e) {
          assertThat(e.getMessage()).contains("costs ε = 0.25").contains("remains");
          return i;
        }
      }
    }
  }

  @Test
  void showsWhatIsLeftAndWhatAQueryTakes() throws Exception {
    try (Connection connection = connect("zcdp");
        Statement statement = connection.createStatement()) {
      assertThat(line(statement, "SELECT spent_epsilon, remaining_epsilon FROM DP.BUDGET"))
          .isEqualTo("0 1");
      statement.executeQuery(COUNT);
      statement.executeQuery(
          "SELECT /*+ DP(epsilon=0.1) */ ward, COUNT(*) FROM patients GROUP BY ward");
      String[] left =
          line(statement, "SELECT spent_epsilon, remaining_epsilon FROM DP.BUDGET").split(" ");
      assertThat(Double.parseDouble(left[0])).isBetween(0.3, 0.95);
      assertThat(Double.parseDouble(left[1])).isBetween(0.01, 0.3);
      assertThat(total(statement, "EXPLAIN PRIVACY FOR " + COUNT)).startsWith("rho=0.00");
    }
    try (Connection connection = connect("pld");
        Statement statement = connection.createStatement()) {
      assertThat(total(statement, "EXPLAIN PRIVACY FOR " + COUNT)).startsWith("mu squared=0.00");
    }
    try (Connection connection = connect("basic");
        Statement statement = connection.createStatement()) {
      assertThat(total(statement, "EXPLAIN PRIVACY FOR " + COUNT)).isEqualTo("null");
    }
  }

  /** One number decides and tells with Gaussian noise as well: it is charged as both. */
  @Test
  void aGaussianCountSelectsTheGroups() throws Exception {
    String wards =
        "SELECT /*+ DP(epsilon=0.5, noise=gaussian) */ ward, COUNT(*) FROM patients GROUP BY ward";
    try (Connection connection = connect("zcdp");
        Statement statement = connection.createStatement()) {
      assertThat(line(statement, "SELECT spent_epsilon, remaining_epsilon FROM DP.BUDGET"))
          .isEqualTo("0 1");
      assertThat(explained(statement, wards, "COUNT(*)", "MECHANISM"))
          .isEqualTo("discrete Gaussian");
      assertThat(explained(statement, wards, "COUNT(*)", "NOISE_SCALE"))
          .matches("sigma=[\\d.]+, shown if above \\d+");
      assertThat(explained(statement, wards, "COUNT(*)", "DELTA")).isEqualTo("1.0E-8");
      assertThat(total(statement, "EXPLAIN PRIVACY FOR " + wards)).startsWith("rho=0.00");
      try (ResultSet result = statement.executeQuery(wards)) {
        int groups = 0;
        while (result.next()) {
          assertThat(result.getInt(2)).isBetween(100, 400);
          groups++;
        }
        assertThat(groups).isEqualTo(4);
      }
      assertThat(line(statement, "SELECT delta FROM DP.SPENDING").split(" "))
          .containsExactly("0.00000001");
    }
  }

  private static String explained(Statement statement, String sql, String release, String column)
      throws SQLException {
    try (ResultSet result = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (result.next()) {
        if (result.getString("RELEASE").equals(release)) {
          return String.valueOf(result.getString(column));
        }
      }
    }
    throw new AssertionError("no " + release);
  }

  @Test
  void needsADelta() throws Exception {
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> connect("zcdp, per_analyst: {delta: 0}"))
        .withMessageContaining("delta above 0");
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> connect("pld, per_analyst: {delta: 1.5e-8}"))
        .withMessageContaining("half of the budget's delta");
  }

  private static String total(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        if (result.getString("RELEASE").equals("total")) {
          return String.valueOf(result.getString("NOISE_SCALE"));
        }
      }
    }
    throw new AssertionError("no total");
  }

  private static String line(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      result.next();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        values.add(result.getBigDecimal(i).stripTrailingZeros().toPlainString());
      }
      return String.join(" ", values);
    }
  }
}
