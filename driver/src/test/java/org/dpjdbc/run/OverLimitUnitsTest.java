package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What reads the same rows each time may be read again; all else is read once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverLimitUnitsTest {
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
            O: {privacy_unit: WHO, max_rows_contributed: 9, columns: {ID: {}, WHO: {}}}
            ITEM:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}, Y: {lower: 0, upper: 5000}}
            LOOSE:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}}
            MAYBE:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}}
            OPEN:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 2
              columns: {O: {}, N: {}, FEW: {values: [1, 2]}}
      """;

  @TempDir private static Path folder;

  /** Those whose tables nothing changes, by product. */
  private final Map<String, Opened> unchanged = new HashMap<>();

  private record Opened(TestDatabase database, Session session) {
    void close() throws SQLException {
      session.close();
      database.close();
    }
  }

  @AfterAll
  void close() throws SQLException {
    for (Opened each : unchanged.values()) {
      each.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | SELECT few, COUNT(*), AVG(y) FROM t WHERE x > 3 GROUP BY few",
        "true  | SELECT /*+ DP(contribution=clip) */ g, COUNT(y), VAR_POP(y) FROM t GROUP BY g",
        // a view may compute other rows each time, and a join is not read three times
        "false | SELECT few, COUNT(*), AVG(y) FROM v GROUP BY few",
        "false | SELECT few, COUNT(*) FROM t JOIN d ON t.g = d.g GROUP BY few",
        "false | SELECT few, COUNT(*) FROM t WHERE id IN (SELECT id FROM t WHERE x > 1) GROUP BY"
            + " few",
        // few rows may still have a sum that is clamped, and people are counted one by one
        "false | SELECT few, SUM(x) FROM t GROUP BY few",
        "false | SELECT few, COUNT(DISTINCT id), COUNT(*) FROM t GROUP BY few",
        // where there is one group, clamping all is cheaper
        "false | SELECT COUNT(*), AVG(y) FROM t",
        // what is referenced tells who is heavy, where every row references and is numbered
        "true  | SELECT few, COUNT(*), AVG(y) FROM item WHERE y > 3 GROUP BY few",
        "true  | SELECT COUNT(*), SUM(y) FROM item",
        // but not where the filters leave few rows, or nobody knows how many
        "false | SELECT COUNT(*), SUM(y) FROM item WHERE y > 3000",
        "false | SELECT COUNT(*), SUM(y) FROM item WHERE few = 1",
        "false | SELECT COUNT(*) FROM loose",
        "false | SELECT COUNT(*) FROM maybe",
        "false | SELECT COUNT(*) FROM open",
        "false | SELECT COUNT(*) FROM item JOIN o ON item.o = o.id WHERE o.who > 3",
        "false | SELECT few, COUNT(DISTINCT o) FROM item GROUP BY few",
        "false | SELECT /*+ DP(contribution=clip) */ few, COUNT(*) FROM item GROUP BY few",
        // groups are dropped of whoever has more, and squares of what is spread add up to less
        "false | SELECT g, COUNT(*) FROM t GROUP BY g",
        "false | SELECT /*+ DP(contribution=clip, noise=gaussian) */ g, COUNT(*) FROM t GROUP BY g",
      })
  void areLookedAtAgain(boolean again, String sql) throws SQLException, IOException {
    for (String product : List.of("PostgreSQL", "DuckDB")) {
      assertThat(strategies(product, sql).contains("over-limit units only"))
          .as(product)
          .isEqualTo(again);
    }
    assertThat(strategies("H2", sql)).doesNotContain("over-limit units only");
  }

  /** The column {@code o} may be NULL if it is no part of the primary key. */
  private static String items(String name, String reference) {
    String key = reference.startsWith("NOT NULL") ? "PRIMARY KEY (o, n)" : "UNIQUE (o, n)";
    return "CREATE TABLE %s (o INTEGER %s, n INTEGER NOT NULL, few INTEGER, y INTEGER, %s)"
        .formatted(name, reference, key);
  }

  /** A reference that the database does not vouch for says nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE item DROP CONSTRAINT item_o_fkey;"
            + " ALTER TABLE item ADD FOREIGN KEY (o) REFERENCES o(id) NOT VALID",
        "ALTER TABLE item ALTER CONSTRAINT item_o_fkey NOT ENFORCED",
        "ALTER TABLE item ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE o ENABLE ROW LEVEL SECURITY",
        "CREATE TABLE more () INHERITS (item)"
      })
  void areNotKnownByReferencesThatMayNotHold(String change) throws SQLException, IOException {
    String sql = "SELECT COUNT(*) FROM item";
    assertThat(strategies("PostgreSQL", sql, change)).doesNotContain("over-limit units only");
    assertThat(strategies("PostgreSQL", sql)).contains("over-limit units only");
  }

  /** What is computed anew whenever it is read may be something else the second time. */
  @Test
  void areNotOfTablesThatAreNotTheSameTwice() throws SQLException, IOException {
    String sql = "SELECT few, COUNT(*), AVG(y) FROM t WHERE x > 3 GROUP BY few";
    String computed =
        "DROP VIEW v; DROP TABLE t; CREATE TABLE t (id INTEGER NOT NULL, g INTEGER,"
            + " few INTEGER, x INTEGER GENERATED ALWAYS AS (CAST(5 * random() AS INTEGER)) VIRTUAL,"
            + " y INTEGER); CREATE VIEW v AS SELECT id, few, y FROM t";
    assertThat(strategies("DuckDB", sql, computed)).doesNotContain("over-limit units only");
    assertThat(strategies("DuckDB", sql)).contains("over-limit units only");
  }

  private String strategies(String product, String sql, String... changes)
      throws SQLException, IOException {
    if (changes.length > 0) {
      Opened changed = open(product, changes);
      try {
        return strategies(changed.session(), sql);
      } finally {
        changed.close();
      }
    }
    Opened known = unchanged.get(product);
    if (known == null) {
      known = open(product);
      unchanged.put(product, known);
    }
    return strategies(known.session(), sql);
  }

  private static String strategies(Session session, String sql) {
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

  private static Opened open(String product, String... changes) throws SQLException, IOException {
    TestDatabase database = TestBackends.called(product).create();
    database.run(
        "CREATE TABLE t (id INTEGER NOT NULL, g INTEGER, few INTEGER, x INTEGER, y INTEGER)");
    database.run("CREATE TABLE d (g INTEGER)");
    database.run("CREATE TABLE o (id INTEGER PRIMARY KEY, who INTEGER NOT NULL)");
    database.run(items("item", "NOT NULL REFERENCES o(id)"));
    database.run(items("loose", "NOT NULL"));
    database.run(items("maybe", "REFERENCES o(id)"));
    database.run(items("open", "NOT NULL REFERENCES o(id)"));
    database.run("CREATE VIEW v AS SELECT id, few, y FROM t");
    for (String change : changes) {
      database.run(change);
    }
    Path policy = Files.createTempFile(folder, product, ".yaml");
    Files.writeString(policy, database.policy(POLICY));
    return new Opened(database, Noiseless.connect(database, policy));
  }
}
