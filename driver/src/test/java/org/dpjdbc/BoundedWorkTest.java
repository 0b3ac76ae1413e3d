package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Short texts that stand for very much: answered or refused in bounded steps, before any charge.
 */
@Timeout(600)
class BoundedWorkTest {
  private static final String BACKEND = "h2:mem:bounded";

  @TempDir private Path folder;
  private Connection owner;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, k VARCHAR(9))");
      statement.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, note VARCHAR)");
      statement.execute("INSERT INTO people VALUES (1, 30, 'a'), (2, 40, 'b')");
      statement.execute("CREATE TABLE places (code INTEGER PRIMARY KEY, name VARCHAR, n INTEGER)");
      statement.execute("INSERT INTO places SELECT x, 'p' || x, x FROM SYSTEM_RANGE(1, 9000)");
    }
    Path policy =
        Files.writeString(
            folder.resolve("people.yaml"),
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 50, delta: 1.0e-5}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 3
                    columns: {ID: {}, AGE: {lower: 0, upper: 120}, K: {}}
                  NOTES:
                    privacy_unit: ID
                    columns: {ID: {}, NOTE: {}}
                  PLACES: {public: true}
            """);
    connection =
        DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    owner.close();
  }

  private static String doubled(String expression, String innermost, int levels) {
    String sql = innermost;
    for (int i = 0; i < levels; i++) {
      sql = "SELECT " + expression + " AS n FROM (" + sql + ") t";
    }
    return sql;
  }

  /** Two to the power of 60 paths lead down from the first column. */
  @Test
  void aProbeAroundManyLevelsIsAnswered() throws SQLException {
    String sql = doubled("n + n", "SELECT age AS n FROM people", 60) + " WHERE 1 = 0";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      assertThat(statement.getMetaData().getColumnCount()).isEqualTo(1);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isFalse();
      }
    }
  }

  @Test
  void whatDoublesBelowTheAggregateIsRefused() {
    String rows = doubled("n + n", "SELECT age AS n FROM people", 40);
    for (String sql :
        new String[] {
          "SELECT COUNT(*) FROM (" + rows + ") q WHERE n > 3", "SELECT SUM(n) FROM (" + rows + ") q"
        }) {
      refused(sql, "42000", "DP-UNSUPPORTED at line 1");
      refused("EXPLAIN PRIVACY FOR " + sql, "42000", "DP-UNSUPPORTED at line 1");
    }
  }

  @Test
  void joinsOfJoinsAreRefused() {
    String rows = "SELECT id FROM people";
    for (int i = 0; i < 8; i++) {
      rows = "SELECT a.id FROM (" + rows + ") a JOIN (" + rows + ") b ON a.id = b.id";
    }
    refused("SELECT COUNT(*) FROM (" + rows + ") q", "42000", "DP-UNSUPPORTED at line 1");
  }

  @Test
  void typesThatAreFilledUpHaveALength() {
    refused("SELECT CAST('a' AS CHAR(100000000))", "42000", "DP-UNSUPPORTED at line 1, column 20");
  }

  @Test
  void anEpsilonFinerThanTheLedgersIsRefused() {
    refused(
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 1e-14) k, COUNT(*) FROM people GROUP BY k",
        "42000",
        "DP-UNSUPPORTED at line 1, column 8: epsilon must be at least 0.000000001");
  }

  /**
   * What a database computes on public rows if it has a private row to join them with. If that took
   * long, the answer's time, and whether it comes at all, would disclose that the row exists.
   */
  @Test
  void workOnPublicRowsIsBounded() throws SQLException {
    String text = "CONCAT('" + "a".repeat(1000) + "', LEFT(%s, 9))";
    String heavy = "UPPER(REPLACE(" + text + ", 'a', '" + "a".repeat(100) + "')) = 'X'";
    String list = "(VALUES " + "(0, 'k'), ".repeat(99) + "(99, 'k')) v(m, s)";
    String person = " WHERE p.id = 1";
    List<String> refused =
        List.of(
            "people p JOIN "
                + list
                + " ON p.age <= v.m + 1000"
                + person
                + " AND "
                + heavy("p.k || v.s", heavy),
            "people p JOIN " + list + " ON " + heavy("p.k || v.s", heavy) + person,
            "people p JOIN (SELECT * FROM "
                + list
                + " WHERE "
                + heavy("s", heavy)
                + ") v ON p.age <= v.m"
                + person,
            "people p JOIN places d ON p.age <= d.n" + person + " AND " + heavy("d.name", heavy),
            "people p JOIN places d ON p.age <= d.n AND " + heavy("p.k || d.name", heavy) + person,
            "people p JOIN places d ON p.age = d.code" + person + " AND " + heavy("d.name", heavy),
            "people p JOIN places d ON p.age = d.code AND " + heavy("d.name", heavy) + person,
            "(SELECT p.id, p.age, d.name FROM people p JOIN places d ON p.age = d.code) p"
                + person
                + " AND "
                + heavy("name", heavy),
            "(SELECT p.id, d.name, d.n FROM people p JOIN places d ON p.age = d.code"
                + " JOIN places e ON d.n = e.code) p"
                + person
                + " AND "
                + heavy("name", heavy),
            "people p JOIN (SELECT * FROM places WHERE "
                + heavy("name", heavy)
                + ") d ON p.age = d.code"
                + person,
            "people p LEFT JOIN places d ON p.age <= d.n AND " + heavy("d.name", heavy) + person,
            "people p"
                + person
                + " AND EXISTS (SELECT 1 FROM places d WHERE d.n > p.age AND "
                + heavy("d.name", heavy)
                + ")",
            "people p"
                + person
                + " AND p.age IN (SELECT n FROM places WHERE "
                + heavy("name", heavy)
                + ")",
            "people p JOIN places d ON p.age <= d.n"
                + person
                + IntStream.range(0, 40)
                    .mapToObj(i -> " AND (" + i + " < d.n" + " + d.n * p.age".repeat(90) + ")")
                    .collect(Collectors.joining()));
    for (String from : refused) {
      assertThatThrownBy(() -> count(from), from.replace("a".repeat(90), ""))
          .hasMessageMatching("(?s).*(combinations of public rows|strings of one row may take).*");
    }
    assertThat(count("people p JOIN places d ON UPPER(p.k) < UPPER(d.name) AND d.n < 3" + person))
        .isNotNegative();
    assertThat(count("people p JOIN places d ON p.age = d.code WHERE UPPER(d.name) LIKE '%1%'"))
        .isNotNegative();
    assertThat(count("people p JOIN " + list + " ON p.age <= v.m WHERE UPPER(v.s) = UPPER(p.k)"))
        .isNotNegative();
  }

  private static String heavy(String text, String form) {
    return form.formatted(text);
  }

  private long count(String from) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      rows.next();
      return Math.abs(rows.getLong(1));
    }
  }

  private void refused(String sql, String state, String message) {
    assertThatThrownBy(
            () -> {
              try (Statement statement = connection.createStatement()) {
                statement.executeQuery(sql);
              }
            })
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageStartingWith(message);
  }

  /**
   * Java copies a text anew at each character that becomes three: four seconds for one of these.
   */
  @Test
  void lettersThatGrowInUpperCaseAreMappedInBoundedTime() throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute("INSERT INTO notes SELECT x, REPEAT('ΐ', 65535) FROM SYSTEM_RANGE(1, 100)");
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT COUNT(*) FROM notes WHERE UPPER(note) <> 'b' AND UPPER(note || 'a') <> 'b'")) {
      assertThat(rows.next()).isTrue();
    }
  }
}
