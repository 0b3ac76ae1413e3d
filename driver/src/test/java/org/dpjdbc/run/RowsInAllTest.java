package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A limit on rows alone, without noise: 1,000 people have a row in each of ten regions, within the
 * 20 that count. Counts of more than some 400 rows are shown.
 */
class RowsInAllTest {
  private static final String BACKEND = "jdbc:h2:mem:rowsinall";
  private static final String BY_REGION =
      "SELECT region, COUNT(*) AS n FROM visits GROUP BY region ORDER BY region";

  @TempDir private Path folder;
  private Connection raw;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE visits (person INTEGER, region VARCHAR(9), kind INTEGER NOT NULL, cost INTEGER)");
      statement.execute(
          "INSERT INTO visits SELECT p.x, 'R' || r.x, MOD(p.x + r.x, 5), MOD(p.x * r.x, 10)"
              + " FROM SYSTEM_RANGE(1, 1000) p, SYSTEM_RANGE(0, 9) r");
    }
    session = session("max_rows_contributed: 20");
  }

  private DpSession session(String limits) throws SQLException, IOException {
    Path policy = Files.createTempFile(folder, "visits", ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 1000, delta: 1.0e-3}
        limits: {max_epsilon_per_query: 9}
        answers: {reuse_for: PT0S}
        schemas:
          PUBLIC:
            tables:
              VISITS:
                privacy_unit: PERSON
                %s
                columns:
                  {PERSON: {}, REGION: {}, KIND: {values: [0, 1, 2, 3, 4]}, COST: {lower: 0, upper: 9}}
        """
            .formatted(limits));
    return (DpSession)
        new Engine(TestNoise.zero(), Clock.systemUTC())
            .connect(
                new Settings(
                    BACKEND,
                    Map.of(),
                    Optional.empty(),
                    policy.toString(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "ann",
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    0,
                    0));
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    raw.close();
  }

  private static List<List<@Nullable Object>> run(DpSession session, String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (Object value : rows.row(row)) {
        values.add(plain(value));
      }
      all.add(values);
    }
    return all;
  }

  /** Of 5 rows that count of 10, what is scaled is no integer: 20 % have kind 0. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT AVG(CASE WHEN kind = 0 THEN 1.0 ELSE 0 END) FROM visits WHERE region <> 'R9'",
        "SELECT AVG(CAST(CASE WHEN kind = 0 THEN 1 ELSE 0 END AS DOUBLE)) FROM visits WHERE region"
            + " <> 'R9'",
        "SELECT REGR_AVGX(CASE WHEN cost < 5 THEN 1 ELSE 0 END, CASE WHEN kind = 0 THEN 1 ELSE 0"
            + " END) FROM visits WHERE region <> 'R9'",
        "SELECT COVAR_POP(CAST(CASE WHEN kind = 0 THEN 1 ELSE 0 END AS DOUBLE), CAST(CASE WHEN kind"
            + " = 0 THEN 1 ELSE 0 END AS DOUBLE)) / 0.8 FROM visits WHERE region <> 'R9'",
      })
  void smallValuesOfScaledPeopleAreNotRoundedDown(String sql) throws SQLException, IOException {
    try (DpSession few = session("max_rows_contributed: 5")) {
      double share = ((Number) Objects.requireNonNull(run(few, sql).get(0).get(0))).doubleValue();
      assertThat(share).isCloseTo(0.2, within(0.001));
    }
  }

  private List<List<@Nullable Object>> exact(String sql) throws SQLException {
    List<List<@Nullable Object>> all = new ArrayList<>();
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          values.add(plain(rows.getObject(i)));
        }
        all.add(values);
      }
    }
    return all;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return value instanceof Number number
        ? BigDecimal.valueOf(Math.round(number.doubleValue() * 1e6), 6).stripTrailingZeros()
        : value;
  }

  private void add(int person, String region, int rows) throws SQLException {
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "INSERT INTO visits SELECT %d, '%s', 1, 9 FROM SYSTEM_RANGE(1, %d)"
              .formatted(person, region, rows));
    }
  }

  private List<Long> counts(DpSession of, String options) {
    return run(of, BY_REGION.replace("SELECT", "SELECT " + options)).stream()
        .map(row -> ((BigDecimal) Objects.requireNonNull(row.get(1))).longValueExact())
        .toList();
  }

  /** Where two numbers are set, people keep three of their ten regions. */
  @Test
  void noGroupIsDropped() throws SQLException, IOException {
    assertThat(counts(session, "")).hasSize(10).containsOnly(1000L);
    try (DpSession two = session("max_rows_contributed: 20\n        max_groups_contributed: 3")) {
      assertThat(counts(two, "/*+ DP(epsilon=9) */").stream().mapToLong(n -> n).sum())
          .isEqualTo(3000L);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BY_REGION,
        "SELECT region, COUNT(DISTINCT person), SUM(cost), AVG(cost) FROM visits GROUP BY region"
            + " ORDER BY 1",
        "SELECT region, SUM(cost) FROM visits GROUP BY region ORDER BY 1",
        "SELECT kind, COUNT(*), COUNT(DISTINCT person), SUM(cost), VAR_POP(cost) FROM visits GROUP"
            + " BY kind ORDER BY 1",
        "SELECT kind, COUNT(DISTINCT cost) FROM visits GROUP BY kind ORDER BY 1",
        "SELECT kind, COUNT(*) FILTER (WHERE cost > 4), COUNT(*) FROM visits GROUP BY kind ORDER BY"
            + " 1",
        "SELECT COUNT(*), SUM(cost) FROM visits"
      })
  void whoKeepsWithinTheRowsIsNotCut(String sql) throws SQLException {
    assertThat(run(session, sql)).isEqualTo(exact(sql)).isNotEmpty();
  }

  /**
   * Of 60 + 20 rows a quarter counts: 15 and 5. With Gaussian noise L2 is clipped: 18.97 and 6.32.
   */
  @ParameterizedTest
  @CsvSource({"laplace, 1015, 1005", "gaussian, 1019, 1006"})
  void whoHasMoreIsScaled(String noise, long most, long others) throws SQLException {
    add(9001, "R0", 60);
    add(9001, "R1", 20);
    assertThat(counts(session, "/*+ DP(epsilon=9, noise=" + noise + ") */").subList(0, 3))
        .containsExactly(most, others, 1000L);
  }

  /** All in one group, or each in a group of its own: neither is cut. */
  @ParameterizedTest
  @ValueSource(strings = {"laplace", "gaussian"})
  void twentyRowsCountWhereverTheyAre(String noise) throws SQLException {
    add(9001, "R0", 20);
    for (int region = 0; region < 20; region++) {
      add(9002, "R" + region, 1);
    }
    String hint = "/*+ DP(epsilon=9, noise=" + noise + ") */";
    assertThat(counts(session, hint).subList(0, 2)).containsExactly(1021L, 1001L);
    assertThat(
            run(
                session,
                "SELECT "
                    + hint
                    + " region, COUNT(DISTINCT person) FROM visits GROUP BY region"
                    + " HAVING region = 'R1'"))
        .isEqualTo(List.of(List.of("R1", new BigDecimal("1001"))));
  }

  /** Where no count is asked for, the rows select the groups: twenty rows of a person are one's. */
  @Test
  void rowsSelectTheGroups() {
    List<String> shown =
        run(session, "EXPLAIN PRIVACY FOR SELECT region, SUM(cost) FROM visits GROUP BY region")
            .stream()
            .filter(row -> "private keys".equals(row.get(0)))
            .map(
                row ->
                    row.get(ExplainColumn.SENSITIVITY.ordinal())
                        + ", "
                        + row.get(ExplainColumn.NOISE_SCALE.ordinal()))
            .toList();
    assertThat(shown)
        .singleElement()
        .asString()
        .startsWith("L1 20, shown if the noisy number of rows exceeds ");
  }

  /** Beside a mean, too; but with other numbers of rows it adds up to less noise in a share. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COUNT(*), AVG(cost) | COUNT(*): scale=40, shown if above 691.8; AVG(COST): scale=360",
        "COUNT(*), COUNT(*) FILTER (WHERE kind = 0) | private keys: shown if the noisy number of"
            + " rows exceeds 691.8; COUNT(*), COUNT(*) FILTER (WHERE KIND = 0): scale=40",
      })
  void aCountSelectsTheGroups(String aggregates, String releases) {
    String sql =
        "EXPLAIN PRIVACY FOR SELECT region, " + aggregates + " FROM visits GROUP BY region";
    assertThat(
            run(session, sql).stream()
                .filter(row -> row.get(ExplainColumn.NOISE_SCALE.ordinal()) != null)
                .map(row -> row.get(0) + ": " + row.get(ExplainColumn.NOISE_SCALE.ordinal()))
                .collect(Collectors.joining("; ")))
        .isEqualTo(releases);
  }

  @Test
  void oneGroupIsClippedTo() throws SQLException, IOException {
    add(9001, "R0", 20);
    assertThat(counts(session, "")).startsWith(1020L, 1000L);
    try (DpSession one =
        session(
            "max_rows_contributed: 20\n        max_groups_contributed: 1\n"
                + "        contribution: clip")) {
      assertThat(counts(one, "")).startsWith(1020L, 1000L);
    }
  }

  /** Forty rows are beyond the twenty that count, but the query says itself what to clamp to. */
  @Test
  void theRangeOfTheQueryHolds() throws SQLException {
    add(9001, "R0", 30);
    add(9001, "R1", 10);
    String people = " FROM (SELECT person, COUNT(*) AS n FROM visits GROUP BY person)";
    assertThat(run(session, "SELECT AVG(n), SUM(n)" + people + " WHERE n BETWEEN 25 AND 50"))
        .isEqualTo(List.of(List.of(new BigDecimal("4E+1"), new BigDecimal("4E+1"))));
    assertThat(run(session, "SELECT SUM(LEAST(n, 50))" + people + " WHERE n > 10"))
        .isEqualTo(List.of(List.of(new BigDecimal("4E+1"))));
  }
}
