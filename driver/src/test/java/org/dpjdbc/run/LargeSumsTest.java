package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * However many rows a person has, and however large the numbers that a query makes of them: whether
 * it is answered must not depend on that, or the answer's absence would tell.
 */
class LargeSumsTest {
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
  void oneWithManyRowsChangesNoVerdict(String sql, @TempDir Path folder)
      throws SQLException, IOException {
    String grouped = sql.replace("SELECT ", "SELECT g, ") + " GROUP BY g";
    String clipped =
        grouped.replace(
            "SELECT ", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution='clip') ");
    for (String each : List.of(sql, grouped, clipped)) {
      assertThat(verdict(each, 50_000, folder.resolve("many.yaml")))
          .isEqualTo(verdict(each, 3, folder.resolve("few.yaml")))
          .doesNotContain("DP-BACKEND");
    }
  }

  private static String verdict(String sql, int rows, Path policy)
      throws SQLException, IOException {
    String backend = "jdbc:h2:mem:large" + rows;
    Files.writeString(policy, POLICY);
    try (Connection raw = DriverManager.getConnection(backend);
        Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE t (id INTEGER NOT NULL, g INTEGER, x BIGINT, y BIGINT, d DOUBLE PRECISION)");
      statement.execute(
          "INSERT INTO t SELECT 1, 1, 5000, 4000000000000000000, 1E300 FROM SYSTEM_RANGE(1, %d)"
              .formatted(rows));
      statement.execute("INSERT INTO t SELECT X, 2, 7, 5, -1E300 FROM SYSTEM_RANGE(2, 40)");
      try (Session session = Noiseless.connect(backend, policy)) {
        session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
        return "answered";
      } catch (RuntimeException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }
}
