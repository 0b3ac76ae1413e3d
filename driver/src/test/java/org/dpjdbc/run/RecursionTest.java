package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WITH RECURSIVE over public tables alone answers what the database answers. */
@OnEachDatabase
class RecursionTest {
  private static final List<String> QUERIES =
      List.of(
          "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 200)"
              + " SELECT COUNT(*), SUM(n), MAX(n) FROM r",
          "WITH RECURSIVE r (id, boss, depth) AS (SELECT id, boss, 0 AS depth FROM staff WHERE boss"
              + " IS NULL UNION ALL SELECT s.id, s.boss, r.depth + 1 FROM staff s JOIN r ON s.boss"
              + " = r.id) SELECT id, boss, depth FROM r ORDER BY id",
          "WITH RECURSIVE r (id) AS (SELECT 3 UNION SELECT s.boss + 0 FROM staff s JOIN r ON"
              + " s.id = r.id WHERE s.boss IS NOT NULL) SELECT COUNT(*) FROM staff WHERE id IN"
              + " (SELECT id FROM r)",
          "WITH RECURSIVE P0 (id) AS (SELECT 3 UNION SELECT s.boss + 0 FROM staff s JOIN P0 ON"
              + " s.id = P0.id WHERE s.boss IS NOT NULL) SELECT COUNT(*) FROM staff WHERE id IN"
              + " (SELECT id FROM P0)",
          // twice, in another query, and one in the other
          "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5)"
              + " SELECT a.n, COUNT(*) FROM r a JOIN r b ON b.n <= a.n GROUP BY a.n ORDER BY 1",
          "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 4),"
              + " q (n, m) AS (SELECT n, 1 FROM r UNION ALL SELECT q.n, q.m + 1 FROM q JOIN r ON"
              + " r.n = q.m WHERE q.m < q.n) SELECT COUNT(*), SUM(n * 10 + m) FROM q");

  @TempDir private Path folder;
  private final TestBackend backend;
  private TestDatabase database;
  private Session session;

  RecursionTest(TestBackend backend) {
    this.backend = backend;
  }

  @BeforeEach
  void open() throws Exception {
    database = backend.create();
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
    database.run("INSERT INTO people VALUES (1, 20), (2, 30)");
    database.run("CREATE TABLE staff (id INTEGER PRIMARY KEY, boss INTEGER, name VARCHAR(9))");
    database.run(
        "INSERT INTO staff VALUES (1, NULL, 'Ada'), (2, 1, 'Bo'), (3, 2, 'Cy'), (4, 2, 'Di'),"
            + " (5, 9, 'Ed')");
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            schemas:
              PUBLIC:
                tables:
                  people:
                    privacy_unit: id
                    columns: {id: {}, age: {lower: 0, upper: 120}}
                  staff: {public: true}
            """));
    session = Noiseless.connect(database, policy);
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private Rows run(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private List<String> raw(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  @Test
  void answersWhatTheDatabaseAnswers() throws SQLException {
    for (String sql : QUERIES) {
      Rows rows = run(sql);
      List<String> answer = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        answer.add(Arrays.toString(rows.row(i)));
      }
      assertThat(answer).as(sql).isEqualTo(raw(sql)).isNotEmpty();
    }
  }

  @Test
  void namesGrow() {
    Rows rows =
        run(
            "WITH RECURSIVE r (id, path) AS (SELECT id, CAST(name AS VARCHAR(100)) AS path FROM"
                + " staff WHERE boss IS NULL UNION ALL SELECT s.id, CAST(r.path || '/' || s.name AS"
                + " VARCHAR(100)) FROM staff s JOIN r ON s.boss = r.id) SELECT path FROM r WHERE id"
                + " = 3");
    assertThat(rows.row(0)).containsExactly("Ada/Bo/Cy");
  }

  /** H2 adds equal rows again and again. */
  @Test
  void aCircleEnds() {
    Rows rows =
        run(
            "WITH RECURSIVE r (n) AS (SELECT 0 UNION SELECT MOD(n + 3, 7) FROM r)"
                + " SELECT COUNT(*), SUM(n) FROM r");
    assertThat(Arrays.toString(rows.row(0))).isEqualTo("[7, 21]");
  }

  /** A column that is never NULL in the first step may be NULL in the next, but no later. */
  @Test
  void nullComesLater() throws SQLException {
    String sql =
        "WITH RECURSIVE r (a, b) AS (SELECT 3, 3 UNION ALL SELECT r.b, s.boss FROM r LEFT JOIN"
            + " staff s ON s.id = r.b WHERE r.a > 0)"
            + " SELECT COUNT(*), SUM(CASE WHEN a IS NULL THEN 1 ELSE 0 END) FROM r";
    assertThat(List.of(Arrays.toString(run(sql).row(0)))).isEqualTo(raw(sql));
    assertThatThrownBy(
            () ->
                run(
                    "WITH RECURSIVE r (a, b, c) AS (SELECT 3, 3, 3 UNION ALL SELECT r.b, r.c,"
                        + " s.boss FROM r LEFT JOIN staff s ON s.id = r.c WHERE r.a > 0)"
                        + " SELECT SUM(CASE WHEN a IS NULL THEN 1 ELSE 0 END) FROM r"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("filter these in its second part");
  }

  @Test
  void isRefusedBesidePrivateTables() {
    for (String sql :
        List.of(
            "WITH RECURSIVE r AS (SELECT id FROM people UNION ALL SELECT r.id + 1 FROM r WHERE"
                + " r.id < 9) SELECT COUNT(*) FROM r",
            "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < (SELECT"
                + " COUNT(*) FROM people)) SELECT COUNT(*) FROM r",
            "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE EXISTS (SELECT 1"
                + " FROM people WHERE age > n)) SELECT COUNT(*) FROM r",
            "SELECT COUNT(*) FROM people WHERE age IN (WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL"
                + " SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r)",
            "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9)"
                + " SELECT r.n, COUNT(*) FROM r JOIN people p ON p.age = r.n GROUP BY r.n",
            "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9)"
                + " SELECT COUNT(*) FROM people WHERE EXISTS (SELECT 1 FROM r WHERE n = age)")) {
      assertThatThrownBy(() -> run(sql))
          .as(sql)
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("WITH RECURSIVE is only supported in queries on public tables");
    }
  }

  @Test
  void theTwoPartsHaveOneType() {
    assertThatThrownBy(
            () ->
                run(
                    "WITH RECURSIVE r (n) AS (SELECT 1.5 UNION ALL SELECT n * 2 FROM r WHERE n < 9)"
                        + " SELECT n FROM r"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("WITH RECURSIVE, whose columns need the same type in both parts");
    for (String second :
        List.of(
            "SELECT p || 'b' FROM r WHERE CHAR_LENGTH(p) < 9",
            "SELECT DISTINCT p || 'b' FROM r WHERE CHAR_LENGTH(p) < 9",
            "(SELECT p || 'b' FROM r WHERE CHAR_LENGTH(p) < 9 UNION ALL SELECT p FROM r WHERE"
                + " CHAR_LENGTH(p) > 9)")) {
      assertThatThrownBy(
              () ->
                  run(
                      "WITH RECURSIVE r (p) AS (SELECT 'a' UNION ALL "
                          + second
                          + ") SELECT p FROM r"))
          .as(second)
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("WITH RECURSIVE");
    }
  }

  @Test
  void anEndlessOneEnds() {
    assertThatThrownBy(
            () ->
                run(
                    "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n FROM r)"
                        + " SELECT COUNT(*) FROM r"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("WITH RECURSIVE returns more than 200000 rows");
  }
}
