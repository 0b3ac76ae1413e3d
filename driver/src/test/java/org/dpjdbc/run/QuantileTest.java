package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Quantiles without noise, on every database: of cells as fine as there are, and of wider ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class QuantileTest {
  private static final int ROWS = 1001;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1000, delta: 1e-6}
      limits: {max_epsilon_per_query: 1000}
      budget: {epsilon: 1000000, delta: 1e-1}
      schemas:
        PUBLIC:
          tables:
            ROWS1:
              privacy_unit: ID
              max_rows_contributed: 1
              max_groups_contributed: 1
              columns:
                ID: {}
                A: {lower: 0, upper: 2000}
                B: {lower: -1000000, upper: 1000000}
                X: {lower: 0, upper: 1000}
                N: {lower: -500, upper: 500}
                D: {lower: 2000-01-01, upper: 2009-12-31}
                T: {lower: 2000-01-01T00:00:00, upper: 2009-12-31T23:59:59}
                G: {values: [a, b]}
                H: {}
                F: {}
            MANY:
              privacy_unit: ID
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns: {ID: {}, A: {lower: 0, upper: 100}, G: {values: [a, b]}}
            ENDS:
              privacy_unit: ID
              max_rows_contributed: 1
              max_groups_contributed: 1
              columns: {ID: {}, A: {lower: -7, upper: 9999}, X: {lower: 0.5, upper: 8.5}}
            WIDE:
              privacy_unit: ID
              columns:
                ID: {}
                K: {values: [%s]}
                I: {lower: -2000000000, upper: 2000000000}
                L: {lower: -4000000000000000000, upper: 1000000000000000000}
                N: {lower: -100000000000000000000, upper: 100000000000000000000}
                C: {lower: 0, upper: 1000000000}
                X: {lower: -1000000000, upper: 1000000000, step: 0.1}
                P: {lower: 1000, upper: 2000000000}
                M: {lower: -2000000000, upper: -3}
            PRICES: {public: true}
      """;

  /** At the ends of octaves, and beside them. */
  private static final List<Integer> WIDE =
      IntStream.of(0, 5, 7, 9, 12, 16, 20, 23, 26, 29, 30)
          .flatMap(power -> IntStream.of((1 << power) - 1, 1 << power, (1 << power) + 1))
          .flatMap(value -> IntStream.of(value, -value))
          .distinct()
          .boxed()
          .toList();

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          "(%d, %d, %d, %s, %s, DATE '%s', TIMESTAMP '%s', '%s', '%s', %d)"
              .formatted(
                  i,
                  i,
                  1000 * i - 500_000,
                  i + ".25",
                  (i - 500) + ".75",
                  LocalDate.of(2000, 1, 1).plusDays(3L * i),
                  LocalDateTime.of(2000, 1, 1, 0, 0)
                          .plusSeconds(86_400L * 3 * i)
                          .toString()
                          .replace('T', ' ')
                      + ":00",
                  i % 2 == 0 ? "a" : "b",
                  i % 2 == 0 ? "c" : "d",
                  i % 3));
    }
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add("(%d, %d, 'a')".formatted(i, i));
    }
    // somebody with many rows counts as much as two
    for (int i = 0; i < 1000; i++) {
      many.add("(1000, 99, '%s')".formatted(i % 2 == 0 ? "a" : "b"));
    }
    List<String> ends = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      ends.add(
          i >= 1000
              ? "(%d, NULL, NULL)".formatted(i)
              : i < 400 ? "(%d, -50000, -1)".formatted(i) : "(%d, 50000, 9.5)".formatted(i));
    }
    List<String> wide = new ArrayList<>();
    for (int i = 0; i < WIDE.size(); i++) {
      String x = WIDE.get(i).toString();
      wide.add("(%d, %d, %s, %s, %s, %s.25, %s, %s, %s)".formatted(i, i, x, x, x, x, x, x, x));
    }
    database.load(
        "CREATE TABLE ROWS1 (ID INTEGER, A INTEGER, B INTEGER, X DOUBLE PRECISION, N NUMERIC(9, 2),"
            + " D DATE, T TIMESTAMP, G VARCHAR(1) NOT NULL, H VARCHAR(1), F INTEGER);\n"
            + "INSERT INTO ROWS1 VALUES "
            + String.join(", ", rows)
            + ";\n"
            + "CREATE TABLE MANY (ID INTEGER, A INTEGER, G VARCHAR(1) NOT NULL);\n"
            + "INSERT INTO MANY VALUES "
            + String.join(", ", many)
            + ";\n"
            + "CREATE TABLE ENDS (ID INTEGER NOT NULL PRIMARY KEY, A INTEGER, X DOUBLE"
            + " PRECISION);\n"
            + "INSERT INTO ENDS VALUES "
            + String.join(", ", ends)
            + ";\n"
            + "CREATE TABLE WIDE (ID INTEGER NOT NULL PRIMARY KEY, K INTEGER NOT NULL, I INTEGER, L BIGINT, N NUMERIC(38,"
            + " 0), C NUMERIC(14, 2), X DOUBLE PRECISION, P BIGINT, M INTEGER);\n"
            + "INSERT INTO WIDE VALUES "
            + String.join(", ", wide)
            + ";\n"
            + "CREATE TABLE PRICES (PRICE INTEGER);\n"
            + "INSERT INTO PRICES VALUES (100), (400), (550), (700), (900);\n");
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            POLICY.formatted(
                IntStream.range(0, WIDE.size())
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining(", ")))));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private List<List<@Nullable Object>> ask(String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (int r = 0; r < rows.size(); r++) {
      all.add(Arrays.asList(rows.row(r)));
    }
    return all;
  }

  private @Nullable Object one(String sql) {
    List<List<@Nullable Object>> rows = ask(sql);
    assertThat(rows).hasSize(1);
    return rows.get(0).get(0);
  }

  @Test
  void aMedianIsTheMiddleOne() {
    assertThat(one("SELECT MEDIAN(a) FROM rows1")).isEqualTo(500.0);
    assertThat(one("SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) FROM rows1"))
        .isEqualTo(500.0);
    assertThat(one("SELECT MEDIAN(a) FILTER (WHERE a < 101) FROM rows1")).isEqualTo(50.0);
    assertThat(one("SELECT MEDIAN(a) FROM rows1 WHERE a < 101")).isEqualTo(50.0);
    assertThat(one("SELECT MEDIAN(a + 1) + 1 FROM rows1")).isEqualTo(502.0);
  }

  @Test
  void aDiscreteQuantileHasTheTypeOfItsColumn() {
    assertThat(one("SELECT PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY a) FROM rows1"))
        .isEqualTo(250);
    assertThat(one("SELECT PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY a DESC) FROM rows1"))
        .isEqualTo(750);
    assertThat(one("SELECT APPROX_PERCENTILE(a, 0.9) FROM rows1")).isEqualTo(900);
    assertThat(one("SELECT QUANTILE_DISC(a, 0.9) FROM rows1")).isEqualTo(900);
  }

  @Test
  void wideRangesAreCutInCells() {
    assertThat((Double) one("SELECT MEDIAN(b) FROM rows1")).isBetween(-489.0, 489.0);
    assertThat((Double) one("SELECT MEDIAN(x) FROM rows1")).isBetween(500.0, 500.5);
    assertThat((BigDecimal) one("SELECT QUANTILE(n, 0.5) FROM rows1"))
        .isBetween(new BigDecimal("0.50"), new BigDecimal("1.00"));
  }

  /**
   * A value of its own in each group: the database counts it in the cell that it is in, or no point
   * of that would be chosen. In groups there are at least 8 cells an octave.
   */
  @Test
  void everyValueIsInItsCell() {
    for (String column : List.of("i", "l", "n", "c", "x", "p", "m", "i + 1", "c * 3 - i / 7")) {
      List<List<@Nullable Object>> rows =
          ask(
              "SELECT k, MEDIAN(%1$s) AS q, MIN(%1$s) AS low, SUM(%1$s) AS x FROM wide GROUP BY k"
                  .formatted(column));
      assertThat(rows).hasSize(WIDE.size());
      for (List<@Nullable Object> row : rows) {
        double exact = number(row.get(3));
        assertThat(number(row.get(1)))
            .as("%s of %s", column, row)
            .isCloseTo(exact, Offset.offset(Math.max(1, Math.abs(exact) / 8)));
        assertThat(number(row.get(2)))
            .isCloseTo(exact, Offset.offset(Math.max(1, Math.abs(exact) / 8)));
      }
    }
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }

  /** Where bounds are a thousand times as wide as they need be. */
  @Test
  void aCellIsAsWideAsItsValuesNeed() {
    assertThat((Double) one("SELECT MEDIAN(i) FROM wide WHERE i > 0"))
        .isBetween(65_000.0, 66_500.0);
    assertThat((Double) one("SELECT MEDIAN(CASE WHEN i > 0 THEN i * 3 - 1 END) FROM wide"))
        .isBetween(195_000.0, 199_500.0);
  }

  /** 400 below the bounds, 600 above, and more without a value: of cells of several points. */
  @Test
  void whatIsBeyondTheBoundsIsAtTheirEnds() {
    assertThat((Double) one("SELECT MEDIAN(a) FROM ends")).isBetween(9996.0, 9999.0);
    assertThat((Integer) one("SELECT QUANTILE(a, 0.3) FROM ends")).isBetween(-7, -5);
    assertThat((Integer) one("SELECT QUANTILE(a, 0.7) FILTER (WHERE id < 500) FROM ends"))
        .isBetween(-7, -5);
    assertThat((Double) one("SELECT MEDIAN(x) FROM ends")).isBetween(8.49, 8.5);
    assertThat((Double) one("SELECT QUANTILE(x, 0.3) FROM ends")).isBetween(0.5, 0.51);
    assertThat(
            (Double)
                one(
                    "SELECT MEDIAN(CASE WHEN a > 0 THEN 5000 WHEN a < -9 THEN a ELSE 7 END)"
                        + " FROM ends WHERE id < 1000"))
        .isBetween(5000.0, 5003.0);
  }

  @Test
  void datesAndTimestampsHaveQuantiles() {
    assertThat(one("SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY d) FROM rows1"))
        .isEqualTo(LocalDate.of(2000, 1, 1).plusDays(1500));
    assertThat((LocalDateTime) one("SELECT QUANTILE(t, 0.5) FROM rows1"))
        .isBetween(
            LocalDateTime.of(2000, 1, 1, 0, 0).plusDays(1499),
            LocalDateTime.of(2000, 1, 1, 0, 0).plusDays(1501));
    assertThat((LocalDate) one("SELECT MIN(d) FROM rows1"))
        .isBetween(LocalDate.of(2000, 1, 1), LocalDate.of(2000, 1, 7));
  }

  /** The rank aimed at is one row from the end. */
  @Test
  void extremesAreOffByFewRows() {
    assertThat((Integer) one("SELECT MIN(a) FROM rows1")).isBetween(0, 1);
    assertThat((Integer) one("SELECT MAX(a) FROM rows1")).isBetween(999, 1000);
  }

  @Test
  void severalQuantilesAscend() {
    List<@Nullable Object> row =
        ask("SELECT QUANTILE(a, 0.9), MEDIAN(a), QUANTILE(a, 0.1), MAX(a), AVG(a) FROM rows1")
            .get(0);
    assertThat((Integer) row.get(0)).isBetween(899, 901);
    assertThat((Double) row.get(1)).isBetween(499.0, 501.0);
    assertThat((Integer) row.get(2)).isBetween(99, 101);
    assertThat((Integer) row.get(3)).isBetween(999, 1000);
    assertThat(((Number) row.get(4)).doubleValue()).isEqualTo(500.0);
  }

  @Test
  void groupsHaveQuantilesOfTheirOwn() {
    assertThat(ask("SELECT g, QUANTILE(a, 0.5), COUNT(*) FROM rows1 GROUP BY g ORDER BY g"))
        .satisfies(
            rows -> {
              assertThat(rows).hasSize(2);
              assertThat((Integer) rows.get(0).get(1)).isBetween(498, 502);
              assertThat((Integer) rows.get(1).get(1)).isBetween(498, 502);
            });
    assertThat(
            ask(
                "SELECT h, QUANTILE(a, 0.25) FROM rows1 WHERE a < 501 OR h = 'c' GROUP BY h ORDER BY h"))
        .satisfies(
            rows -> {
              assertThat(rows).hasSize(2);
              assertThat((Integer) rows.get(0).get(1)).isBetween(248, 252);
              assertThat((Integer) rows.get(1).get(1)).isBetween(123, 127);
            });
  }

  /** 100 people with one row, and one whose thousand rows count as much as two. */
  @Test
  void whoHasManyRowsCountsAsTheAllowedOnes() {
    assertThat((Double) one("SELECT MEDIAN(a) FROM many")).isBetween(50.0, 51.0);
  }

  /** 901, 601, 451, 301 and 101 rows have as much as each price. */
  @Test
  void theBestGroupsAreChosenWithoutTheirScores() {
    String auction =
        "SELECT price FROM prices JOIN rows1 ON a >= price GROUP BY price"
            + " ORDER BY price * COUNT(*) DESC LIMIT ";
    assertThat(ask(auction + 1)).isEqualTo(List.of(List.of(550)));
    assertThat(
            ask("EXPLAIN PRIVACY FOR " + auction + 1).get(0).get(ExplainColumn.MECHANISM.ordinal()))
        .isEqualTo("permute-and-flip");
    assertThat(one("SELECT g FROM rows1 GROUP BY g ORDER BY COUNT(*) DESC LIMIT 1")).isEqualTo("a");
    assertThat(one("SELECT g FROM rows1 GROUP BY g ORDER BY SUM(a) LIMIT 1")).isEqualTo("b");
    assertThat(
            ask("EXPLAIN PRIVACY FOR SELECT h FROM rows1 GROUP BY h ORDER BY COUNT(*) LIMIT 1")
                .get(0)
                .get(ExplainColumn.MECHANISM.ordinal()))
        .isEqualTo("truncated discrete Laplace");
  }

  @Test
  void whatHasNoQuantileIsRefused() {
    refused("SELECT MEDIAN(f) FROM rows1", "DP-NO-BOUNDS", "has no lower and upper bound");
    refused("SELECT MIN(f) FROM rows1", "DP-NO-BOUNDS", "has no lower and upper bound");
    refused("SELECT MEDIAN(d) FROM rows1", "DP-UNSUPPORTED", "PERCENTILE_DISC(0.5)");
    refused("SELECT MAX(h) FROM rows1", "DP-UNSUPPORTED", "on private rows only supports");
    refused("SELECT QUANTILE(a, 1.5) FROM rows1", "", "");
    refused("SELECT PERCENTILE_CONT(-0.1) WITHIN GROUP (ORDER BY a) FROM rows1", "", "");
    refused("SELECT MEDIAN(DISTINCT a) FROM rows1", "", "");
  }

  private void refused(String sql, String code, String reason) {
    assertThatThrownBy(() -> ask(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(code)
        .hasMessageContaining(reason);
  }

  private String scale(String aggregates) {
    return (String)
        ask("EXPLAIN PRIVACY FOR SELECT " + aggregates + " FROM rows1")
            .get(0)
            .get(ExplainColumn.NOISE_SCALE.ordinal());
  }

  @Test
  void anExplanationNamesTheMechanism() {
    List<@Nullable Object> row = ask("EXPLAIN PRIVACY FOR SELECT MEDIAN(b) FROM rows1").get(0);
    assertThat((String) row.get(0)).isEqualToIgnoringCase("PERCENTILE(B; 0.5)");
    assertThat(row.get(ExplainColumn.MECHANISM.ordinal()))
        .isEqualTo("exponential mechanism on rank");
    assertThat((String) row.get(ExplainColumn.NOISE_SCALE.ordinal()))
        .isEqualTo(
            "3793 cells of 1 to 2048 points, 95 % in the cell of a rank within 1 of the wanted one; a"
                + " cell is at most 1/128 of the value wide, but from 1 to 2048, and the value may be anywhere"
                + " in it");
    assertThat(scale("QUANTILE(b, 0.25), MEDIAN(b), QUANTILE(b, 0.75)"))
        .isEqualTo(
            "3793 cells of 1 to 2048 points, 95 % all in cells of ranks within 1 of the wanted ones,"
                + " give or take the rows of 1 cell; a cell is at most 1/128 of the value wide, but from 1"
                + " to 2048, and the value may be anywhere in it");
    assertThat(scale("QUANTILE(t, 0.5)"))
        .endsWith("a cell is 77060 seconds wide, and the value may be anywhere in it");
    assertThat(scale("MIN(n)"))
        .isEqualTo(
            "3099 cells of 1 to 64 points, aims at the rank 0 of the end, 95 % in the cell of a rank"
                + " within 1 of the wanted one; a cell is at most 1/128 of the value wide, but from 0.01 to"
                + " 0.64, and the value may be anywhere in it");
  }
}
