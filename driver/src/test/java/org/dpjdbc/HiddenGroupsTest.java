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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer by private keys says from which size on groups are shown, whatever the data. */
class HiddenGroupsTest {
  private static final Pattern THRESHOLD = Pattern.compile("(?:shown if above|exceeds) ([\\d.]+)$");

  @TempDir private Path folder;
  private final String backend = "h2:mem:hidden" + UUID.randomUUID();
  private Connection raw;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection("jdbc:" + backend);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, city VARCHAR(9), job"
              + " VARCHAR(9))");
      statement.execute("CREATE TABLE calls (person INTEGER, kind VARCHAR(9), cost INTEGER)");
      statement.execute("CREATE TABLE visits (person INTEGER, kind VARCHAR(9), cost INTEGER)");
    }
    Path policy = folder.resolve("hidden.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 100, delta: 1.0e-3}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, CITY: {}, JOB: {}}
              CALLS:
                privacy_unit: PERSON
                max_rows_contributed: 20
                columns: {PERSON: {}, KIND: {}, COST: {lower: 0, upper: 9}}
              VISITS:
                privacy_unit: PERSON
                max_rows_contributed: 5
                max_groups_contributed: 3
                columns: {PERSON: {}, KIND: {}, COST: {lower: 0, upper: 9}}
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
    List<String> warnings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      for (SQLWarning each = result.getWarnings(); each != null; each = each.getNextWarning()) {
        if (Objects.requireNonNull(each.getMessage()).startsWith("DP-HIDDEN: ")) {
          warnings.add(each.getMessage());
        }
      }
    }
    return warnings;
  }

  private record Explained(List<String> thresholds, List<String> hidden) {}

  private Explained explain(String sql) throws SQLException {
    Explained explained = new Explained(new ArrayList<>(), new ArrayList<>());
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (lines.next()) {
        Matcher threshold =
            THRESHOLD.matcher(Objects.requireNonNullElse(lines.getString("NOISE_SCALE"), ""));
        if (threshold.find()) {
          explained.thresholds().add(threshold.group(1));
        }
        if (lines.getString("RELEASE").equals("hidden groups")) {
          explained.hidden().add(lines.getString("BOUNDING"));
        }
      }
    }
    return explained;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT city, COUNT(*) FROM people GROUP BY city | people |",
        "SELECT city, AVG(age) FROM people GROUP BY city | people |",
        "SELECT city, job, COUNT(*), SUM(age) FROM people GROUP BY city, job | people |",
        "SELECT DISTINCT city FROM people | people |",
        "SELECT MAX(n) FROM (SELECT city, COUNT(*) AS n FROM people GROUP BY city) | people |",
        "SELECT kind, COUNT(*) FROM calls GROUP BY kind | rows | , lower max_rows_contributed (20)",
        "SELECT kind, COUNT(DISTINCT person) FROM calls GROUP BY kind"
            + " | people | , lower max_rows_contributed (20)",
        "SELECT kind, SUM(cost) FROM visits GROUP BY kind"
            + " | people | , lower max_groups_contributed (3)",
        "SELECT /*+ DP(noise=gaussian) */ kind, COUNT(*) FROM calls GROUP BY kind"
            + " | people | , lower max_rows_contributed (20)",
      })
  void saysHowLargeAGroupMustBe(String sql, String what, String limits) throws SQLException {
    Explained explained = explain(sql);
    assertThat(explained.thresholds()).hasSize(1);
    int size = (int) Math.floor(Double.parseDouble(explained.thresholds().get(0))) + 1;
    String text =
        "groups of fewer than about "
            + size
            + " "
            + what
            + " are left out; to see more, group by coarser or fewer keys, have the policy list the"
            + " values of the keys"
            + Objects.requireNonNullElse(limits, "").stripTrailing()
            + ", or raise epsilon";
    assertThat(explained.hidden()).containsExactly(text);
    assertThat(warnings(sql)).containsExactly("DP-HIDDEN: " + text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM people",
        "SELECT age / 10, COUNT(*) FROM people GROUP BY age / 10",
        "SELECT COUNT(*) FROM people WHERE city = 'Rome'",
        "SELECT 1"
      })
  void saysNothingIfAllGroupsAreListed(String sql) throws SQLException {
    assertThat(warnings(sql)).isEmpty();
    assertThat(explain(sql).hidden()).isEmpty();
  }

  @Test
  void saysWhatBecomesOfTheOthers() throws SQLException {
    assertThat(
            warnings("SELECT /*+ DP(other_group=true) */ city, AVG(age) FROM people GROUP BY city"))
        .singleElement()
        .asString()
        .contains(" people are combined into one group, with NULL as key; ");
  }

  @Test
  void saysItOnceForAllLevels() throws SQLException {
    String sql = "SELECT city, job, COUNT(*) FROM people GROUP BY CUBE (city, job)";
    assertThat(explain(sql).hidden()).hasSize(3);
    assertThat(warnings(sql)).hasSize(1);
  }

  @Test
  void saysTheSameWhateverTheData() throws SQLException {
    String sql = "SELECT city, COUNT(*) FROM people GROUP BY city";
    List<String> before = warnings(sql);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "INSERT INTO people SELECT x, 1, 'Rome', 'cook' FROM SYSTEM_RANGE(1, 1000) AS r(x)");
    }
    assertThat(warnings(sql)).isEqualTo(before).hasSize(1);
  }
}
