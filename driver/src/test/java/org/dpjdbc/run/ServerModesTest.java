package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers that are set up otherwise: what changes how a query is read, computed or told does not
 * change an answer without noise. (But for H2's mode {@code Oracle}, in which an empty string of a
 * query is NULL.)
 */
@Tag("databases")
class ServerModesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 1.0e-3}
      answers: {reuse_for: PT0S}
      limits: {timeout: PT30S}
      schemas:
        PUBLIC:
          tables:
            seen:
              privacy_unit: id
              columns:
                id: {}
                t: {}
                e: {}
                d: {}
                u: {}
                x: {lower: -1000, upper: 1000}
                n: {lower: -100, upper: 100}
                b: {}
                i: {lower: -10, upper: 10}
      """;

  private static final List<String> QUESTIONS =
      List.of(
          "SELECT t, COUNT(*) AS c FROM seen GROUP BY t",
          "SELECT e, COUNT(*) AS c FROM seen GROUP BY e",
          "SELECT d, COUNT(*) AS c FROM seen GROUP BY d",
          "SELECT u, COUNT(*) AS c FROM seen GROUP BY u",
          "SELECT b, COUNT(*) AS c FROM seen GROUP BY b",
          "SELECT COUNT(*) AS c FROM seen WHERE t = 'a\\b'",
          "SELECT COUNT(*) AS c FROM seen WHERE t = 'it''s' OR t = 'a\"b'",
          "SELECT COUNT(*) AS c FROM seen WHERE t = ''",
          "SELECT COUNT(*) AS c FROM seen WHERE t IS NULL",
          "SELECT COUNT(*) AS c FROM seen WHERE t LIKE 'a%'",
          "SELECT COUNT(*) AS c FROM seen WHERE NOT b AND i > 0",
          "SELECT t || '-' || e AS k, COUNT(*) AS c FROM seen GROUP BY t || '-' || e",
          "SELECT UPPER(t) AS k, COUNT(*) AS c FROM seen GROUP BY UPPER(t)",
          "SELECT EXTRACT(YEAR FROM u) AS k, COUNT(*) AS c FROM seen GROUP BY EXTRACT(YEAR FROM u)",
          "SELECT EXTRACT(HOUR FROM u) AS k, COUNT(*) AS c FROM seen GROUP BY EXTRACT(HOUR FROM u)",
          "SELECT COUNT(*) AS c FROM seen WHERE u >= TIMESTAMP '2024-03-31 02:30:00'",
          "SELECT COUNT(*) AS c FROM seen WHERE d = DATE '2024-03-04'",
          "SELECT SUM(x) AS s, SUM(n) AS m, AVG(i) AS a FROM seen",
          "SELECT SUM(CASE WHEN i - 5 < 0 THEN n ELSE x END) AS s FROM seen",
          "SELECT CAST(i AS VARCHAR(20)) AS k, COUNT(*) AS c FROM seen GROUP BY CAST(i AS VARCHAR(20))");

  private static final Map<String, List<String>> SETTINGS =
      Map.of(
          "MariaDB",
          List.of(
              "sql_mode = 'ANSI_QUOTES'",
              "sql_mode = 'PIPES_AS_CONCAT'",
              "sql_mode = 'NO_BACKSLASH_ESCAPES'",
              "sql_mode = ''",
              "sql_mode = 'ORACLE'",
              "sql_mode = 'MSSQL'",
              "sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH'",
              "sql_mode = 'EMPTY_STRING_IS_NULL,HIGH_NOT_PRECEDENCE,REAL_AS_FLOAT'",
              "time_zone = '+09:30'",
              "div_precision_increment = 0",
              "lc_time_names = 'de_DE'",
              "sql_select_limit = 1",
              "max_sort_length = 64",
              "tx_isolation = 'SERIALIZABLE'",
              "old_mode = 'ZERO_DATE_TIME_CAST'",
              "sql_auto_is_null = 1",
              "max_join_size = 1",
              "default_week_format = 7",
              "max_session_mem_used = 1000000",
              "lock_wait_timeout = 1",
              "innodb_lock_wait_timeout = 1",
              "completion_type = 'RELEASE'",
              "default_regex_flags = 'DOTALL,EXTENDED'",
              "group_concat_max_len = 4",
              "max_recursive_iterations = 0",
              "query_cache_type = 1"),
          "PostgreSQL",
          List.of(
              "standard_conforming_strings = off",
              "DateStyle = 'German, DMY'",
              "DateStyle = 'SQL, MDY'",
              "IntervalStyle = sql_standard",
              "bytea_output = escape",
              "extra_float_digits = -15",
              "TimeZone = 'Asia/Kathmandu'",
              "transform_null_equals = on",
              "quote_all_identifiers = on",
              "backslash_quote = on",
              "search_path = 'pg_temp'",
              "default_transaction_isolation = serializable",
              "lc_monetary = 'C'",
              "lc_numeric = 'C'",
              "lc_time = 'C'",
              "lc_messages = 'C'",
              "plan_cache_mode = force_generic_plan",
              "synchronize_seqscans = off",
              "default_transaction_read_only = off",
              "default_transaction_deferrable = on",
              "lock_timeout = 1",
              "debug_parallel_query = regress",
              "force_parallel_mode = regress",
              "exit_on_error = on",
              "client_min_messages = debug5",
              "row_security = off",
              "gin_fuzzy_search_limit = 1",
              "array_nulls = off",
              "timezone_abbreviations = 'India'",
              "work_mem = 64",
              "jit = on"),
          "DuckDB",
          List.of(
              "default_collation = 'nocase'",
              "TimeZone = 'Asia/Kathmandu'",
              "integer_division = true",
              "default_null_order = 'nulls_first'",
              "ieee_floating_point_ops = false",
              "old_implicit_casting = true",
              "preserve_insertion_order = false"),
          "H2",
          List.of(
              "MODE MySQL",
              "MODE MariaDB",
              "MODE PostgreSQL",
              "MODE MSSQLServer",
              "MODE DB2",
              "MODE Derby",
              "MODE HSQLDB",
              "MODE STRICT",
              "MODE LEGACY"));

  private static final Map<String, Server> SERVERS = new HashMap<>();

  @TempDir private static Path folder;

  private static Stream<Arguments> settings() {
    return TestBackends.all().stream()
        .map(TestBackend::product)
        .flatMap(
            product ->
                SETTINGS.getOrDefault(product, List.of()).stream()
                    .map(setting -> Arguments.of(product, setting)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("settings")
  void theAnswersAreTheSame(String product, String setting) throws Exception {
    Server server = SERVERS.get(product);
    if (server == null) {
      server = Server.start(TestBackends.called(product).create(), folder);
      SERVERS.put(product, server);
    }
    String variable = setting.split(" ", 2)[0];
    assumeThat(!product.equals("PostgreSQL") || server.knows(variable)).isTrue();
    List<String> reported =
        switch (product) {
          // Globals come back by what they were, which is not always the default of the product.
          case "MariaDB" ->
              List.of(
                  "SET @was = @@GLOBAL." + variable,
                  "SET GLOBAL " + setting,
                  "SET GLOBAL " + variable + " = @was");
          case "PostgreSQL" ->
              List.of(
                  "SELECT 'nothing to remember'",
                  "ALTER DATABASE postgres SET " + setting,
                  "ALTER DATABASE postgres RESET " + variable);
          case "H2" -> List.of("SELECT 1", "SET " + setting, "SET " + variable + " REGULAR");
          default -> List.of("SELECT 1", "SET GLOBAL " + setting, "RESET GLOBAL " + variable);
        };
    server.execute(reported.get(0));
    server.execute(reported.get(1));
    try {
      assertThat(server.answers()).isEqualTo(server.usual());
    } finally {
      server.execute(reported.get(2));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    for (Server server : SERVERS.values()) {
      server.database().close();
    }
    SERVERS.clear();
  }

  /**
   * A server with a table.
   *
   * @param usual its answers, set up as it usually is
   */
  private record Server(TestDatabase database, Engine engine, Path policy, List<String> usual) {
    static Server start(TestDatabase database, Path folder) throws Exception {
      fill(database);
      Path policy = folder.resolve(database.backend().product() + ".yaml");
      Files.writeString(policy, database.policy(POLICY));
      Engine engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
      List<String> usual = new Server(database, engine, policy, List.of()).answers();
      assertThat(usual).contains("[it's, 1]", "[a\\b, 1]", "[, 1]", "[null, 1]");
      return new Server(database, engine, policy, usual);
    }

    List<String> answers() {
      List<String> answers = new ArrayList<>();
      try (Session session = engine.connect(Noiseless.settings(database, policy))) {
        for (String question : QUESTIONS) {
          Rows rows =
              session
                  .prepare(question)
                  .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                  .rows();
          answers.add(question);
          for (int i = 0; i < rows.size(); i++) {
            answers.add(Arrays.toString(rows.row(i)));
          }
        }
      }
      return answers;
    }

    /** Versions of PostgreSQL have different settings. */
    boolean knows(String variable) throws SQLException {
      try (Statement statement = database.owner().createStatement();
          ResultSet found =
              statement.executeQuery(
                  "SELECT 1 FROM pg_settings WHERE name ILIKE '" + variable + "'")) {
        return found.next();
      }
    }

    void execute(String sql) throws SQLException {
      try (Statement statement = database.owner().createStatement()) {
        statement.execute(sql);
      }
    }
  }

  private static void fill(TestDatabase database) throws SQLException {
    database.run(
        "CREATE TABLE seen (id INTEGER PRIMARY KEY, t VARCHAR(20), e ENUM('a', 'B', 'c d'),"
            + " d DATE, u TIMESTAMP(6), x DOUBLE PRECISION, n NUMERIC(10, 2), b BOOLEAN, i INTEGER)");
    List<String> rows =
        List.of(
            "'a', 'a', DATE '2024-03-04', TIMESTAMP '2024-03-31 02:30:00', 0.1, 1.25, TRUE, 3",
            "'a ', 'B', DATE '2024-04-03', TIMESTAMP '2024-03-30 23:59:59.5', -2.5, -1.25, FALSE, 4",
            "'A', 'c d', DATE '1999-12-31', TIMESTAMP '2023-12-31 23:30:00', 1e2, 0.01, FALSE, -3",
            "'it''s', 'a', NULL, NULL, NULL, NULL, NULL, NULL",
            "'a\"b', 'B', DATE '2024-03-04', TIMESTAMP '2024-01-01 00:30:00', 0.3, 7, TRUE, 0",
            "'', NULL, DATE '2024-01-02', TIMESTAMP '2024-06-01 12:00:00', 0.7, 9.99, TRUE, 9",
            "NULL, 'a', DATE '2024-02-01', TIMESTAMP '2024-07-01 12:00:00', 3, 0, FALSE, 5");
    for (int i = 0; i < rows.size(); i++) {
      database.run("INSERT INTO seen VALUES (" + i + ", " + rows.get(i) + ")");
    }
    // A backslash is spelled in as many ways as there are modes.
    database.insert(
        "seen", List.of(Arrays.asList(100, "a\\b", "a", null, null, 1.5, null, true, 1)));
  }
}
