package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.LaplaceMechanism;
import org.dpjdbc.noise.error.ErrorBar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that says how accurate it shall be spends the least epsilon that makes it so. */
class ErrorPromiseTest {
  @TempDir private Path folder;
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:h2:mem:promise");
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex CHAR(1))");
      statement.execute("INSERT INTO people SELECT x, MOD(x, 100), 'F' FROM SYSTEM_RANGE(1, 1000)");
    }
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 1.0e-8}
        budget: {epsilon: 50, delta: 1.0e-3}
        answers: {reuse_for: PT0S}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}}
        """);
    connection =
        DriverManager.getConnection("jdbc:dp:h2:mem:promise;dp.analyst=me;dp.policy=" + policy);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  private BigDecimal epsilon(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (rows.next()) {
        if (rows.getString(1).equals("total")) {
          return rows.getBigDecimal("EPSILON");
        }
      }
    }
    throw new AssertionError("no total");
  }

  private static double halfWidth(BigDecimal epsilon, String sensitivity) {
    BigFraction exact =
        BigFraction.of(epsilon.unscaledValue())
            .divide(BigFraction.of(BigDecimal.TEN.pow(epsilon.scale()).toBigInteger()));
    BigFraction l1 = BigFraction.of(Integer.parseInt(sensitivity));
    return ErrorBar.halfWidth95(new LaplaceMechanism(l1, exact).noise());
  }

  @Test
  void spendsTheLeastOfThreeDigits() throws SQLException {
    BigDecimal epsilon =
        epsilon("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 40) COUNT(*) FROM people")
            .stripTrailingZeros();
    assertThat(epsilon.precision()).isLessThanOrEqualTo(3);
    assertThat(halfWidth(epsilon, "1")).isLessThanOrEqualTo(40);
    BigDecimal less = epsilon.subtract(new BigDecimal("0.0001"));
    assertThat(halfWidth(less, "1")).isGreaterThan(40);
  }

  @Test
  void promisesTheWorstOfAllColumns() throws SQLException {
    BigDecimal epsilon =
        epsilon("SELECT /*+ DP(error='1000') */ sex, COUNT(*), SUM(age) FROM people GROUP BY sex");
    // half of it for each release
    BigDecimal half = epsilon.divide(BigDecimal.valueOf(2)).stripTrailingZeros();
    assertThat(halfWidth(half, "120")).isBetween(980.0, 1000.0);
  }

  @Test
  void isSurerForMore() throws SQLException {
    String options = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 40%s) COUNT(*) FROM people";
    BigDecimal usual = epsilon(options.formatted(""));
    assertThat(epsilon(options.formatted(", confidence = 0.95"))).isEqualByComparingTo(usual);
    assertThat(epsilon(options.formatted(", confidence = 0.99"))).isGreaterThan(usual);
    assertThat(epsilon(options.formatted(", confidence = 0.5"))).isLessThan(usual);
  }

  @Test
  void chargesWhatItTook() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement
          .executeQuery(
              "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 40) COUNT(*) FROM people")
          .close();
      try (ResultSet budget = statement.executeQuery("SELECT * FROM DP.SPENDING")) {
        assertThat(budget.next()).isTrue();
        assertThat(budget.getBigDecimal("EPSILON"))
            .isEqualByComparingTo(
                epsilon(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 40) COUNT(*) FROM people"));
      }
    }
  }

  private void refused(String sql, String message) {
    assertThatThrownBy(() -> epsilon(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }

  @Test
  void saysWhatItWouldNeed() {
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 1) SUM(age) FROM people",
        "an error of at most 1 needs an epsilon of ");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 40, epsilon = 0.05) COUNT(*)"
            + " FROM people",
        "this query may spend 0.05");
  }

  @Test
  void refusesWhatIsNoPromise() {
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) AVG(age) FROM people",
        "ask for the sum and the count");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) COUNT(*), MEDIAN(age) FROM people",
        "ask for the sum and the count");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) age FROM people GROUP BY age",
        "a choice of groups has no figure");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) sex FROM people GROUP BY sex"
            + " ORDER BY COUNT(*) DESC LIMIT 1",
        "a choice of groups has no figure");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 0) COUNT(*) FROM people",
        "error must be above 0");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (confidence = 0.9) COUNT(*) FROM people",
        "it needs the option error");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5, confidence = 1) COUNT(*)"
            + " FROM people",
        "confidence must be from 0.5 to 0.999");
  }
}
