package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reads the same rows each time may be read again; all else is read once. */
class HeavyUnitsTest {
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
                G: {values: [1, 2, 3]}
                FEW: {values: [1, 2]}
                X: {lower: 0, upper: 5000, sum_per_unit: {lower: 0, upper: 6000}}
                Y: {lower: 0, upper: 5000}
            V:
              privacy_unit: ID
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns: {ID: {}, FEW: {values: [1, 2]}, Y: {lower: 0, upper: 5000}}
            D:
              public: true
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | SELECT few, COUNT(*), AVG(y) FROM t WHERE x > 3 GROUP BY few",
        "true  | SELECT /*+ DP(contribution=clip) */ g, COUNT(y), VAR_POP(y) FROM t GROUP BY g",
        // a view may compute other rows each time, and a join is not read three times
        "false | SELECT few, COUNT(*), AVG(y) FROM v GROUP BY few",
        "false | SELECT few, COUNT(*) FROM t JOIN d ON t.g = d.g GROUP BY few",
        "false | SELECT few, COUNT(*) FROM t WHERE id IN (SELECT id FROM t WHERE x > 1) GROUP BY few",
        // few rows may still have a sum that is clamped, and people are counted one by one
        "false | SELECT few, SUM(x) FROM t GROUP BY few",
        "false | SELECT few, COUNT(DISTINCT id), COUNT(*) FROM t GROUP BY few",
        // where there is one group, clamping all is cheaper
        "false | SELECT COUNT(*), AVG(y) FROM t",
        // groups are dropped of whoever has more, and squares of what is spread add up to less
        "false | SELECT g, COUNT(*) FROM t GROUP BY g",
        "false | SELECT /*+ DP(contribution=clip, noise=gaussian) */ g, COUNT(*) FROM t GROUP BY g",
      })
  void areLookedAtAgain(boolean again, String sql) throws SQLException, IOException {
    for (String product : List.of("PostgreSQL", "DuckDB")) {
      assertThat(strategies(product, sql).contains("of heavy units alone"))
          .as(product)
          .isEqualTo(again);
    }
    assertThat(strategies("H2", sql)).doesNotContain("of heavy units alone");
  }

  private String strategies(String product, String sql) throws SQLException, IOException {
    try (TestDatabase database = TestBackends.called(product).create()) {
      database.run(
          "CREATE TABLE t (id INTEGER NOT NULL, g INTEGER, few INTEGER, x INTEGER, y INTEGER)");
      database.run("CREATE TABLE d (g INTEGER)");
      database.run("CREATE VIEW v AS SELECT id, few, y FROM t");
      Path policy = folder.resolve(product + ".yaml");
      Files.writeString(policy, database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        Rows rows =
            session
                .prepare("EXPLAIN PRIVACY FOR " + sql)
                .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                .rows();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
          text.append(Arrays.toString(rows.row(i))).append('\n');
        }
        return text.toString();
      }
    }
  }
}
