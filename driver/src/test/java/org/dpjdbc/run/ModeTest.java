package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
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

/** The most common value without noise, on every database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ModeTest {
  private static final int ROWS = 100;

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
                A: {lower: -3, upper: 20}
                N: {lower: 0, upper: 10, step: 0.5}
                X: {lower: 0, upper: 1000}
                D: {lower: 2000-01-01, upper: 2000-12-31}
                B: {}
                G: {values: [a, b, c]}
                H: {}
            MANY:
              privacy_unit: ID
              max_rows_contributed: 2
              max_groups_contributed: 1
              columns: {ID: {}, G: {values: [a, b, c]}, H: {}}
      """;

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
          "(%d, %s, %s, %d, DATE '%s', %b, %s, '%s')"
              .formatted(
                  i,
                  i % 10 == 3 ? "NULL" : String.valueOf(Math.min(i, 60) / 10 - 2),
                  i / 50 + ".5",
                  i,
                  LocalDate.of(2000, 1, 1).plusDays(i < 40 ? 5 : i),
                  i % 3 == 0,
                  i < 60 ? "NULL" : i < 90 ? "'b'" : "'z'",
                  i % 2 == 0 ? "c" : "d"));
    }
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add("(%d, 'b', 'h')".formatted(i));
    }
    // somebody's thousand rows count as two in each value
    for (int i = 0; i < 1000; i++) {
      many.add("(1000, '%s', '%s')".formatted(i % 2 == 0 ? "a" : "c", i % 4 < 2 ? "h" : "i"));
    }
    database.load(
        "CREATE TABLE ROWS1 (ID INTEGER, A INTEGER, N NUMERIC(4, 1), X DOUBLE PRECISION, D DATE, B"
            + " BOOLEAN, G VARCHAR(1), H VARCHAR(1));\n"
            + "INSERT INTO ROWS1 VALUES "
            + String.join(", ", rows)
            + ";\n"
            + "CREATE TABLE MANY (ID INTEGER, G VARCHAR(1), H VARCHAR(1));\n"
            + "INSERT INTO MANY VALUES "
            + String.join(", ", many)
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

  private @Nullable Object one(String sql) {
    List<List<@Nullable Object>> rows = ask(sql);
    assertThat(rows).hasSize(1);
    return rows.get(0).get(0);
  }

  /** What is not listed, and NULL, is never the most common. */
  @Test
  void ofTheListedValuesTheMostCommonIsChosen() {
    assertThat(one("SELECT MODE(g) FROM rows1")).isEqualTo("b");
    assertThat(one("SELECT MODE(b) FROM rows1")).isEqualTo(false);
    assertThat(one("SELECT MODE(b) FROM rows1 WHERE id > 97")).isEqualTo(false);
    assertThat(one("SELECT MODE(b) FILTER (WHERE id > 98) FROM rows1")).isEqualTo(true);
    assertThat(one("SELECT MODE(CASE WHEN a > 2 THEN 'old' ELSE 'young' END) FROM rows1"))
        .isEqualTo("young");
  }

  @Test
  void ofTheFewPointsOfARangeTheMostCommonIsChosen() {
    assertThat(one("SELECT MODE(a) FROM rows1")).isEqualTo(4);
    assertThat(one("SELECT MODE(a) FROM rows1 WHERE a < 0")).isIn(-2, -1);
    assertThat(one("SELECT MODE(n) FILTER (WHERE id > 30) FROM rows1")).hasToString("1.5");
    assertThat(one("SELECT MODE(d) FROM rows1")).isEqualTo(LocalDate.of(2000, 1, 6));
    assertThat(one("SELECT MODE(EXTRACT(MONTH FROM d)) FROM rows1"))
        .satisfies(month -> assertThat(((Number) month).intValue()).isEqualTo(1));
  }

  @Test
  void databasesSpellItInTheirWays() {
    assertThat(one("SELECT MODE() WITHIN GROUP (ORDER BY g DESC) FROM rows1")).isEqualTo("b");
    assertThat(one("SELECT MODE() WITHIN GROUP (ORDER BY b) FILTER (WHERE id > 98) FROM rows1"))
        .isEqualTo(true);
    assertThat(one("SELECT STATS_MODE(g) FROM rows1")).isEqualTo("b");
  }

  @Test
  void groupsHaveModesOfTheirOwn() {
    assertThat(
            ask(
                "SELECT b, MODE(a), COUNT(*) FROM rows1 WHERE id < 6 GROUP BY b HAVING COUNT(*) > 0"))
        .extracting(row -> row.get(1))
        .isEqualTo(List.of(-2, -2));
    assertThat(
            ask(
                "SELECT h, MODE(b), MODE(a), COUNT(*) FROM rows1 WHERE id > 5 GROUP BY h ORDER BY h"))
        .extracting(row -> row.subList(0, 3))
        .isEqualTo(List.of(List.of("c", false, 4), List.of("d", false, 4)));
  }

  @Test
  void whoHasManyRowsCountsAsTheAllowedOnes() {
    assertThat(one("SELECT MODE(g) FROM many")).isEqualTo("b");
    assertThat(ask("SELECT h, MODE(g) FROM many GROUP BY h HAVING COUNT(*) > 20"))
        .isEqualTo(List.of(List.of("h", "b")));
  }

  @Test
  void hiddenOrManyValuesAreRefused() {
    refused("SELECT MODE(h) FROM rows1", "ORDER BY COUNT(*) DESC LIMIT 1");
    refused("SELECT MODE(id) FROM rows1", "it lists none for");
    refused("SELECT MODE(x) FROM rows1", "at most 4096 values");
    refused("SELECT MODE(DISTINCT g) FROM rows1", "DISTINCT");
  }

  private void refused(String sql, String reason) {
    assertThatThrownBy(() -> ask(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void anExplanationNamesTheMechanism() {
    List<@Nullable Object> row = ask("EXPLAIN PRIVACY FOR SELECT MODE(a) FROM rows1").get(0);
    assertThat((String) row.get(0)).isEqualToIgnoringCase("MODE(A)");
    assertThat(row.get(ExplainColumn.MECHANISM.ordinal())).isEqualTo("permute-and-flip");
    assertThat((String) row.get(ExplainColumn.NOISE_SCALE.ordinal()))
        .startsWith("one of 24 values, 95 % within 1 rows of the most");
  }
}
