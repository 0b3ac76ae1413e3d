package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer that may leave out some of what a person has says so, whoever has what. */
class TruncationWarningTest {
  @TempDir private Path folder;
  private final String backend = "h2:mem:cut" + UUID.randomUUID();
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE stores (store INTEGER PRIMARY KEY, name VARCHAR(9))");
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute(
          "CREATE TABLE visits (person INTEGER NOT NULL, kind INTEGER NOT NULL, cost INTEGER)");
      statement.execute(
          "CREATE TABLE calls (person INTEGER NOT NULL, kind INTEGER NOT NULL, cost INTEGER)");
      statement.execute(
          "CREATE TABLE sales (buyer INTEGER NOT NULL, seller INTEGER PRIMARY KEY, kind INTEGER NOT NULL)");
      statement.execute(
          "CREATE TABLE clips (person INTEGER NOT NULL, kind INTEGER NOT NULL, cost INTEGER)");
    }
    Path policy = folder.resolve("cut.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 100, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              STORES: {public: true}
              PEOPLE:
                privacy_unit: ID
                max_rows_contributed: 2
                columns: {ID: {}, AGE: {lower: 0, upper: 120}}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 20
                max_groups_contributed: 3
                columns:
                  PERSON: {}
                  KIND: {lower: 0, upper: 6}
                  COST: {lower: 0, upper: 9, sum_per_unit: {lower: 0, upper: 50}}
              CLIPS:
                privacy_unit: PERSON
                max_rows_contributed: 5
                max_groups_contributed: 2
                contribution: clip
                columns: {PERSON: {}, KIND: {lower: 0, upper: 3}, COST: {lower: 0, upper: 9}}
              SALES:
                privacy_units: [BUYER, SELLER]
                max_rows_contributed: 3
                columns: {BUYER: {}, SELLER: {}, KIND: {lower: 0, upper: 1}}
              CALLS:
                privacy_unit: PERSON
                max_rows_contributed: 3
                columns: {PERSON: {}, KIND: {lower: 0, upper: 3}, COST: {lower: 0, upper: 9}}
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

  private List<String> warnings(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> ofResult = strings(result.getWarnings());
      assertThat(strings(statement.getWarnings())).isEqualTo(ofResult);
      return ofResult;
    }
  }

  private static List<String> strings(@Nullable SQLWarning first) {
    List<String> strings = new ArrayList<>();
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      assertThat(warning.getSQLState()).isEqualTo("01000");
      strings.add(Objects.requireNonNull(warning.getMessage()));
    }
    return strings;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(*) FROM visits"
            + " | rows beyond 20 per person (max_rows_contributed of VISITS) are not counted",
        "SELECT kind, COUNT(*) FROM visits GROUP BY kind"
            + " | rows beyond 20 per person in each group (max_rows_contributed of VISITS) and"
            + " groups beyond 3 per person (max_groups_contributed of VISITS) are not counted",
        "SELECT kind, COUNT(DISTINCT person) FROM visits GROUP BY kind"
            + " | groups beyond 3 per person (max_groups_contributed of VISITS) are not counted",
        "SELECT COUNT(*) FROM people, stores"
            + " | rows beyond 2 per person (max_rows_contributed of PEOPLE) are not counted",
        "SELECT kind, COUNT(*) FROM clips GROUP BY kind"
            + " | rows beyond 5 per person in each of 2 groups"
            + " (max_rows_contributed, max_groups_contributed of CLIPS) are not counted",
        "SELECT kind, COUNT(*) FROM calls GROUP BY kind"
            + " | rows beyond 3 per person (max_rows_contributed of CALLS) are not counted",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_rows_contributed = 2) kind, COUNT(*)"
            + " FROM calls GROUP BY kind"
            + " | rows beyond 2 per person (max_rows_contributed of the query) are not counted",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_rows_contributed = 4) COUNT(*) FROM visits"
            + " | rows beyond 4 per person (max_rows_contributed of the query) are not counted",
        "SELECT SUM(cost) FROM visits"
            + " | rows beyond 20 per person (max_rows_contributed of VISITS) are not counted, and"
            + " the sum of COST per person is clamped to its bounds (sum_per_unit of VISITS)",
        "SELECT COUNT(*) FILTER (WHERE kind = 0), COUNT(*) FROM calls"
            + " | rows beyond 3 per person (max_rows_contributed of CALLS) are not counted",
        "SELECT COUNT(*) FILTER (WHERE kind = 0), COUNT(*) FROM sales"
            + " | rows beyond 3 per person (max_rows_contributed of SALES) are not counted",
        "SELECT COUNT(*) FROM sales"
            + " | rows beyond 3 per person (max_rows_contributed of SALES) are not counted",
        "SELECT AVG(n) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person)"
            + " | N is clamped to the range from 1 to 3 (max_rows_contributed of CALLS)",
        "SELECT MEDIAN(s * 2) FROM (SELECT person, SUM(cost) AS s FROM calls GROUP BY person)"
            + " | S * 2 is clamped to the range from 0 to 54 (max_rows_contributed of CALLS)",
        "SELECT AVG(n) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person) WHERE n >= 2"
            + " | N is clamped to the range from 2 to 3 (max_rows_contributed of CALLS)",
        "SELECT AVG(s) FROM (SELECT person, SUM(cost) AS s FROM visits GROUP BY person)"
            + " | S is clamped to the range from 0 to 50 (sum_per_unit of VISITS)",
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_rows_contributed = 2) AVG(m) FROM (SELECT"
            + " person, MAX(n) AS m FROM (SELECT person, kind, COUNT(*) AS n FROM calls GROUP BY"
            + " person, kind) GROUP BY person)"
            + " | M is clamped to the range from 1 to 2 (max_rows_contributed of the query)",
        "SELECT AVG(s / n) FROM (SELECT person, SUM(cost) AS s, COUNT(*) AS n FROM calls GROUP BY"
            + " person) | S / N is clamped to the range from 0 to 27 (max_rows_contributed of CALLS)",
        "SELECT AVG(n) FROM (SELECT COUNT(*) OVER (PARTITION BY person) AS n FROM calls)"
            + " | rows beyond 3 per person (max_rows_contributed of CALLS) are not counted, and N is"
            + " clamped to the range from 0 to 3 (max_rows_contributed of CALLS)",
        "SELECT cost + 0, COUNT(DISTINCT person) FROM calls GROUP BY cost + 0"
            + " | rows beyond 1 per person in each of 3 groups (max_rows_contributed of CALLS) are"
            + " not counted",
      })
  void saysWhatIsNotCounted(String sql, String limits) throws SQLException {
    assertThat(warnings(sql))
        .singleElement()
        .asString()
        .isEqualTo("DP-CUT: " + limits + "; the error columns do not include that loss");
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      List<String> reported = new ArrayList<>();
      while (lines.next()) {
        if (lines.getString("RELEASE").equals("contribution limits")) {
          reported.add(lines.getString("BOUNDING"));
        }
      }
      assertThat(reported).containsExactly(limits);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*), AVG(age) FROM people",
        "SELECT COUNT(DISTINCT person) FROM visits",
        "SELECT COUNT(*) FROM (SELECT DISTINCT person FROM visits) v",
        "SELECT AVG(m) FROM (SELECT person, MAX(cost) AS m FROM calls GROUP BY person)",
        "SELECT AVG(LEAST(n, 2)) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person)",
        "SELECT AVG(n) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person) WHERE n <= 2",
        "SELECT AVG(n) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person)"
            + " WHERE n BETWEEN 5 AND 9",
        "SELECT COUNT(*) FROM (SELECT person, COUNT(*) AS n FROM calls GROUP BY person)"
            + " WHERE n > 5",
        "SELECT COUNT(*) FROM stores",
        "SELECT COUNT(*) FROM visits WHERE 1 = 0",
        "SELECT 1"
      })
  void saysNothingIfAllCounts(String sql) throws SQLException {
    assertThat(warnings(sql)).isEmpty();
  }

  @Test
  void saysItOnceForAQuery() throws SQLException {
    assertThat(
            warnings(
                "SELECT (SELECT COUNT(*) FROM visits), (SELECT SUM(cost) FROM clips),"
                    + " (SELECT AVG(cost) FROM clips)"))
        .containsExactly(
            "DP-CUT: rows beyond 20 per person (max_rows_contributed of VISITS) and rows beyond 5"
                + " per person (max_rows_contributed of CLIPS) are not counted; the error columns do"
                + " not include that loss");
    assertThat(warnings("SELECT kind, COUNT(*) FROM calls GROUP BY ROLLUP (kind)"))
        .containsExactly(
            "DP-CUT: rows beyond 3 per person (max_rows_contributed of CALLS) are not counted; the"
                + " error columns do not include that loss");
  }

  @Test
  void saysTheSameWhateverTheData() throws SQLException {
    String sql = "SELECT COUNT(*) FROM visits WHERE cost < 5";
    List<String> before = warnings(sql);
    try (Statement statement = raw.createStatement()) {
      statement.execute("INSERT INTO visits SELECT 1, 1, 1 FROM SYSTEM_RANGE(1, 1000)");
    }
    assertThat(warnings(sql)).isEqualTo(before).isNotEmpty();
  }
}
