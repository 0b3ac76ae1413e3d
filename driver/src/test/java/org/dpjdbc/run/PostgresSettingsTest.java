package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.junit.jupiter.api.Test;

/**
 * The manual lists every setting that an account of PostgreSQL may have: those that the driver
 * sets, and those that stay as they are. A version with new settings makes this fail until somebody
 * has judged them.
 */
class PostgresSettingsTest {
  private static final Path PAGE = Path.of("../docs/reference/databases/postgresql.md");
  private static final Pattern CODE = Pattern.compile("`([A-Za-z0-9_*]+)`");
  private static final Pattern STATEMENT =
      Pattern.compile("SET (\\w+) =|'(\\w+_(?:timeout|query|mode|interval))'");

  private static final Set<String> OFF =
      Set.of(
          "default_transaction_deferrable",
          "jit",
          "exit_on_error",
          "transform_null_equals",
          "quote_all_identifiers");

  /** What an account, a database or a session may set, and what it is. */
  private static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name, setting FROM pg_catalog.pg_settings WHERE context IN ('user',"
                    + " 'superuser', 'backend', 'superuser-backend')")) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }

  /** The names and patterns in the first column of a table. */
  private static List<String> named(String from, String to) throws IOException {
    String page = Files.readString(PAGE);
    String table = page.substring(page.indexOf(from), page.indexOf(to));
    List<String> names = new ArrayList<>();
    for (String line : table.lines().filter(each -> each.startsWith("| `")).toList()) {
      Matcher code = CODE.matcher(line.split("\\|")[1]);
      while (code.find()) {
        names.add(code.group(1));
      }
    }
    return names;
  }

  private static List<String> pinned() throws IOException {
    return named("| setting | value |", "The other settings stay");
  }

  @Test
  void theManualListsEverySetting() throws Exception {
    List<String> known = new ArrayList<>(pinned());
    known.addAll(named("The other settings stay", "## Functions"));
    Pattern any =
        Pattern.compile(String.join("|", known).replace("*", "\\w*"), Pattern.CASE_INSENSITIVE);
    try (TestDatabase database = TestBackends.called("PostgreSQL").create()) {
      assertThat(settings(database.owner()).keySet())
          .allSatisfy(name -> assertThat(name).matches(any));
    }
  }

  @Test
  void theManualListsWhatIsSet() throws IOException {
    var dialect = BackendDialects.called("PostgreSQL").orElseThrow();
    List<String> statements = new ArrayList<>(dialect.pinning());
    statements.addAll(dialect.limits(Duration.ofMinutes(1)));
    List<String> set = new ArrayList<>();
    Matcher matcher = STATEMENT.matcher(String.join("; ", statements));
    while (matcher.find()) {
      set.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    assertThat(set).containsExactlyInAnyOrderElementsOf(pinned());
  }

  /** An account that has another value of each gets the same ones. */
  @Test
  void aConnectionHasThemWhateverItsAccountHas() throws Exception {
    try (TestDatabase database = TestBackends.called("PostgreSQL").create();
        Statement owner = database.owner().createStatement()) {
      owner.execute("CREATE ROLE otherwise LOGIN");
      try {
        Map<String, String> usual = of(database, "postgres", /* pin= */ true);
        for (String statement : otherwise(database.owner())) {
          owner.execute(statement);
        }
        Map<String, String> before = of(database, "otherwise", /* pin= */ false);
        assertThat(usual.keySet())
            .allSatisfy(
                name -> assertThat(before.get(name)).as(name).isNotEqualTo(usual.get(name)));
        assertThat(of(database, "otherwise", /* pin= */ true)).isEqualTo(usual);
      } finally {
        owner.execute("DROP ROLE otherwise");
      }
    }
  }

  /** The pinned settings of a new connection. */
  private static Map<String, String> of(TestDatabase database, String user, boolean pin)
      throws Exception {
    try (Connection connection =
        DriverManager.getConnection(database.url().replace("user=postgres", "user=" + user))) {
      if (pin) {
        ReadOnlyConnection.pin(connection, CatalogRows.dialect(connection), Duration.ofSeconds(77));
      }
      Map<String, String> all = settings(connection);
      all.keySet().retainAll(pinned());
      return all;
    }
  }

  /** Gives the account another value of each setting than the driver. */
  private static List<String> otherwise(Connection connection) throws Exception {
    Map<String, String> strings =
        Map.of(
            "search_path", "public",
            "TimeZone", "Asia/Kathmandu",
            "timezone_abbreviations", "India",
            "DateStyle", "German, DMY",
            "lc_monetary", "POSIX",
            "lc_numeric", "POSIX",
            "lc_time", "POSIX");
    Map<String, String> enumerations =
        Map.of(
            "default_transaction_isolation", "serializable",
            "client_min_messages", "debug5",
            "bytea_output", "escape",
            "IntervalStyle", "sql_standard");
    List<String> statements = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name, vartype, boot_val FROM pg_catalog.pg_settings")) {
      while (rows.next()) {
        String name = rows.getString(1);
        if (!pinned().contains(name)) {
          continue;
        }
        String value =
            switch (rows.getString(2)) {
              case "bool" -> OFF.contains(name) ? "on" : "off";
              case "integer" -> name.equals("extra_float_digits") ? "-3" : "3600000";
              case "string" -> strings.get(name);
              default -> enumerations.getOrDefault(name, "regress");
            };
        statements.add(
            "ALTER ROLE otherwise SET "
                + name
                + " = "
                + (value.contains(",") ? value : "'" + value + "'"));
      }
    }
    return statements;
  }
}
