package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** EXPLAIN PRIVACY speaks in the units of the answer, and names what it speaks of. */
class ExplainFiguresTest {
  @TempDir private Path folder;
  private final String backend = "h2:mem:figures" + UUID.randomUUID();
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER NOT NULL, weight DOUBLE,"
              + " pay DECIMAL(10, 2), sex CHAR(1))");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 90), x / 7e0, x / 3.0, CASE WHEN MOD(x, 2) = 0 THEN"
              + " 'F' ELSE 'M' END FROM SYSTEM_RANGE(1, 2000)");
      statement.execute(
          "CREATE TABLE visits AS SELECT MOD(x, 500) AS person, MOD(x, 4) AS kind, x / 9.0 AS cost"
              + " FROM SYSTEM_RANGE(1, 2000)");
      statement.execute("CREATE TABLE clips AS SELECT * FROM visits");
    }
    String columns =
        "columns: {PERSON: {}, KIND: {values: [0, 1, 2, 3]}, COST: {lower: 0, upper: 250}}";
    Path policy = folder.resolve("figures.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 1000, delta: 1.0e-3}
        answers: {derive: never}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns:
                  ID: {}
                  AGE: {lower: 0, upper: 120}
                  WEIGHT: {lower: 0, upper: 300}
                  PAY: {lower: -10, upper: 1000}
                  SEX: {values: [F, M]}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 4
                max_groups_contributed: 2
                %s
              CLIPS:
                privacy_unit: PERSON
                max_rows_contributed: 4
                max_groups_contributed: 2
                contribution: clip
                %s
        """
            .formatted(columns, columns));
    connection =
        DriverManager.getConnection(
            "jdbc:dp:"
                + backend
                + ";dp.policy="
                + policy
                + ";dp.analyst=ann;dp.error_columns=true");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  private record Line(String sensitivity, String scale, @Nullable BigDecimal error) {}

  /** What is released, by name; of one that serves several columns the line of the column. */
  private Map<String, Line> explained(String sql) throws SQLException {
    Map<String, Line> lines = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (rows.next()) {
        String error = rows.getString("ERROR95");
        lines.put(
            rows.getString("RELEASE"),
            new Line(
                String.valueOf(rows.getString("SENSITIVITY")),
                String.valueOf(rows.getString("NOISE_SCALE")),
                error == null ? null : new BigDecimal(error)));
      }
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COUNT(*) | PEOPLE |",
        "COUNT(WEIGHT) | PEOPLE |",
        "COUNT(DISTINCT SEX) | PEOPLE |",
        "SUM(AGE) | PEOPLE |",
        "SUM(WEIGHT) | PEOPLE |",
        "SUM(PAY) | PEOPLE | GROUP BY sex",
        "COUNT(*);SUM(AGE) | PEOPLE | GROUP BY sex",
        "COUNT(*);SUM(AGE);AVG(AGE) | PEOPLE |",
        "COUNT(PAY);SUM(PAY);VAR_POP(PAY) | PEOPLE |",
        "AVG(WEIGHT) | PEOPLE |",
        "STDDEV_SAMP(PAY) | PEOPLE |",
        "REGR_COUNT(PAY, WEIGHT) | PEOPLE |",
        "CORR(PAY, AGE) | PEOPLE |",
        "MEDIAN(PAY) | PEOPLE |",
        "COUNT(*) | VISITS | GROUP BY kind",
        "SUM(COST) | VISITS | GROUP BY kind",
        "COUNT(COST);SUM(COST);AVG(COST) | VISITS | GROUP BY kind",
        "COUNT(DISTINCT COST) | VISITS | GROUP BY kind",
        "COUNT(*) | CLIPS | GROUP BY kind",
        "SUM(COST) | CLIPS | GROUP BY kind",
        "COUNT(COST);SUM(COST);AVG(COST) | CLIPS | GROUP BY kind",
      })
  void theErrorIsThatOfTheAnswer(String aggregates, String table, @Nullable String groups)
      throws SQLException {
    String[] each = aggregates.split(";");
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int i = 0; i < each.length; i++) {
      sql.append(i == 0 ? "" : ", ").append(each[i]).append(" AS a").append(i);
    }
    sql.append(" FROM ").append(table).append(groups == null ? "" : " " + groups);
    Map<String, Line> lines = explained(sql.toString());
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql.toString())) {
      assertThat(rows.next()).isTrue();
      for (int i = 0; i < each.length; i++) {
        String name = each[i];
        boolean fixed = name.matches("(COUNT|SUM|REGR_COUNT)\\(.*");
        Line line = lines.get(name);
        if (!fixed) {
          assertThat(line == null ? null : line.error()).as(name).isNull();
        } else {
          assertThat(line).as(name + " in " + lines.keySet()).isNotNull();
          assertThat(line.error())
              .as(name)
              .isEqualByComparingTo(shown(rows.getDouble("A" + i + "_error95")));
        }
      }
    }
  }

  /** To four digits, up, after what floating point leaves behind is dropped. */
  private static BigDecimal shown(double error) {
    return BigDecimal.valueOf(error)
        .round(new MathContext(12, RoundingMode.HALF_EVEN))
        .round(new MathContext(4, RoundingMode.UP));
  }

  @Test
  void thePolicyShowsItsLimits() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT max_rows_contributed, max_groups_contributed FROM DP.COLUMNS"
                    + " WHERE table_name = 'VISITS'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("4");
      assertThat(rows.getInt(2)).isEqualTo(2);
    }
  }

  @Test
  void figuresAreInUnitsOfTheColumn() throws SQLException {
    Line weight = explained("SELECT SUM(weight) FROM people").get("SUM(WEIGHT)");
    assertThat(weight.sensitivity()).isEqualTo("L1 300");
    assertThat(weight.scale()).isEqualTo("scale=300");
    Line clipped = explained("SELECT kind, COUNT(*) FROM clips GROUP BY kind").get("COUNT(*)");
    assertThat(clipped.sensitivity()).isEqualTo("L1 8");
    assertThat(clipped.scale()).isEqualTo("scale=8");
    Line gaussian =
        explained(
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (noise = 'gaussian') kind, SUM(cost)"
                    + " FROM visits GROUP BY kind")
            .get("SUM(COST)");
    assertThat(gaussian.sensitivity()).isEqualTo("L2 1415");
    assertThat(gaussian.scale()).matches("sigma=\\d{4,5}");
    Line best =
        explained("SELECT kind FROM visits GROUP BY kind ORDER BY SUM(cost) DESC LIMIT 2")
            .get("the 2 best by SUM(COST)");
    assertThat(best.sensitivity()).isEqualTo("a score moves by 1000");
  }

  /** Gaussian releases are parts of one vector: what they are charged adds up to the total. */
  @Test
  void gaussianReleasesAreOneVector() throws SQLException {
    String sql =
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (noise = 'gaussian') sex, SUM(age), SUM(pay)"
            + " FROM people GROUP BY sex";
    assertThat(sigma(sql) / sigma(sql.replace(", SUM(pay)", "")))
        .isCloseTo(Math.sqrt(2), within(0.005));
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      BigDecimal epsilon = BigDecimal.ZERO;
      double delta = 0;
      while (rows.next() && !rows.getString("RELEASE").equals("total")) {
        epsilon = epsilon.add(rows.getBigDecimal("EPSILON"));
        delta += rows.getDouble("DELTA");
        if (rows.getString("RELEASE").startsWith("SUM")) {
          assertThat(rows.getString("MECHANISM")).isEqualTo("discrete Gaussian, 1/2 of one vector");
        }
      }
      assertThat(epsilon).isEqualByComparingTo(rows.getBigDecimal("EPSILON"));
      assertThat(delta).isEqualTo(rows.getDouble("DELTA"));
    }
  }

  /** What feeds three columns has √3 times what feeds one, or what the query says. */
  @Test
  void sharesAreThoseOfTheColumns() throws SQLException {
    String columns = " COUNT(*) AS n, SUM(age) AS s, AVG(age) AS a, MEDIAN(pay) AS m FROM people";
    assertThat(shares("SELECT" + columns))
        .containsExactly(
            "COUNT(*), SUM(AGE), AVG(AGE): discrete Laplace, L1 120, scale=189.4, 0.633699634",
            "PERCENTILE(PAY; 0.5): exponential mechanism on rank, 0.366300367",
            "total: 1.000000000");
    assertThat(shares("SELECT /*+ DP(weights='m = 12.25, a = 0.25') */" + columns))
        .containsExactly(
            "COUNT(*), SUM(AGE), AVG(AGE): discrete Laplace, L1 120, scale=400, 0.300000000",
            "PERCENTILE(PAY; 0.5): exponential mechanism on rank, 0.700000000",
            "total: 1.000000000");
    assertThat(
            shares(
                "SELECT /*+ DP(noise=gaussian, weights='s = 8') */ sex, SUM(age) AS s, SUM(pay) AS"
                    + " p FROM people GROUP BY sex"))
        .containsExactly(
            "SUM(AGE): discrete Gaussian, 4/5 of one vector, L2 120, sigma=684.3, 0.800000000",
            "SUM(PAY): discrete Gaussian, 1/5 of one vector, L2 1000, sigma=11410, 0.200000000",
            "total: 1.000000000");
  }

  /** The mechanism, sensitivity, scale and epsilon of what is released, and the total. */
  private List<String> shares(String sql) throws SQLException {
    List<String> shares = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (rows.next()) {
        if (rows.getBigDecimal("EPSILON").signum() > 0) {
          boolean noisy = String.valueOf(rows.getString("MECHANISM")).startsWith("discrete");
          shares.add(
              rows.getString("RELEASE")
                  + (rows.getString("MECHANISM") == null ? "" : ": " + rows.getString("MECHANISM"))
                  + (noisy
                      ? ", " + rows.getString("SENSITIVITY") + ", " + rows.getString("NOISE_SCALE")
                      : "")
                  + (rows.getString("MECHANISM") == null ? ": " : ", ")
                  + rows.getString("EPSILON"));
        }
      }
    }
    return shares;
  }

  /** The errors beside the values are those of the shares. */
  @Test
  void errorsAreThoseOfTheShares() throws SQLException {
    String sql = "SELECT %s COUNT(DISTINCT sex) AS n, SUM(pay) AS s FROM people";
    for (String noise : List.of("laplace", "gaussian")) {
      double[] equal = errors(sql.formatted("/*+ DP(noise=" + noise + ") */"));
      double[] uneven = errors(sql.formatted("/*+ DP(noise=" + noise + ", weights='s = 64') */"));
      double more = noise.equals("laplace") ? 16.0 / 9 : Math.sqrt(2 * 16.0 / 17);
      double less = noise.equals("laplace") ? 2.0 / 9 : Math.sqrt(2.0 / 17);
      assertThat(equal[1] / uneven[1]).as(noise).isCloseTo(more, within(0.01));
      assertThat(equal[0] / uneven[0]).as(noise).isCloseTo(less, within(0.04));
    }
  }

  private double[] errors(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return new double[] {rows.getDouble("N_error95"), rows.getDouble("S_error95")};
    }
  }

  private double sigma(String sql) throws SQLException {
    Line line = explained(sql).get("SUM(AGE)");
    return Double.parseDouble(line.scale().replace("sigma=", ""));
  }

  @Test
  void aReleaseIsCalledByAllThatIsComputedOfIt() throws SQLException {
    assertThat(explained("SELECT COUNT(*), SUM(age), MIN(age) FROM people").keySet())
        .startsWith("COUNT(*), SUM(AGE)", "COUNT(*)", "SUM(AGE)", "MIN(AGE)");
    assertThat(explained("SELECT COUNT(*), AVG(age), SUM(age) FROM people").keySet())
        .startsWith("COUNT(*), SUM(AGE), AVG(AGE)", "COUNT(*)", "SUM(AGE)", "AVG(AGE)");
  }
}
