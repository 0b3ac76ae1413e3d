package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
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

/** Counts are integers, and not negative where the policy says so. Every draw is −30. */
class CountsTest {
  private static final String BACKEND = "jdbc:h2:mem:counts";

  @TempDir private Path folder;
  private Connection raw;

  @BeforeEach
  void open() throws SQLException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, kind INTEGER NOT NULL)");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 100), MOD(x, 3) FROM SYSTEM_RANGE(1, 1000)");
      statement.execute(
          "CREATE TABLE visits (person INTEGER, kind INTEGER NOT NULL, cost INTEGER)");
      statement.execute(
          "INSERT INTO visits SELECT MOD(x, 50), MOD(x, 7), 1 FROM SYSTEM_RANGE(1, 1000)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    raw.close();
  }

  private Rows run(String terms, String sql) throws IOException {
    Path policy = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8%s}
        budget: {epsilon: 50, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, KIND: {values: [0, 1, 2]}}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 2
                max_groups_contributed: 2
                contribution: clip
                columns: {PERSON: {}, KIND: {values: [0, 1, 2, 3, 4, 5, 6]}, COST: {lower: 0, upper: 9}}
        """
            .formatted(terms));
    try (DpSession session =
        (DpSession)
            new Engine(
                    TestNoise.drawing(distribution -> BigInteger.valueOf(-30)), Clock.systemUTC())
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
                        true,
                        0,
                        0))) {
      return session
          .prepare(sql)
          .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
          .rows();
    }
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM people WHERE age > 200",
        "SELECT COUNT(DISTINCT age) FROM people WHERE age > 200",
        "SELECT COUNT(age), AVG(age) FROM people WHERE age > 200",
        "SELECT REGR_COUNT(age, age), CORR(age, age) FROM people WHERE age > 200",
        "SELECT REGR_COUNT(age, kind) FROM people WHERE age > 200",
        "SELECT COUNT(*) FROM visits WHERE cost > 8 AND kind = 9",
        "SELECT kind, COUNT(*) FROM people WHERE age > 200 GROUP BY ROLLUP (kind) ORDER BY 2 LIMIT 1"
      })
  void areNotNegativeWhereThePolicySaysSo(String sql) throws IOException {
    int column = sql.contains("ROLLUP") ? 1 : 0;

    assertThat(number(run("", sql).get(0, column))).isNegative();
    assertThat(number(run(", clamp: true", sql).get(0, column))).isZero();
  }

  @Test
  void areTheSameAboveZero() throws IOException {
    String sql = "SELECT COUNT(*) FROM people";

    assertThat(run(", clamp: true", sql).get(0, 0)).isEqualTo(970L);
  }

  /** The errors of counts that lean to one side add up; those of others do half cancel. */
  @Test
  void haveErrorsThatAddUpWhenTheyLean() throws IOException {
    String sql = "SELECT SUM(n) FROM (SELECT kind, COUNT(*) AS n FROM people GROUP BY kind)";
    double one = number(run("", "SELECT COUNT(*) FROM people").get(0, 1));

    assertThat(number(run("", sql).get(0, 1))).isLessThan(2 * one);
    assertThat(number(run(", clamp: true", sql).get(0, 1))).isGreaterThanOrEqualTo(3 * one);
  }

  /** Of kinds 1 and 2 there are 30 rows: their counts come out as 0. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "NULL",
      value = {
        "COUNT(*) * 1.0 / COUNT(*)                                   | NULL",
        "1 / COUNT(*)                                                | NULL",
        "1e0 / COUNT(*)                                              | NULL",
        "COALESCE(1.0 / COUNT(*), -1)                                | -1",
        "COALESCE(MOD(7, COUNT(*)), -1)                              | -1",
        "COALESCE(LN(COUNT(*) * 1e0), -1)                            | -1",
        "CASE WHEN COUNT(*) / COUNT(*) IS NULL THEN -1 ELSE 1 END    | -1",
        "CAST(COUNT(*) - 1000 AS TINYINT)                            | NULL",
        "ASCII('a') / COUNT(*)                                       | NULL",
        "SUM(COUNT(*) / COUNT(*)) OVER (PARTITION BY kind)           | NULL",
      })
  void whatACountOfZeroLeavesUndefinedIsNullForItsRow(String value, @Nullable Integer expected)
      throws IOException {
    Rows rows =
        run(
            "",
            "SELECT kind, "
                + value
                + " FROM people WHERE id <= 90 OR (kind = 0 AND id <= 480) GROUP BY kind"
                + " ORDER BY kind");

    assertThat(rows.size()).isEqualTo(3);
    assertThat(rows.get(0, 1) != null || value.startsWith("CAST")).isTrue();
    for (int row = 1; row < 3; row++) {
      Object reported = rows.get(row, 1);
      assertThat(reported == null ? null : ((Number) reported).intValue()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT kind, COUNT(*) FROM visits GROUP BY kind",
        "SELECT kind, COUNT(cost), AVG(cost) FROM visits GROUP BY kind",
        "SELECT kind, COUNT(age), VAR_POP(age) FROM people GROUP BY kind"
      })
  void areWholeAndTheirErrorsKnowIt(String sql) throws IOException {
    Rows rows = run("", sql);

    for (int row = 0; row < rows.size(); row++) {
      assertThat(rows.get(row, 1)).isInstanceOf(Long.class);
      assertThat(number(rows.get(row, 2))).isGreaterThanOrEqualTo(0.5);
    }
  }
}
