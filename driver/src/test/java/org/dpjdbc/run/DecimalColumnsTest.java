package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sums over columns of decimals, each at an end of its bounds or of its type in some row: the
 * answer without noise is that of the clamped values, and no row makes it fail. One row for each
 * person.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class DecimalColumnsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1000, delta: 1e-6}
      limits: {max_epsilon_per_query: 1000}
      budget: {epsilon: 1000000, delta: 1e-1}
      schemas:
        PUBLIC:
          tables:
            SMALL: {privacy_unit: ID, max_rows_contributed: 1, columns: {ID: {}, A: {lower: 0, upper: 0.9}}}
            FIRSTS: {privacy_unit: ID, max_rows_contributed: 1, columns: {ID: {}, N: {lower: -2, upper: 2}}}
            SECONDS: {privacy_unit: ID, max_rows_contributed: 1, columns: {ID: {}, N: {lower: -2, upper: 2}}}
            TOGETHER: {privacy_unit: ID, max_rows_contributed: 1, columns: {ID: {}, N: {lower: -2, upper: 2}}}
            RATED:
              privacy_unit: ID
              max_rows_contributed: 1
              columns: {ID: {}, STARS: {lower: 0.5, upper: 1.2}}
            PAID:
              privacy_unit: WHO
              max_rows_contributed: 2
              columns:
                WHO: {}
                P: {lower: -50, upper: 100.5}
                W: {lower: -9999999999999999.99, upper: 9999999999999999.99}
                Q: {lower: 0, upper: 9.999}
            BILLS:
              privacy_unit: ID
              max_rows_contributed: 1
              columns:
                ID: {}
                P: {lower: -50, upper: 100.5}
                W: {lower: -9999999999999999.99, upper: 9999999999999999.99}
                Q: {lower: 0, upper: 9.999}
                I: {lower: -2147483648, upper: 2147483647}
                J: {lower: -3, upper: 7}
                F: {lower: 0, upper: 100, step: 0.1}
                K: {lower: -100000, upper: 100000}
                V: {lower: -4000000000000, upper: 4000000000000}
      """;

  private static final String ROWS =
      """
      CREATE TABLE FIRSTS (ID INTEGER NOT NULL PRIMARY KEY, N DECIMAL(4, 0));
      INSERT INTO FIRSTS VALUES (1, -1);
      CREATE TABLE SECONDS (ID INTEGER NOT NULL PRIMARY KEY, N DECIMAL(4, 0));
      INSERT INTO SECONDS VALUES (2, 2);
      CREATE TABLE TOGETHER (ID INTEGER NOT NULL PRIMARY KEY, N DECIMAL(4, 0));
      INSERT INTO TOGETHER VALUES (1, -1), (2, 2);
      CREATE TABLE SMALL (ID INTEGER NOT NULL PRIMARY KEY, A DECIMAL(18, 18));
      INSERT INTO SMALL VALUES %s;
      CREATE TABLE RATED (ID INTEGER NOT NULL PRIMARY KEY, STARS DECIMAL(3, 1));
      INSERT INTO RATED VALUES (1, 0.5), (2, 1.2), (3, 1.2), (4, 99.9), (5, -0.1), (6, NULL), (7, 1.0), (8, 0.4);
      CREATE TABLE PAID (ID INTEGER NOT NULL PRIMARY KEY, WHO INTEGER NOT NULL, P DECIMAL(9, 2),
        W DECIMAL(18, 2), Q DECIMAL(4, 3));
      INSERT INTO PAID VALUES
        (1, 1, 100.50, 9999999999999999.99, 9.999), (2, 1, 100.49, 9999999999999999.99, 9.999),
        (3, 1, 0.02, 0.01, 9.999), (4, 2, -50.00, -9999999999999999.99, 9.999),
        (5, 2, -9999999.99, -9999999999999999.99, 9.999), (6, 2, -0.07, -0.07, 9.999),
        (7, 3, 12.34, 56.78, 9.012), (8, 3, NULL, NULL, NULL), (9, 4, NULL, NULL, NULL);
      CREATE TABLE BILLS (ID INTEGER NOT NULL PRIMARY KEY, P DECIMAL(9, 2), W DECIMAL(18, 2),
        Q DECIMAL(4, 3), I INTEGER, J INTEGER, F DECIMAL(6, 2), K INTEGER,
        V DECIMAL(18, 2));
      INSERT INTO BILLS VALUES
        (1, 100.50, 9999999999999999.99, 9.999, 2147483647, 2147483647, 0.34, 2147483647, 4000000000000.00),
        (2, -50.00, -9999999999999999.99, 0.000, -2147483648, -2147483648, 99.84, -2147483648, -9999999999999999.99),
        (3, 9999999.99, 0.01, -9.999, 0, 7, 9999.99, 99999, 0.01),
        (4, -9999999.99, -0.01, 9.999, 2147483647, -3, -9999.99, 0, 9999999999999999.99),
        (5, NULL, 9999999999999999.99, NULL, 2147483647, NULL, 0.24, NULL, NULL),
        (6, 0.01, NULL, 0.001, NULL, 1, NULL, 1, -4000000000000);
      """
          .formatted(
              IntStream.range(0, 300)
                  .mapToObj(id -> "(" + id + ", 0.9)")
                  .collect(Collectors.joining(", ")));

  /** The same rows, clamped. */
  private static final List<Map<Character, BigDecimal>> CLAMPED =
      List.of(
          row(
              "p=100.5 w=9999999999999999.99 q=9.999 i=2147483647 j=7 f=0.3 k=100000 v=4000000000000"),
          row(
              "p=-50 w=-9999999999999999.99 q=0 i=-2147483648 j=-3 f=99.8 k=-100000 v=-4000000000000"),
          row("p=100.5 w=0.01 q=0 i=0 j=7 f=100 k=99999 v=0.01"),
          row("p=-50 w=-0.01 q=9.999 i=2147483647 j=-3 f=0 k=0 v=4000000000000"),
          row("w=9999999999999999.99 i=2147483647 f=0.2"),
          row("p=0.01 q=0.001 j=1 k=1 v=-4000000000000"));

  private static Map<Character, BigDecimal> row(String text) {
    return Arrays.stream(text.split(" "))
        .collect(
            Collectors.toMap(each -> each.charAt(0), each -> new BigDecimal(each.substring(2))));
  }

  /**
   * What is summed.
   *
   * @param columns those without which there is nothing to sum
   * @param of a row that has them
   */
  private record Summed(
      String sql, String columns, Function<Map<Character, BigDecimal>, BigDecimal> of) {
    BigDecimal sum() {
      return CLAMPED.stream()
          .filter(row -> columns.chars().allMatch(column -> row.containsKey((char) column)))
          .map(of)
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
  }

  private static final List<Summed> SUMS =
      List.of(
          new Summed("p", "p", row -> row.get('p')),
          new Summed("w", "w", row -> row.get('w')),
          new Summed("f", "f", row -> row.get('f')),
          new Summed("-p", "p", row -> row.get('p').negate()),
          new Summed("100 - p", "p", row -> number(100).subtract(row.get('p'))),
          new Summed("p + p", "p", row -> row.get('p').add(row.get('p'))),
          new Summed("p * q", "pq", row -> row.get('p').multiply(row.get('q'))),
          new Summed(
              "p * (1 - q)", "pq", row -> row.get('p').multiply(number(1).subtract(row.get('q')))),
          new Summed(
              "p * q * q", "pq", row -> row.get('p').multiply(row.get('q')).multiply(row.get('q'))),
          new Summed("w + p", "wp", row -> row.get('w').add(row.get('p'))),
          new Summed("v * q", "vq", row -> row.get('v').multiply(row.get('q'))),
          new Summed("w * 3", "w", row -> row.get('w').multiply(number(3))),
          new Summed("w - w", "w", row -> number(0)),
          new Summed("i * q", "iq", row -> row.get('i').multiply(row.get('q'))),
          new Summed(
              "(i + 3) * q", "iq", row -> row.get('i').add(number(3)).multiply(row.get('q'))),
          new Summed(
              "(i + i) * q", "iq", row -> row.get('i').add(row.get('i')).multiply(row.get('q'))),
          new Summed(
              "k * k * q", "kq", row -> row.get('k').multiply(row.get('k')).multiply(row.get('q'))),
          new Summed("j * q", "jq", row -> row.get('j').multiply(row.get('q'))),
          new Summed(
              "j * p * 2", "jp", row -> row.get('j').multiply(row.get('p')).multiply(number(2))),
          new Summed(
              "CASE WHEN j > 0 THEN p ELSE -p END",
              "jp",
              row -> row.get('j').signum() > 0 ? row.get('p') : row.get('p').negate()),
          new Summed(
              "CASE WHEN j > 0 THEN p END",
              "jp",
              row -> row.get('j').signum() > 0 ? row.get('p') : number(0)));

  private static BigDecimal number(long value) {
    return BigDecimal.valueOf(value);
  }

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void connect() throws SQLException, IOException {
    database = backend.create();
    database.load(ROWS);
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(POLICY));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  @Test
  void aSumIsThatOfTheClampedValues() {
    SoftAssertions.assertSoftly(
        softly ->
            SUMS.forEach(
                summed ->
                    softly
                        .assertThat(sum(summed.sql(), "bills"))
                        .as(summed.sql())
                        .isEqualByComparingTo(summed.sum())));
  }

  /**
   * What the rows of a person add up to is clamped to what two of them can: those of the first and
   * of the second are beyond it, not by the same, and that of the third is within.
   */
  @ParameterizedTest
  @CsvSource({
    "p, 113.34", // 201 - 100 + 12.34
    "-p, -113.34",
    "w, 56.78",
    "100 - p, 486.65", // 98.99 + 300 + 87.66
    "p * q, 1121.10708", // 2009.799 - 999.9 + 111.20808
  })
  void aPersonsSumIsClamped(String expression, String sum) {
    assertThat(sum(expression, "paid")).isEqualByComparingTo(sum);
  }

  /** Those with the decimals of the type; what is beyond the bounds is in none. */
  @Test
  void eachNumberBetweenTheBoundsIsAGroup() {
    Rows rows = answer("SELECT stars, COUNT(*) AS n FROM rated GROUP BY stars ORDER BY stars");
    assertThat(
            IntStream.range(0, rows.size())
                .mapToObj(row -> rows.get(row, 0) + ": " + rows.get(row, 1)))
        .containsExactlyInAnyOrder(
            "0.5: 1", "0.6: 0", "0.7: 0", "0.8: 0", "0.9: 0", "1.0: 1", "1.1: 0", "1.2: 2",
            "null: 1");
  }

  /** A sum multiplied by 10^18, in 18 decimals, would need more than 38 digits. */
  @Test
  void manyDecimalsLeaveRoomForManyRows() {
    assertThat(sum("a", "small")).isEqualByComparingTo("270");
  }

  /** What has more decimals than its type says is rounded for each row, and not once for all. */
  @Test
  void aQuotientIsRoundedForEachRow() {
    assertThat(sum("n / 8", "together"))
        .isEqualByComparingTo(sum("n / 8", "firsts").add(sum("n / 8", "seconds")));
  }

  private BigDecimal sum(String expression, String table) {
    Object sum = answer("SELECT SUM(" + expression + ") AS x FROM " + table).get(0, 0);
    return new BigDecimal(String.valueOf(Objects.requireNonNull(sum)));
  }

  private Rows answer(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }
}
