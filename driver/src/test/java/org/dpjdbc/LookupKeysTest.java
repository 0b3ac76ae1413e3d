package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A public table with far more rows than are used: groups are selected, as those of the private key
 * are that it is looked up by. On H2. At this epsilon no count is off by one.
 */
class LookupKeysTest {
  private static final String BACKEND = "h2:mem:lookup_keys";

  @TempDir private static Path folder;
  private static Connection keepAlive;

  @BeforeAll
  static void create() throws SQLException {
    keepAlive = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = keepAlive.createStatement()) {
      statement.execute(
          "CREATE TABLE concept (id INT PRIMARY KEY, name VARCHAR(30), domain VARCHAR(10))");
      statement.execute(
          "INSERT INTO concept SELECT x, 'concept ' || x, CASE WHEN MOD(x, 2000) < 4 THEN 'rare'"
              + " ELSE 'other' END FROM SYSTEM_RANGE(1, 120000)");
      statement.execute(
          "CREATE TABLE dx (id INT PRIMARY KEY, person INT, concept_id INT REFERENCES"
              + " concept(id))");
      statement.execute(
          "INSERT INTO dx SELECT x, MOD(x * 7, 400), 1 + MOD(x / 3, 3) FROM SYSTEM_RANGE(1, 800)");
    }
  }

  @AfterAll
  static void drop() throws SQLException {
    keepAlive.close();
  }

  private static Connection connect(String limits) throws SQLException, IOException {
    return connect(limits, "1.0e-6");
  }

  private static Connection connect(String limits, String delta) throws SQLException, IOException {
    Path policy = folder.resolve("lookup" + System.nanoTime() + ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1000, delta: %s}
        budget: {epsilon: 1000000, delta: 0.9}
        limits: {max_epsilon_per_query: 1000000%s}
        schemas:
          PUBLIC:
            tables:
              CONCEPT: {public: true}
              DX:
                privacy_unit: PERSON
                max_rows_contributed: 50
                columns: {ID: {}, PERSON: {}, CONCEPT_ID: {}}
        """
            .formatted(delta, limits));
    return DriverManager.getConnection("jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
  }

  private static final String JOIN = " FROM dx JOIN concept c ON c.id = dx.concept_id ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.name || 3 | selection",
        "c.name, c.domain || 3 | selection",
        "c.name, UPPER(c.name) || 3 | selection",
        "dx.concept_id, c.name || 3 | selection",
        "dx.concept_id || 3 | selection",
        // few of many are left, or few values are shown
        "c.name | WHERE c.domain = 'rare' | 240 | all values",
        "c.domain || 2 | all values",
        "c.name | WHERE c.id < 9 | 8 | all values",
      })
  void areSelectedWhereTheyAreMany(String keys, String where, int groups, String way)
      throws SQLException, IOException {
    String rest = (where == null ? "" : where) + " GROUP BY " + keys;
    try (Connection connection = connect("")) {
      String sql = "SELECT " + keys + ", COUNT(*) AS n" + JOIN + rest;
      assertThat(rows(connection, sql)).as(sql).hasSize(groups);
      assertThat(rows(connection, "EXPLAIN PRIVACY FOR " + sql).toString()).contains(way);
    }
  }

  @Test
  void theTableThatIsPreservedIsListed() throws SQLException, IOException {
    try (Connection connection = connect(", max_output_rows: 200000")) {
      assertThat(
              rows(
                  connection,
                  "SELECT COUNT(*) FROM (SELECT c.id, COUNT(dx.id) AS n FROM concept c"
                      + " LEFT JOIN dx ON c.id = dx.concept_id GROUP BY c.id) t"))
          .containsExactly("[120000]");
    }
  }

  @Test
  void thePolicyAndTheQueryForceEither() throws SQLException, IOException {
    String rest = "c.name, COUNT(*) AS n" + JOIN + "WHERE c.id < 500 GROUP BY c.name";
    try (Connection listed = connect(", max_lookup_keys: 499");
        Connection selected = connect(", max_lookup_keys: 498")) {
      assertThat(rows(listed, "SELECT " + rest)).hasSize(499);
      assertThat(rows(selected, "SELECT " + rest)).hasSize(3);
      assertThat(rows(listed, with("LAPLACE_THRESHOLD") + rest)).hasSize(3);
      assertThat(rows(selected, with("PUBLIC_GROUPS") + rest)).hasSize(499);
    }
  }

  private static String with(String strategy) {
    return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (group_selection_strategy = "
        + strategy
        + ") ";
  }

  @Test
  void theAnswerSaysWhatIsHiddenAndWhatListsIt() throws SQLException, IOException {
    String sql = "SELECT c.name, COUNT(*) AS n" + JOIN + "GROUP BY c.name";
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      List<String> warnings = new ArrayList<>();
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        warnings.add(w.getMessage());
      }
      assertThat(warnings).anyMatch(w -> w.startsWith("DP-HIDDEN") && w.contains("PUBLIC_GROUPS"));
      assertThat(rows(connection, "EXPLAIN PRIVACY FOR " + sql).toString())
          .contains("selection by the count; group_selection_strategy = PUBLIC_GROUPS");
    }
  }

  /** Nothing can be selected then. */
  @Test
  void withoutDeltaAllAreListed() throws SQLException, IOException {
    String rest = "c.name, COUNT(*) AS n" + JOIN + "WHERE c.id < 500 GROUP BY c.name";
    try (Connection connection = connect("", "0")) {
      assertThat(rows(connection, "SELECT " + rest)).hasSize(499);
      assertThatThrownBy(() -> rows(connection, with("LAPLACE_THRESHOLD") + rest))
          .hasMessageContaining("delta");
    }
  }

  @Test
  void theBestAreThoseThatThereAre() throws SQLException, IOException {
    try (Connection connection = connect("")) {
      assertThat(
              rows(
                  connection,
                  "SELECT c.name" + JOIN + "GROUP BY c.name ORDER BY COUNT(*) DESC LIMIT 10"))
          .containsExactlyInAnyOrder("[concept 1]", "[concept 2]", "[concept 3]");
    }
  }

  @Test
  void parametersDecideWithTheirValues() throws SQLException, IOException {
    try (Connection connection = connect("");
        var statement =
            connection.prepareStatement(
                "SELECT c.name, COUNT(*)" + JOIN + "WHERE c.id < ? GROUP BY c.name")) {
      for (int below : new int[] {5, 1000, 6}) {
        statement.setInt(1, below);
        try (ResultSet result = statement.executeQuery()) {
          assertThat(rows(result)).hasSize(below > 401 ? 3 : below - 1);
        }
      }
    }
  }

  @Test
  void releasedRowsAreJoinedWithAllOfIt() throws SQLException, IOException {
    try (Connection connection = connect("")) {
      assertThat(
              rows(
                  connection,
                  "SELECT c.name, r.n FROM (SELECT concept_id, COUNT(*) AS n FROM dx"
                      + " GROUP BY concept_id) r JOIN concept c ON c.id = r.concept_id"))
          .hasSize(3);
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  private static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.add(String.valueOf(result.getObject(i)));
      }
      rows.add(row.toString());
    }
    return rows;
  }
}
