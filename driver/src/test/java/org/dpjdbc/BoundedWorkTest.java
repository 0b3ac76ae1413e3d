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
                    columns: {ID: {}, AGE: {lower: 0, upper: 120}, K: {}}
                  NOTES:
                    privacy_unit: ID
                    columns: {ID: {}, NOTE: {}}
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
