package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver's properties as settings of the session: however one is set and reset, the driver uses
 * what PostgreSQL says is set, and refuses what it cannot use.
 */
class DriverPropertiesTest {
  /** What the driver shows when nothing is set. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "dp.epsilon",
          "100",
          "dp.delta",
          "1.0E-9",
          "dp.derive",
          "as_good",
          "dp.error_columns",
          "off");

  private static final Map<String, String> GOOD =
      Map.of(
          "dp.epsilon", "5", "dp.delta", "1E-12", "dp.derive", "always", "dp.error_columns", "on");

  /** The second ones are refused by the driver alone. */
  private static final Map<String, List<String>> BAD =
      Map.of(
          "dp.epsilon", List.of("much", "1000000", "1e-10"),
          "dp.delta", List.of("none", "0.5", "1e-30"),
          "dp.derive", List.of("sometimes"),
          "dp.error_columns", List.of("maybe"));

  /** Outside a transaction. */
  private static final List<String> SETS =
      List.of(
          "SET P = V",
          "SET SESSION P TO V",
          "SELECT set_config('P', V, false)",
          "SELECT set_config('P', V, false) FROM pg_class",
          "BEGIN; SET P = V; COMMIT",
          "BEGIN; SELECT set_config('P', V, false); COMMIT");

  private static final List<String> RESETS =
      List.of(
          "RESET P",
          "RESET ALL",
          "DISCARD ALL",
          "SET P TO DEFAULT",
          "SET P = ''",
          "SELECT set_config('P', '', false)",
          "BEGIN; RESET P; COMMIT");

  /** What ends by itself. */
  private static final List<String> PASSING =
      List.of(
          "BEGIN; SET LOCAL P = V; SHOW P; COMMIT",
          "BEGIN; SELECT set_config('P', V, true); SHOW P; COMMIT",
          "BEGIN; SELECT set_config('P', V, true); SHOW P; ROLLBACK",
          "BEGIN; SET P = V; SHOW P; ROLLBACK",
          "BEGIN; SET P = V; SHOW P; SELECT 1 / 0; ROLLBACK",
          "BEGIN; SAVEPOINT s; SET P = V; SHOW P; ROLLBACK TO s; COMMIT",
          "BEGIN; SAVEPOINT s; SET P = V; SHOW P; SELECT 1 / 0; ROLLBACK TO s; COMMIT",
          "SET LOCAL P = V; SHOW P",
          "SELECT set_config('P', V, true); SHOW P");

  @TempDir static Path folder;
  private static Clinic clinic;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.start(folder);
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  private static List<String> values(String property) {
    List<String> values = new ArrayList<>(BAD.get(property));
    values.add(GOOD.get(property));
    return values;
  }

  /** Runs statements one after the other, whatever becomes of each. */
  private static List<String> errors(Statement statement, String script) {
    List<String> errors = new ArrayList<>();
    for (String each : script.split("; ")) {
      try {
        statement.execute(each);
      } catch (SQLException e) {
        errors.add(e.getSQLState() + " " + e.getMessage());
      }
    }
    return errors;
  }

  private static String shown(Statement statement, String property) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SHOW " + property)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static String script(String template, String property, String value) {
    return template.replace("V", "'" + value + "'").replaceAll("\\bP\\b", property);
  }

  /** Nothing is left of a value, and each property can be set. */
  private static void assertDefaults(Statement statement, String done) throws SQLException {
    for (String property : DEFAULTS.keySet()) {
      assertThat(shown(statement, property)).as(done).isEqualTo(DEFAULTS.get(property));
      assertThat(errors(statement, script("SET P = V", property, GOOD.get(property))))
          .as("%s, then SET %s", done, property)
          .isEmpty();
      assertThat(shown(statement, property)).as(done).isEqualTo(GOOD.get(property));
      assertThat(errors(statement, "RESET " + property)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "simple, dp.epsilon", "simple, dp.delta", "simple, dp.derive", "simple, dp.error_columns",
    "extended, dp.epsilon", "extended, dp.delta", "extended, dp.derive",
        "extended, dp.error_columns"
  })
  void nothingIsLeftOfWhatIsReset(String mode, String property) throws SQLException {
    List<String> values = values(property);
    int next = 0;
    try (Connection connection = clinic.connect("ann", "preferQueryMode", mode);
        Statement statement = connection.createStatement()) {
      for (String set : SETS) {
        for (String reset : RESETS) {
          String value = values.get(next++ % values.size());
          String done = script(set + "; SHOW P; " + reset, property, value);
          errors(statement, done);
          assertDefaults(statement, done);
        }
      }
      for (String passing : PASSING) {
        String done = script(passing, property, values.get(next++ % values.size()));
        errors(statement, done);
        assertDefaults(statement, done);
      }
    }
  }

  /** What is wrong with one property does not keep another one from being set. */
  @ParameterizedTest
  @ValueSource(strings = {"dp.epsilon", "dp.delta", "dp.derive", "dp.error_columns"})
  void aWrongValueIsRefusedAlikeHoweverItComes(String property) throws SQLException {
    for (String value : BAD.get(property)) {
      List<String> expected;
      try (Connection connection = clinic.connect("ann");
          Statement statement = connection.createStatement()) {
        expected = errors(statement, script("SET P = V", property, value));
        assertThat(expected).as(property + " = " + value).hasSize(1);
        assertThat(expected.get(0)).startsWith("22023 ");
        for (String set : SETS) {
          List<String> errors = errors(statement, script(set + "; SHOW P", property, value));
          assertThat(errors).as(set + value).isNotEmpty().contains(expected.get(0));
          for (String other : DEFAULTS.keySet()) {
            assertThat(errors(statement, script("SET P = V", other, GOOD.get(other))))
                .as("%s = %s, then SET %s", property, value, other)
                .isEmpty();
          }
          assertThat(errors(statement, "DISCARD ALL")).isEmpty();
        }
      }
      try (Connection connection =
              clinic.connect("ann", "options", "-c %s=%s".formatted(property, value));
          Statement statement = connection.createStatement()) {
        assertThat(errors(statement, "SHOW " + property)).isEqualTo(expected);
        assertThat(errors(statement, "SELECT COUNT(*) FROM patients")).isEqualTo(expected);
      }
    }
  }
}
