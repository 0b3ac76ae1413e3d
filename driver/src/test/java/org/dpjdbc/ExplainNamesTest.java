package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** EXPLAIN PRIVACY calls releases and keys as the query does, and no two releases alike. */
class ExplainNamesTest {
  @TempDir private Path folder;
  private final String backend = "h2:mem:names" + UUID.randomUUID();
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex CHAR(1))");
    }
    Path policy = folder.resolve("names.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 100, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}}
        """);
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + backend + ";dp.policy=" + policy + ";dp.analyst=ann");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    raw.close();
  }

  /** What pgAdmin, Superset and other tools send, with the options of their databases. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN",
        "explain plan for",
        "EXPLAIN VERBOSE",
        "EXPLAIN QUERY PLAN",
        "EXPLAIN FORMAT=TREE",
        "EXPLAIN EXTENDED",
        "EXPLAIN (COSTS ON, VERBOSE, ANALYZE OFF)",
        "EXPLAIN (ANALYZE false, FORMAT TEXT)",
      })
  void explainSaysTheSameInLines(String explain) throws SQLException {
    assertThat(column(explain + " SELECT COUNT(*) FROM people"))
        .containsExactly(
            "total: epsilon 1; EXPLAIN itself runs and charges nothing",
            "-> COUNT(*): discrete Laplace; sensitivity L1 1; noise scale=1; error95 3.0; epsilon 1;"
                + " keys one group; one pass",
            "-> statement: one pass",
            "     SELECT COUNT(*) AS \"$f0\" FROM \"PUBLIC\".\"PEOPLE\"",
            "-> source: released");
    assertThat(column("SELECT SPENT_EPSILON FROM DP.BUDGET WHERE ANALYST <> '*'"))
        .allMatch(spent -> spent.startsWith("0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN (FORMAT JSON)",
        "EXPLAIN (ANALYZE 0, FORMAT 'json', COSTS)",
        "EXPLAIN FORMAT = JSON",
      })
  void explainSaysTheSameInJson(String explain) throws SQLException, IOException {
    List<String> documents = column(explain + " SELECT sex, AVG(age) FROM people GROUP BY sex");
    assertThat(documents).hasSize(1);
    JsonNode plan = new ObjectMapper().readTree(documents.get(0)).get(0).get("Plan");
    assertThat(plan.get("Node Type").asText()).isEqualTo("total");
    assertThat(plan.get("EPSILON").decimalValue()).isEqualByComparingTo("1");
    assertThat(plan.get("Plans").findValuesAsText("Node Type")).contains("AVG(AGE)", "statement");
    assertThat(plan.get("Plans").findValuesAsText("PUSHED_SQL")).hasSize(1);
  }

  private List<String> column(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      assertThat(statement.getMetaData().getColumnCount()).isOne();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /** Consoles cut off or wrap what comes last. */
  @Test
  void shortColumnsComeFirstAndTheSqlLast() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet lines =
            statement.executeQuery("EXPLAIN PRIVACY FOR SELECT AVG(age) FROM people")) {
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= lines.getMetaData().getColumnCount(); i++) {
        names.add(lines.getMetaData().getColumnLabel(i));
      }
      assertThat(names)
          .containsExactly(
              "RELEASE",
              "EPSILON",
              "DELTA",
              "ERROR95",
              "MECHANISM",
              "NOISE_SCALE",
              "SENSITIVITY",
              "KEYS",
              "BOUNDING",
              "PUSHED_SQL");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT AVG(CASE WHEN sex = 'F' THEN 1 ELSE 0 END) FROM people"
            + " | AVG(CASE WHEN SEX = 'F' THEN 1 ELSE 0 END) | one group",
        "SELECT AVG(age) FILTER (WHERE sex = 'F'), AVG(age) FILTER (WHERE age > 30) FROM people"
            + " | AVG(AGE) FILTER (WHERE SEX = 'F'); AVG(AGE) FILTER (WHERE AGE > 30) | one group",
        "SELECT age / 10, COUNT(*) FROM people GROUP BY age / 10"
            + " | COUNT(*) | AGE / 10: 14 public values, all listed",
        "SELECT age / 10 AS decade, COUNT(*) FROM people GROUP BY age / 10"
            + " | COUNT(*) | DECADE: 14 public values, all listed",
        "SELECT (SELECT COUNT(*) FROM people WHERE age > 30), (SELECT COUNT(*) FROM people)"
            + " | COUNT(*); COUNT(*) (2) | one group",
      })
  void areThoseOfTheQuery(String sql, String releases, String keys) throws SQLException {
    List<String> reported = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (lines.next()) {
        if (lines.getString("KEYS") != null) {
          reported.add(lines.getString("RELEASE"));
          assertThat(lines.getString("KEYS")).isEqualTo(keys);
        }
      }
    }
    assertThat(String.join("; ", reported)).isEqualTo(releases);
  }
}
