package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Numbers of rows make queries faster and change no answer, unless only the rows with the first
 * numbers count. The noise is zero.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class RowNumbersTest {
  private static final String BY_NUMBER = "over-limit units only, by row numbers";
  private static final int LIMIT = 5;

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 10000, delta: 0.5}
      schemas:
        PUBLIC:
          tables:
            PERSON: {privacy_unit: ID, columns: {ID: {}}}
            T:
              privacy_unit: {column: PID, references: PERSON.ID}
              max_rows_contributed: %1$d
              %2$s
              columns: {PID: {}, G: {values: [1, 2, 3]}, K: {}, X: {lower: -7, upper: 50}, Y: {lower: 0, upper: 9}}
      """;

  @Parameter private TestBackend backend;
  @TempDir private Path folder;
  private final List<Session> sessions = new ArrayList<>();
  private TestDatabase database;

  @BeforeEach
  void open() throws SQLException {
    database = backend.create();
    database.run("CREATE TABLE person (id INTEGER PRIMARY KEY)");
    database.run("INSERT INTO person VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)");
    database.run(
        "CREATE TABLE t (pid INTEGER REFERENCES person(id), no BIGINT, g INTEGER, k INTEGER,"
            + " x INTEGER, y INTEGER, UNIQUE (pid, no))");
    database.run("INSERT INTO t VALUES " + String.join(", ", rows()));
  }

  @AfterEach
  void close() throws SQLException {
    for (Session session : sessions) {
      session.close();
    }
    sessions.clear();
    database.close();
  }

  /** A unit for each way to be numbered; values out of bounds or missing. */
  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    add(rows, "1", "1", "2", "3"); // few
    add(rows, "2", "1", "2", "3", "4", "5"); // as many as count
    add(rows, "3", "1", "2", "3", "4", "5", "6", "7", "8"); // too many
    add(rows, "4", "2", "4", "9", "100"); // few, with gaps
    add(
        rows,
        "5",
        "0",
        "-1",
        "-9223372036854775808",
        "9223372036854775807",
        "1",
        "3",
        "2147483648");
    add(rows, "6", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"); // no numbers
    add(rows, "7", "NULL", "1"); // few, one of them without a number
    add(rows, "NULL", "1", "2", "1", "NULL", "NULL", "7"); // nobody's
    add(rows, "8", "6", "7", "8", "9", "10", "11"); // too many, none within
    return rows;
  }

  private static void add(List<String> rows, String unit, String... numbers) {
    for (String number : numbers) {
      int i = rows.size();
      rows.add(
          "(%s, %s, %d, %d, %s, %s)"
              .formatted(
                  unit,
                  number,
                  1 + i * 7 % 3,
                  i * 5 % 4,
                  i % 6 == 0 ? "NULL" : String.valueOf(i * 37 % 75 - 12),
                  i % 5 == 0 ? "NULL" : String.valueOf(i * 13 % 11)));
    }
  }

  private static final List<String> QUERIES =
      List.of(
          "SELECT COUNT(*), COUNT(y) FROM t",
          "SELECT COUNT(*), AVG(x), VAR_POP(y) FROM t WHERE y > 2",
          "SELECT SUM(y) FROM t",
          "SELECT SUM(x), COUNT(*) FILTER (WHERE y > 4) FROM t WHERE g < 3",
          "SELECT COUNT(*) FROM t WHERE k = 1",
          "SELECT /*+ DP(max_rows_contributed=2) */ COUNT(*), AVG(y) FROM t",
          "SELECT /*+ DP(noise=gaussian) */ g, COUNT(*), COUNT(y), AVG(x) FROM t GROUP BY g",
          "SELECT /*+ DP(noise=gaussian, contribution=clip, max_groups_contributed=2) */ g, AVG(y)"
              + " FROM t GROUP BY g",
          "SELECT /*+ DP(contribution=limit_groups, max_groups_contributed=4) */ g, COUNT(*),"
              + " AVG(x) FROM t GROUP BY g",
          "SELECT /*+ DP(noise=gaussian) */ k, COUNT(*), AVG(y) FROM t GROUP BY k",
          "SELECT /*+ DP(noise=gaussian) */ k, SUM(y) FROM t WHERE x > 0 GROUP BY k",
          "SELECT MEDIAN(y) FROM t");

  /** With L1 clipped, all sums of a unit have one weight. */
  private static final List<String> WEIGHTED =
      List.of(
          "SELECT g, COUNT(*), SUM(y), AVG(x) FROM t GROUP BY g",
          "SELECT g, COUNT(*) FROM t WHERE y > 2 GROUP BY g",
          "SELECT k, COUNT(*), AVG(y) FROM t GROUP BY k");

  @Test
  void changeNoAnswer() throws SQLException, IOException {
    Session numbered = session("row_number: NO");
    Session all = session("contribution: bound_all");
    boolean again = BackendDialects.called(backend.product()).orElseThrow().readsAlike();
    for (String sql : QUERIES) {
      assertThat(answer(numbered, sql)).as(sql).isEqualTo(answer(all, sql));
      assertThat(explained(all, sql)).as(sql).doesNotContain("over-limit units only");
      assertThat(explained(numbered, sql).contains(BY_NUMBER)).as(sql).isEqualTo(again);
    }
    Session counted = session("");
    for (String sql : WEIGHTED) {
      assertThat(answer(numbered, sql)).as(sql).isEqualTo(answer(counted, sql));
      assertThat(explained(numbered, sql).contains(BY_NUMBER)).as(sql).isEqualTo(again);
    }
  }

  /** A key on the number alone, or on more, says nothing of a unit's rows. */
  @Test
  void areNotBelievedWithoutTheirKey() throws SQLException, IOException {
    for (String number : List.of("K", "X", "PID")) {
      Session session = session("{contribution: first_rows, row_number: " + number + "}");
      for (String sql : QUERIES) {
        assertThat(explained(session, sql)).doesNotContain("by row numbers", "first rows");
      }
    }
  }

  /** As {@code check} proposes it: an index is a key. */
  @Test
  void areBelievedByAnIndex() throws SQLException, IOException {
    if (backend.product().equals("DuckDB")) {
      return; // it does not tell which index is unique
    }
    database.run("ALTER TABLE t ADD row_no INTEGER");
    Session before = session("{contribution: first_rows, row_number: ROW_NO}");
    assertThat(explained(before, "SELECT COUNT(*) FROM t")).doesNotContain("first rows");
    database.run("CREATE UNIQUE INDEX t_row_no ON t (pid, row_no)");
    Session after = session("{contribution: first_rows, row_number: ROW_NO}");
    assertThat(explained(after, "SELECT COUNT(*) FROM t")).contains("first rows");
  }

  /** A key that is checked at the end of a transaction, or was not built, is none. */
  @Test
  void areNotBelievedByKeysThatAreCheckedLater() throws SQLException, IOException {
    if (!backend.product().equals("PostgreSQL")) {
      return; // the others have no such keys
    }
    for (String key :
        List.of("UNIQUE (pid, late) DEFERRABLE", "PRIMARY KEY (pid, late) DEFERRABLE")) {
      database.run(
          "CREATE TABLE late (pid INTEGER NOT NULL, late INTEGER NOT NULL, g INTEGER, k INTEGER,"
              + " x INTEGER, y INTEGER)");
      database.run("ALTER TABLE late ADD " + key);
      Session session = session("{contribution: first_rows, row_number: LATE}", "LATE");
      assertThat(explained(session, "SELECT COUNT(*) FROM late")).doesNotContain("first rows");
      database.run("DROP TABLE late");
    }
  }

  @Test
  void firstOnesCountAlone() throws SQLException, IOException {
    Session session = session("{contribution: first_rows, row_number: NO}");
    for (String what : List.of("COUNT(*), COUNT(y), SUM(y)", "COUNT(*), SUM(y)")) {
      for (String where : List.of("", " AND y > 2", " AND k = 1")) {
        String sql = "SELECT " + what + " FROM t WHERE 1 = 1" + where;
        assertThat(explained(session, sql.replace("SELECT", "SELECT /*+ DP(derive='never') */")))
            .contains("one pass, first rows", "BETWEEN");
        assertThat(answer(session, sql))
            .as(sql)
            .isEqualTo(exact(clamped(sql) + within("pid", LIMIT)));
      }
    }
    assertThat(answer(session, "SELECT k, COUNT(*) FROM t GROUP BY k ORDER BY k"))
        .isEqualTo(
            exact(
                "SELECT k, COUNT(*) FROM t WHERE 1 = 1"
                    + within("pid", LIMIT)
                    + " GROUP BY k ORDER BY k"));
    assertThat(answer(session, "SELECT /*+ DP(max_rows_contributed=2) */ COUNT(*) FROM t"))
        .isEqualTo(exact("SELECT COUNT(*) FROM t WHERE 1 = 1" + within("pid", 2)));
    assertThat(answer(session, "SELECT COUNT(*) FROM person JOIN t ON person.id = t.pid"))
        .isEqualTo(exact("SELECT COUNT(*) FROM t WHERE 1 = 1" + within("pid", LIMIT)));
  }

  /** The bounds of the sides add up to 2^32 + 1, which is 1 in 32 bits. */
  @Test
  void boundsOfSetOperationsDoNotWrapAround() throws SQLException, IOException {
    String first =
        "SELECT pid, y FROM (SELECT pid, y, ROW_NUMBER() OVER (PARTITION BY pid ORDER BY y) AS n FROM t) AS a WHERE n <= ";
    String rows =
        String.join(
            " UNION ALL ",
            first + (1 << 30),
            first + (1 << 30),
            first + (1 << 30),
            first + ((1 << 30) + 1));
    assertThat(explained(session("{}"), "SELECT COUNT(*) FROM (" + rows + ") AS v"))
        .doesNotContain("one pass");
  }

  private static String clamped(String sql) {
    return sql.replace("SUM(y)", "SUM(CASE WHEN y > 9 THEN 9 ELSE y END)");
  }

  private static String within(String unit, int rows) {
    return " AND " + unit + " IS NOT NULL AND no BETWEEN 1 AND " + rows;
  }

  /** What the owner's connection answers. */
  private String exact(String sql) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (Statement statement = database.owner().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<Long> row = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
          row.add(rows.getLong(i));
        }
        text.append(row).append('\n');
      }
    }
    return text.toString();
  }

  private Session session(String settings) throws IOException {
    return session(settings, "T");
  }

  private Session session(String settings, String table) throws IOException {
    String lines = settings.replaceAll("^\\{|}$", "").replace(", ", "\n        ");
    Path policy = Files.createTempFile(folder, "policy", ".yaml");
    Files.writeString(
        policy,
        database.policy(
            POLICY.formatted(LIMIT, lines).replace("      T:", "      " + table + ":")));
    Session session = Noiseless.connect(database, policy);
    sessions.add(session);
    return session;
  }

  private static String explained(Session session, String sql) {
    return answer(session, "EXPLAIN PRIVACY FOR " + sql);
  }

  private static String answer(Session session, String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      text.append(Arrays.toString(rows.row(i))).append('\n');
    }
    return text.toString();
  }
}
