package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However many rows a person has, and however large the numbers that a query makes of them: whether
 * it is answered must not depend on that, or the answer's absence would tell.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class LargeSumsTest {
  private static final int FEW_DOUBLINGS = 1;
  private static final int MANY_DOUBLINGS = 16;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            T:
              privacy_unit: ID
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns:
                ID: {}
                G: {values: [1, 2]}
                X: {lower: 0, upper: 5000}
                Y: {lower: 0, upper: 4000000000000000000}
                D: {lower: -1.0e+300, upper: 1.0e+300}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private final List<TestDatabase> databases = new ArrayList<>();
  private Session few;
  private Session many;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    few = connect(FEW_DOUBLINGS);
    many = connect(MANY_DOUBLINGS);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    few.close();
    many.close();
    for (TestDatabase database : databases) {
      database.close();
    }
    databases.clear();
  }

  private Session connect(int doublings) throws SQLException, IOException {
    TestDatabase database = backend.create();
    databases.add(database);
    database.run(
        "CREATE TABLE t (id INTEGER NOT NULL, g INTEGER, x BIGINT, y BIGINT, d DOUBLE PRECISION)");
    database.run("INSERT INTO t VALUES (1, 1, 5000, 4000000000000000000, 1E300)");
    for (int i = 0; i < doublings; i++) {
      database.run("INSERT INTO t SELECT * FROM t");
    }
    for (int id = 2; id <= 40; id++) {
      database.run("INSERT INTO t VALUES (" + id + ", 2, 7, 5, -1E300)");
    }
    Path policy = folder.resolve(backend.product() + doublings + ".yaml");
    Files.writeString(policy, database.policy(POLICY));
    return Noiseless.connect(database, policy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT AVG(x * 1000000000000000000000000000000000) FROM t",
        "SELECT SUM(x * 1000000000000000000000000000000000) FROM t",
        "SELECT AVG(CAST(x AS DECIMAL(38, 0)) * 1000000000000000000000000000000000) FROM t",
        "SELECT AVG(x / 1000000000000000000000000000000000) FROM t",
        "SELECT VAR_POP(x * 1000000000) FROM t",
        "SELECT VAR_POP(y), AVG(y), SUM(y) FROM t",
        "SELECT STDDEV_SAMP(y / 10000000) FROM t",
        "SELECT SUM(y * 100000000000000000) FROM t",
        "SELECT AVG(d), SUM(d) FROM t",
        "SELECT VAR_POP(d) FROM t"
      })
  void oneWithManyRowsChangesNoVerdict(String sql) {
    String grouped = sql.replace("SELECT ", "SELECT g, ") + " GROUP BY g";
    String clipped =
        grouped.replace(
            "SELECT ", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution='clip') ");
    for (String each : List.of(sql, grouped, clipped)) {
      assertThat(verdict(many, each)).isEqualTo(verdict(few, each)).doesNotContain("DP-BACKEND");
    }
  }

  private static String verdict(Session session, String sql) {
    try {
      session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
      return "answered";
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
