package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.query.ExplainColumn;
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
  private static final List<String> PRODUCTS = List.of("PostgreSQL", "DuckDB", "H2");

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
              max_groups_contributed: 3
              columns:
                ID: {}
                G: {values: [1, 2, 3]}
                FEW: {values: [1, 2]}
                X: {lower: 0, upper: 5000, sum_per_unit: {lower: 0, upper: 6000}}
                Y: {lower: 0, upper: 5000}
            ALL_ROWS:
              privacy_unit: ID
              max_rows_contributed: 5
              columns: {ID: {}, G: {values: [1, 2, 3]}, K: {}, X: {lower: -7, upper: 50}, Y: {lower: 0, upper: 9}}
            SEEN:
              privacy_unit: ID
              max_rows_contributed: 5
              columns: {ID: {}, G: {values: [1, 2, 3]}, K: {}, X: {lower: -7, upper: 50}, Y: {lower: 0, upper: 9}}
            V:
              privacy_unit: ID
              max_rows_contributed: 5
              max_groups_contributed: 3
              columns: {ID: {}, FEW: {values: [1, 2]}, Y: {lower: 0, upper: 5000}}
            D:
              public: true
            O: {privacy_unit: WHO, max_rows_contributed: 9, columns: {ID: {}, WHO: {}}}
            ITEM:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 3
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}, Y: {lower: 0, upper: 5000}}
            LOOSE:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 3
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}}
            MAYBE:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 3
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}}
            OPEN:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 5
              max_groups_contributed: 3
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
        // if there is one group, clamping all is cheaper
        "false | SELECT COUNT(*), AVG(y) FROM t",
        // where the filters leave few rows, or a reference may be missing
        "false | SELECT COUNT(*), SUM(y) FROM item WHERE few = 1",
        "false | SELECT COUNT(*) FROM loose",
        "false | SELECT COUNT(*) FROM maybe",
        "false | SELECT COUNT(*) FROM open",
        "false | SELECT COUNT(*) FROM item JOIN o ON item.o = o.id WHERE o.who > 3",
        "false | SELECT few, COUNT(DISTINCT o) FROM item GROUP BY few",
        "false | SELECT /*+ DP(contribution=clip) */ few, COUNT(*) FROM item GROUP BY few",
        // groups are dropped of whoever has more
        "false | SELECT g, COUNT(*) FROM t GROUP BY g",
        // squares add up to no more than that of the number of rows
        "true  | SELECT /*+ DP(contribution=clip, noise=gaussian) */ g, COUNT(*) FROM t GROUP BY g",
        // of those that are listed nobody knows how many there are
        "false | SELECT /*+ DP(contribution=clip, noise=gaussian) */ few, COUNT(*) FROM item GROUP"
            + " BY few",
      })
  void areLookedAtAgain(boolean again, String sql) throws SQLException, IOException {
    for (String product : List.of("PostgreSQL", "DuckDB")) {
      assertThat(strategies(product, sql).contains("over-limit units only"))
          .as(product)
          .isEqualTo(again);
    }
  }

  /**
   * What is referenced tells who is heavy, where every row references and is numbered: on DuckDB,
   * which has no setting that leaves references unchecked.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT few, COUNT(*), AVG(y) FROM item WHERE y > 3 GROUP BY few",
        "SELECT COUNT(*), SUM(y) FROM item",
        "SELECT COUNT(*), SUM(y) FROM item WHERE y > 3000"
      })
  void areKnownByReferencesThatHold(String sql) throws SQLException, IOException {
    assertThat(strategies("DuckDB", sql)).contains("over-limit units only");
    assertThat(strategies("PostgreSQL", sql)).doesNotContain("over-limit units only");
  }

  /** H2 finds the rows of some units by an index alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | SELECT COUNT(*) FROM all_rows WHERE x > 3",
        "true  | SELECT g, COUNT(*), AVG(y) FROM all_rows WHERE x > 3 GROUP BY g",
        "true  | SELECT /*+ DP(noise=gaussian) */ k, COUNT(*) FROM all_rows GROUP BY k",
        // where another index may find a few rows, or the unit's own, those alone are read
        "false | SELECT COUNT(*) FROM all_rows WHERE y = 3",
        "false | SELECT COUNT(*) FROM all_rows WHERE x > 3 AND id IN (3, 4)",
        "false | SELECT COUNT(*) FROM (SELECT id, g FROM all_rows WHERE y < 3) WHERE g = 1",
        // no index begins with the unit
        "false | SELECT few, COUNT(*), AVG(y) FROM t WHERE x > 3 GROUP BY few",
        // a view may have none, and a join is not read three times
        "false | SELECT COUNT(*) FROM seen WHERE x > 3",
        "false | SELECT COUNT(*) FROM all_rows JOIN d ON all_rows.g = d.g",
        "false | SELECT few, COUNT(*), AVG(y) FROM item WHERE y > 3 GROUP BY few",
      })
  void areFoundByAnIndexOnH2(boolean again, String sql) throws SQLException, IOException {
    assertThat(strategies("H2", sql).contains("over-limit units only")).isEqualTo(again);
  }

  /** Where the index is on another column first, it finds no unit. */
  @Test
  void areNotFoundByAnotherIndexOnH2() throws SQLException, IOException {
    assertThat(
            strategies(
                "H2",
                "SELECT COUNT(*) FROM all_rows",
                "DROP INDEX all_of_id",
                "CREATE INDEX another ON all_rows (k, id)"))
        .doesNotContain("over-limit units only");
  }

  /** A view is read once, and all of its units are bounded. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DP(noise=gaussian) */ g, COUNT(*), COUNT(y), SUM(x)",
        "DP(noise=gaussian) */ g, AVG(x), VAR_POP(y), COUNT(*)",
        "DP(noise=gaussian) */ g, SUM(x), COUNT(*) FILTER (WHERE y > 4), AVG(y)",
        "DP(noise=gaussian, contribution=clip, max_groups_contributed=2) */ g, SUM(x), COUNT(*)",
        "DP(noise=gaussian, contribution=clip, max_groups_contributed=3) */ g, AVG(y), SUM(y)",
        "DP(contribution=limit_groups, max_groups_contributed=4) */ g, COUNT(*), AVG(x), COUNT(y)",
        // private keys, of which a unit keeps five
        "DP(noise=gaussian) */ k AS g, COUNT(*), SUM(x)",
        "DP(noise=gaussian) */ k AS g, AVG(y)",
      })
  void countAsInBoundingAll(String sql) throws SQLException, IOException {
    for (String product : PRODUCTS) {
      String ofTable = "SELECT /*+ " + sql + " FROM all_rows GROUP BY 1 ORDER BY g";
      String ofView = "SELECT /*+ " + sql + " FROM seen GROUP BY 1 ORDER BY g";
      assertThat(strategies(product, ofTable)).as(product).contains("over-limit units only");
      assertThat(strategies(product, ofView)).as(product).doesNotContain("over-limit units only");
      Session session = unchanged(product).session();
      assertThat(answer(session, ofTable)).as(product).isEqualTo(answer(session, ofView));
    }
  }

  /** What selects the groups is not told by an answer. */
  @Test
  void selectAsInBoundingAll() throws SQLException, IOException {
    for (String product : PRODUCTS) {
      List<String> ofTable = statements(product, "all_rows");
      List<String> ofView = statements(product, "seen");
      assertThat(ofTable).as(product).hasSize(2).allMatch(sql -> sql.contains("UNION ALL"));
      assertThat(ofView).as(product).hasSize(2).noneMatch(sql -> sql.contains("UNION ALL"));
      for (int i = 0; i < ofTable.size(); i++) {
        assertThat(groups(product, ofTable.get(i)))
            .as(product)
            .hasSize(13)
            .isEqualTo(groups(product, ofView.get(i)));
      }
    }
  }

  /** What the owner's connection answers to a statement with a key and a number. */
  private Map<Integer, Long> groups(String product, String sql) throws SQLException, IOException {
    Map<Integer, Long> groups = new HashMap<>();
    try (Statement statement = unchanged(product).database().owner().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        groups.put(rows.getInt(1), rows.getLong(2));
      }
    }
    return groups;
  }

  private List<String> statements(String product, String table) throws SQLException, IOException {
    Rows rows =
        rows(
            unchanged(product).session(),
            "EXPLAIN PRIVACY FOR SELECT /*+ DP(noise=gaussian) */ k, COUNT(*) FROM "
                + table
                + " GROUP BY k");
    return IntStream.range(0, rows.size())
        .mapToObj(rows::row)
        .filter(row -> "statement".equals(row[0]))
        .map(row -> String.valueOf(row[ExplainColumn.PUSHED_SQL.ordinal()]))
        .toList();
  }

  /** Units with up to seven rows in each of some groups, values out of bounds or missing. */
  private static String rows() {
    StringBuilder rows = new StringBuilder("INSERT INTO all_rows VALUES ");
    Random random = new Random(7);
    for (int id = 0; id < 200; id++) {
      for (int group = 1; group <= 1 + random.nextInt(4); group++) {
        for (int row = 0; row <= random.nextInt(7); row++) {
          rows.append(
              "(%d, %d, %d, %s, %s), "
                  .formatted(
                      id,
                      group,
                      random.nextInt(12),
                      random.nextInt(4) == 0 ? "NULL" : random.nextInt(-20, 70),
                      random.nextInt(4) == 0 ? "NULL" : random.nextInt(-2, 12)));
        }
      }
    }
    return rows.append("(200, 1, 12, NULL, NULL)").toString();
  }

  /** The column {@code o} may be NULL if it is no part of the primary key. */
  private static String items(String name, String reference) {
    String key = reference.startsWith("NOT NULL") ? "PRIMARY KEY (o, n)" : "UNIQUE (o, n)";
    return "CREATE TABLE %s (o INTEGER %s, n INTEGER NOT NULL, few INTEGER, y INTEGER, %s)"
        .formatted(name, reference, key);
  }

  /** PostgreSQL can be told not to check references: rows without an owner count nowhere. */
  @Test
  void areLookedUpWhereReferencesMayNotHold() throws SQLException, IOException {
    for (String sql :
        List.of(
            "SELECT COUNT(*), SUM(y) FROM item",
            "SELECT few, COUNT(*), SUM(y) FROM item WHERE y > 3 GROUP BY few ORDER BY few",
            "SELECT /*+ DP(contribution=clip) */ few, SUM(y) FROM item GROUP BY few ORDER BY few")) {
      String[] rows = {
        "INSERT INTO o VALUES (1, 1), (2, 2)",
        "INSERT INTO item VALUES (1, 1, 1, 10), (1, 2, 2, 20), (2, 1, 1, 30)"
      };
      Opened whole = open("PostgreSQL", rows);
      Opened loose =
          open(
              "PostgreSQL",
              rows[0],
              rows[1],
              "SET session_replication_role = replica",
              "INSERT INTO item SELECT n, 1, 1, 4000 FROM generate_series(100, 999) AS n");
      try {
        assertThat(answer(loose.session(), sql)).isEqualTo(answer(whole.session(), sql));
      } finally {
        loose.close();
        whole.close();
      }
    }
  }

  /** Another server may answer anew whenever it is asked. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE FOREIGN TABLE far () INHERITS (t) SERVER files OPTIONS (filename '/dev/null')",
        "CREATE TABLE nearer () INHERITS (t);"
            + " CREATE FOREIGN TABLE far () INHERITS (nearer) SERVER files OPTIONS (filename"
            + " '/dev/null')"
      })
  void areNotOfTablesWithPartsElsewhere(String change) throws SQLException, IOException {
    String sql = "SELECT few, COUNT(*), AVG(y) FROM t WHERE x > 3 GROUP BY few";
    String server =
        "CREATE EXTENSION IF NOT EXISTS file_fdw; DROP SERVER IF EXISTS files CASCADE;"
            + " CREATE SERVER files FOREIGN DATA WRAPPER file_fdw";
    assertThat(strategies("PostgreSQL", sql, server, change))
        .doesNotContain("over-limit units only");
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
    return strategies(unchanged(product).session(), sql);
  }

  private Opened unchanged(String product) throws SQLException, IOException {
    Opened known = unchanged.get(product);
    if (known == null) {
      known = open(product);
      unchanged.put(product, known);
    }
    return known;
  }

  private static String strategies(Session session, String sql) {
    return answer(session, "EXPLAIN PRIVACY FOR " + sql);
  }

  private static Rows rows(Session session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private static String answer(Session session, String sql) {
    Rows rows = rows(session, sql);
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
    database.run(
        "CREATE TABLE all_rows (id INTEGER NOT NULL, g INTEGER, k INTEGER, x INTEGER,"
            + " y INTEGER)");
    database.run("CREATE INDEX all_of_id ON all_rows (id)");
    database.run("CREATE INDEX all_of_y ON all_rows (y)");
    database.run("CREATE VIEW seen AS SELECT id, g, k, x, y FROM all_rows");
    database.run(rows());
    for (String change : changes) {
      database.run(change);
    }
    Path policy = Files.createTempFile(folder, product, ".yaml");
    Files.writeString(policy, database.policy(POLICY));
    return new Opened(database, Noiseless.connect(database, policy));
  }
}
