package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/**
 * Sums, counts and means of what has no bounds, without noise, on every database: with so large an
 * epsilon one total is enough for a clamp above it, and the answers are exact.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class AutoBoundsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1000, delta: 1e-6}
      limits: {max_epsilon_per_query: 1000}
      budget: {epsilon: 1000000, delta: 1e-1}
      schemas:
        PUBLIC:
          tables:
            BILLS:
              privacy_unit: ID
              max_rows_contributed: auto
              max_groups_contributed: 2
              columns:
                ID: {}
                A: {lower: 0, upper: auto}
                S: {lower: auto, upper: auto}
                N: {lower: auto, upper: auto}
                X: {lower: 0, upper: auto, step: 0.01}
                R: {lower: 0, upper: 5}
                G: {values: [a, b, c]}
                H: {}
            PEOPLE:
              privacy_unit: ID
              columns: {ID: {}, PAY: {lower: 0, upper: auto}, G: {values: [a, b, c]}}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    List<String> bills = new ArrayList<>();
    List<String> people = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      people.add("(%d, %d, '%s')".formatted(i, 1000 + i, i % 2 == 0 ? "a" : "b"));
      for (int row = 0; row <= i % 4; row++) {
        bills.add(
            "(%d, %d, %d, %d.25, %d.5, %s, '%s', 'h')"
                .formatted(i, i + row, row - i, i - 50, i, row % 6, i % 2 == 0 ? "a" : "b"));
      }
    }
    bills.add("(NULL, 1, 1, 1, 1, 1, 'a', 'h')");
    bills.add("(100, NULL, NULL, NULL, NULL, NULL, 'a', 'h')");
    database.load(
        "CREATE TABLE BILLS (ID INTEGER, A INTEGER, S BIGINT, N NUMERIC(9, 2), X DOUBLE PRECISION,"
            + " R INTEGER, G VARCHAR(1) NOT NULL, H VARCHAR(1));\n"
            + "INSERT INTO BILLS VALUES "
            + String.join(", ", bills)
            + ";\n"
            + "CREATE TABLE PEOPLE (ID INTEGER NOT NULL PRIMARY KEY, PAY INTEGER, G VARCHAR(1) NOT NULL);\n"
            + "INSERT INTO PEOPLE VALUES "
            + String.join(", ", people)
            + ";\n");
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(POLICY));
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

  private double number(String sql) {
    List<List<@Nullable Object>> rows = ask(sql);
    assertThat(rows).hasSize(1);
    return ((Number) rows.get(0).get(0)).doubleValue();
  }

  /** 250 rows of 100 people, and one of another that has nothing but its key. */
  @Test
  void rowsAreCountedHoweverManySomebodyHas() {
    assertThat(number("SELECT COUNT(*) FROM bills")).isEqualTo(251);
    assertThat(number("SELECT COUNT(a) FROM bills")).isEqualTo(250);
    assertThat(number("SELECT COUNT(*) FILTER (WHERE r = 3) FROM bills")).isEqualTo(25);
    assertThat(number("SELECT COUNT(*) FROM bills WHERE a < 0")).isEqualTo(0);
    assertThat(number("SELECT COUNT(DISTINCT id) FROM bills")).isEqualTo(101);
  }

  @Test
  void sumsAreExactWhereTheClampIsAboveAllTotals() {
    assertThat(number("SELECT SUM(a) FROM bills")).isEqualTo(12_750);
    assertThat(number("SELECT SUM(r) FROM bills")).isEqualTo(250);
    assertThat(number("SELECT SUM(x) FROM bills")).isEqualTo(12_625);
    assertThat(number("SELECT SUM(a) FILTER (WHERE r = 3) FROM bills")).isEqualTo(1350);
    assertThat(number("SELECT SUM(a * 2 + 1) FROM bills")).isEqualTo(25_750);
    assertThat(number("SELECT SUM(a) FROM bills WHERE a < 0")).isEqualTo(0);
    assertThat(number("SELECT SUM(pay) FROM people")).isEqualTo(104_950);
  }

  /** Those below 0 are a sum of their own. */
  @Test
  void totalsMayHaveEitherSign() {
    assertThat(number("SELECT SUM(s) FROM bills")).isEqualTo(-12_250);
    assertThat(number("SELECT SUM(-s) FROM bills")).isEqualTo(12_250);
    assertThat(number("SELECT SUM(n) FROM bills")).isEqualTo(1);
  }

  @Test
  void meansAreQuotientsOfBoth() {
    assertThat(number("SELECT AVG(CAST(a AS DOUBLE PRECISION)) FROM bills")).isEqualTo(51);
    assertThat(number("SELECT AVG(CAST(n AS DOUBLE PRECISION)) FROM bills")).isEqualTo(0.004);
    assertThat(number("SELECT AVG(CAST(pay AS DOUBLE PRECISION)) FROM people")).isEqualTo(1049.5);
    assertThat(ask("SELECT AVG(n) FROM bills WHERE a < 0"))
        .isEqualTo(List.of(Arrays.asList(new Object[] {null})));
  }

  @Test
  void groupsHaveClampsOfTheirOwn() {
    assertThat(ask("SELECT g, COUNT(*), SUM(a) FROM bills GROUP BY g ORDER BY g").toString())
        .isEqualTo("[[a, 101, 5025], [b, 150, 7725], [c, 0, 0]]");
    assertThat(ask("SELECT h, SUM(a) FROM bills GROUP BY h").toString()).isEqualTo("[[h, 12750]]");
    assertThat(ask("SELECT g, SUM(pay) FROM people GROUP BY g ORDER BY g").toString())
        .isEqualTo("[[a, 52450], [b, 52500], [c, 0]]");
  }

  /** The smallest power of two that nobody is beyond. */
  @Test
  void boundsAreAnsweredThemselves() {
    assertThat(number("SELECT MAX(a) FROM bills")).isEqualTo(128);
    assertThat(number("SELECT MAX(s) FROM bills")).isEqualTo(1);
    assertThat(number("SELECT MIN(s) FROM bills")).isEqualTo(-128);
    assertThat(number("SELECT MAX(x) FROM bills")).isEqualTo(163.84);
    assertThat(number("SELECT MAX(n) FROM (SELECT id, COUNT(*) AS n FROM bills GROUP BY id) AS t"))
        .isEqualTo(4);
    assertThat(ask("SELECT g, MAX(pay) FROM people GROUP BY g ORDER BY g").toString())
        .isEqualTo("[[a, 2048], [b, 2048], [c, 1]]");
  }

  @Test
  void aBoundOfTheQuerysOwnIsTaken() {
    assertThat(
            ask("EXPLAIN PRIVACY FOR SELECT SUM(a) FROM bills")
                .get(0)
                .get(ExplainColumn.MECHANISM.ordinal()))
        .isEqualTo("sparse vector, then discrete Laplace");
    assertThat(
            ask("EXPLAIN PRIVACY FOR SELECT /*+ DP(max_rows_contributed=4) */ SUM(a) FROM bills"
                    + " WHERE a BETWEEN 0 AND 200")
                .get(0)
                .get(ExplainColumn.MECHANISM.ordinal()))
        .isEqualTo("discrete Laplace");
    assertThat(
            number(
                "SELECT /*+ DP(max_rows_contributed=4) */ SUM(a) FROM bills"
                    + " WHERE a BETWEEN 0 AND 200"))
        .isEqualTo(12_750);
  }

  @Test
  void thePolicyShowsThatALimitIsChosen() {
    String limits =
        "SELECT DISTINCT max_rows_contributed, max_groups_contributed FROM DP.COLUMNS"
            + " WHERE UPPER(table_name) = ";
    assertThat(ask(limits + "'BILLS'")).isEqualTo(List.of(List.of("auto", 2)));
    assertThat(ask(limits + "'PEOPLE'")).isEqualTo(List.of(Arrays.asList(null, null)));
  }

  @Test
  void anExplanationNamesMechanismAndSplit() {
    List<@Nullable Object> row =
        ask("EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM bills WHERE h = 'x'").get(0);
    assertThat(row.get(0)).isEqualTo("COUNT(*)");
    assertThat((String) row.get(ExplainColumn.SENSITIVITY.ordinal())).isEqualTo("1 total per unit");
    assertThat((String) row.get(ExplainColumn.NOISE_SCALE.ordinal()))
        .isEqualTo(
            "clipping bound: one of 32 powers of two, with about 1 of the totals beyond it, for"
                + " epsilon 250; noise: scale=0.001334 times the bound");
    assertThat(row.get(ExplainColumn.ERROR95.ordinal())).isNull();
    assertThat((BigDecimal) row.get(ExplainColumn.EPSILON.ordinal())).isEqualByComparingTo("1000");
    assertThat((String) row.get(ExplainColumn.BOUNDING.ordinal()))
        .isEqualTo("per-unit clamp, one group per unit, totals by powers of two");
  }

  @Test
  void whatNeedsBoundsIsRefused() {
    refused("SELECT MIN(a) FROM bills", "DP-NO-BOUNDS", "the bounds of A are auto");
    refused("SELECT MEDIAN(s) FROM bills", "DP-NO-BOUNDS", "the bounds of S are auto");
    refused("SELECT VAR_POP(a) FROM bills", "DP-NO-BOUNDS", "the bounds of A are auto");
    refused("SELECT MAX(r) FROM bills", "DP-NO-BOUNDS", "max_rows_contributed of BILLS is auto");
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (error = 10) SUM(a) FROM bills",
        "DP-UNSUPPORTED",
        "privacy option error only supports counts, sums, means");
  }

  private void refused(String sql, String code, String reason) {
    assertThatThrownBy(() -> ask(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(code)
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).replaceAll("(?i)bills", "BILLS"))
                    .containsIgnoringCase(reason));
  }
}
