package org.dpjdbc.run.query;

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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.LaplaceMechanism;
import org.dpjdbc.noise.error.ErrorBar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that says how accurate it shall be spends the smallest epsilon that makes it so. */
class AccuracySearchTest {
  private static final int TRIES = 8;
  private static final String LETTERS =
      "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z";

  @TempDir private Path folder;
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:h2:mem:promise");
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex CHAR(1))");
      statement.execute("INSERT INTO people SELECT x, MOD(x, 100), 'F' FROM SYSTEM_RANGE(1, 1000)");
      statement.execute("CREATE TABLE visits (id INTEGER, kind CHAR(1))");
      statement.execute("INSERT INTO visits SELECT x, 'a' FROM SYSTEM_RANGE(1, 1000)");
      statement.execute("CREATE TABLE few (id INTEGER, kind CHAR(1))");
      statement.execute("CREATE TABLE many (id INTEGER, kind CHAR(1))");
    }
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 1.0e-8}
        budget: {epsilon: 5000, delta: 1.0e-3}
        answers: {reuse_for: PT0S}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}}
              VISITS:
                privacy_unit: ID
                max_rows_contributed: 2
                max_groups_contributed: 2
                columns: {ID: {}, KIND: {values: [a, b]}}
              FEW:
                privacy_unit: ID
                max_rows_contributed: 1
                max_groups_contributed: 4
                columns: {ID: {}, KIND: {values: [%s]}}
              MANY:
                privacy_unit: ID
                max_rows_contributed: 1
                max_groups_contributed: 20
                columns: {ID: {}, KIND: {values: [%s]}}
        """
            .formatted(LETTERS, LETTERS));
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
    // all of it for the one release that both are computed from
    assertThat(halfWidth(epsilon, "120")).isBetween(980.0, 1000.0);
  }

  /**
   * From an epsilon of 1.33 on the counts of few have Laplace noise, and no longer help those of
   * many: their noise is a third more, and needs 1.60 to be as small as it was with 1.16.
   */
  @Test
  void lessEpsilonMayBeMoreAccurate() throws SQLException {
    String sql =
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (noise = 'best', error = 55, epsilon = %s) m.kind,"
            + " m.n, f.n FROM (SELECT kind, COUNT(*) AS n FROM many GROUP BY kind) AS m JOIN"
            + " (SELECT kind, COUNT(*) AS n FROM few GROUP BY kind) AS f ON m.kind = f.kind";
    assertThat(epsilon(sql.formatted("1.32"))).isEqualByComparingTo("1.16");
    assertThat(epsilon(sql.formatted("1.35"))).isEqualByComparingTo("1.16");
    assertThat(epsilon(sql.formatted("2"))).isEqualByComparingTo("1.16");
    refused(sql.formatted("1"), "an error of at most 55 needs an epsilon of 1.16");
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

  private double answer(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getDouble(1);
    }
  }

  private List<BigDecimal> spent() throws SQLException {
    List<BigDecimal> spent = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT epsilon FROM DP.SPENDING")) {
      while (rows.next()) {
        spent.add(rows.getBigDecimal(1));
      }
    }
    return spent;
  }

  /**
   * 5 % of 1,000 are 50. Each answer is off by more with a probability of at most 5 %: of 400 more
   * than 55 would be with a probability below 1e-10.
   */
  @Tag("thorough")
  @Test
  void keepsAShareOfTheValue() throws SQLException {
    int off = 0;
    int answers = 400;
    for (int i = 0; i < answers; i++) {
      double count =
          answer("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = '5%') COUNT(*) FROM people");
      off += Math.abs(count - 1000) > 50 ? 1 : 0;
    }
    List<BigDecimal> spent = spent();
    double each = spent.stream().mapToDouble(BigDecimal::doubleValue).sum() / answers;
    System.out.printf(
        "5 %% of 1,000 people: epsilon %.3f in %.1f steps, off by more %d of %d%n",
        each, spent.size() / (double) answers, off, answers);
    assertThat(off).isLessThanOrEqualTo(55);
    assertThat(each).isBetween(0.06, 0.4); // the smallest that would do is 0.06
    assertThat(spent).anyMatch(epsilon -> epsilon.compareTo(new BigDecimal("0.0312")) == 0);
  }

  /** The answer of the first step is accurate enough, or tells what is. */
  @Test
  void keepsTheErrorOfAMean() throws SQLException {
    assertThat(
            answer(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 1) AVG(CAST(age AS DOUBLE))"
                    + " FROM people"))
        .isBetween(42.0, 57.0); // further off than 7.5 with a probability below 1e-9
    assertThat(spent().stream().mapToDouble(BigDecimal::doubleValue).sum()).isBetween(0.1, 1.5);
  }

  @Test
  void saysWhatTheErrorWouldHaveNeeded() throws SQLException {
    assertThatThrownBy(() -> answer("SELECT /*+ DP(error=0.1%) */ COUNT(*) FROM people"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("an error of at most 0.1% needs an epsilon of about ")
        .hasMessageContaining("this query may spend 2, and estimating the cost took 0.0312")
        .hasMessageContaining("at line 1, column 8: ");
    assertThat(spent()).hasSize(1);
  }

  /**
   * Of nobody, a noisy number is beyond what its noise explains with a probability below 3 %: with
   * one below 1e-10 that is so in each of eight tries.
   */
  @Test
  void saysThatNothingTellsWhatTheErrorNeeds() {
    assertThat(Stream.generate(this::refusalOfNoPerson).limit(TRIES))
        .anyMatch(message -> message.contains("too close to 0 to estimate the epsilon"))
        .allMatch(message -> message.contains("an error of at most 5%"));
  }

  private String refusalOfNoPerson() {
    return assertThatThrownBy(
            () -> answer("SELECT /*+ DP(error=5%) */ COUNT(*) FROM people WHERE age > 110"))
        .isInstanceOf(SQLException.class)
        .actual()
        .getMessage();
  }

  @Test
  void explainsTheMostThatItMaySpend() throws SQLException {
    String sql = "SELECT /*+ DP(error=5%) */ COUNT(*) FROM people";
    assertThat(epsilon(sql)).isEqualByComparingTo("2");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      List<String> mechanisms = new ArrayList<>();
      while (rows.next()) {
        mechanisms.add(rows.getString("MECHANISM"));
      }
      assertThat(mechanisms).contains("at most, in steps until the error is reached");
    }
    assertThat(spent()).isEmpty();
  }

  @Test
  void refusesWhatIsNoPromise() {
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) COUNT(*), MEDIAN(age) FROM people",
        "quantiles and sums with auto bounds, whose error depends on the rows");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = '5%') MODE(sex) FROM people",
        "choices, which have none");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) age FROM people GROUP BY age",
        "choices, which have none");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5) sex FROM people GROUP BY sex"
            + " ORDER BY COUNT(*) DESC LIMIT 1",
        "choices, which have none");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 100%) COUNT(*) FROM people",
        "error must be below 100%");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 'a%') COUNT(*) FROM people", "error");
    refused(
        "SELECT /*+ DP(error='0.3', contribution='clip') */ kind, COUNT(*) FROM visits GROUP BY"
            + " kind",
        "no epsilon achieves an error of at most 0.3, because rounding alone exceeds" + " it");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 0) COUNT(*) FROM people",
        "error must be above 0");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (confidence = 0.9) COUNT(*) FROM people",
        "set the option error as well");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 5, confidence = 1) COUNT(*)"
            + " FROM people",
        "confidence must be from 0.5 to 0.999");
  }
}
