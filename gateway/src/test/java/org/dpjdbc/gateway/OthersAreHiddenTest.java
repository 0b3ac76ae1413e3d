package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * What analysts find in the catalog of each other: no name, no session, no lock, and no database
 * that they may not use.
 */
class OthersAreHiddenTest {
  private static final String OTHER = "berenice";
  private static final String HIDDEN = "haematology";

  @TempDir static Path folder;
  private static PostgresServer backend;
  private static GatewayServer gateway;

  private static final String CATALOGS =
      "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
          + " WHERE nspname IN ('pg_catalog', 'information_schema') AND relkind IN ('r', 'v')"
          + " AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1";

  /** The other one alone may use a second database, in a schema of another name. */
  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    backend = Clinic.fill();
    Clinic.writeTwo(folder, backend.url(), backend.url());
    edit("gateway.yaml", "other: {url", HIDDEN + ": {url");
    edit("users.yaml", "clinic, other]", "clinic]");
    edit("users.yaml", "bob: (.*)\\[clinic\\]", OTHER + ": $1[clinic, " + HIDDEN + "]");
    gateway = GatewayServer.start(SettingsReader.read(folder.resolve("gateway.yaml"), Map.of()));
  }

  private static void edit(String name, String from, String to) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, Files.readString(file).replaceAll(from.replace("{", "\\{"), to));
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    backend.close();
  }

  private static Connection connect(String user, String... options) throws SQLException {
    return connectTo("clinic", user, options);
  }

  private static Connection connectTo(String database, String user, String... options)
      throws SQLException {
    String url = "jdbc:postgresql://localhost:%d/%s".formatted(gateway.port(), database);
    return Clinic.connectAt(url, user, options);
  }

  private static List<String> strings(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> strings = new ArrayList<>();
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
      return strings;
    }
  }

  /** Every relation of the catalog, and what names roles by their numbers. */
  @Test
  void noNameIsInAnyCatalog() throws SQLException {
    try (Connection other = connect(OTHER, "ApplicationName", "tool of " + OTHER);
        Connection hidden = connectTo(HIDDEN, OTHER);
        Connection ann = connect("ann")) {
      strings(other, "SELECT 1");
      strings(hidden, "SELECT 1");
      List<String> catalogs = strings(ann, CATALOGS);
      assertThat(catalogs).contains("pg_roles", "pg_stat_activity", "pg_locks", "pg_user");
      for (String catalog : catalogs) {
        assertThat(strings(ann, "SELECT t::text FROM " + catalog + " AS t"))
            .as(catalog)
            .noneMatch(row -> row.contains(OTHER) || row.contains(HIDDEN));
      }
      assertThat(strings(ann, "SELECT pg_get_userbyid(oid) || oid::regrole::text FROM pg_roles"))
          .noneMatch(name -> name.contains(OTHER));
      assertThat(strings(ann, "SELECT to_regrole('" + OTHER + "')::text")).containsOnlyNulls();
    }
  }

  @Test
  void theOwnDatabasesAreInTheCatalog() throws SQLException {
    String databases = "SELECT datname FROM pg_database WHERE datname ~ '^[^pt]' ORDER BY 1";
    try (Connection ann = connect("ann");
        Connection other = connect(OTHER)) {
      assertThat(strings(ann, databases)).containsExactly("clinic");
      assertThat(strings(other, databases)).containsExactly("clinic", HIDDEN);
      assertThat(strings(ann, "SELECT datname FROM pg_stat_database WHERE datid <> 0"))
          .contains("clinic")
          .doesNotContain(HIDDEN);
      assertThat(strings(ann, "SELECT setconfig FROM pg_db_role_setting WHERE setrole = 0"))
          .hasSize(1);
      // As psql 15 and 16 ask.
      assertThat(
              strings(ann, "SELECT d.daticulocale, d.daticurules FROM pg_catalog.pg_database AS d"))
          .isNotEmpty();
    }
  }

  /** No value of a row that is left out comes to light in an error. */
  @Test
  void noErrorTellsADatabase() throws SQLException {
    try (Connection ann = connect("ann")) {
      for (String relation : new String[] {"pg_database", "pg_stat_database"}) {
        assertThatThrownBy(
                () ->
                    strings(
                        ann, "SELECT 1 FROM %s WHERE datname::text::int = 1".formatted(relation)))
            .message()
            .contains("invalid input syntax")
            .doesNotContain(HIDDEN);
      }
      assertThatThrownBy(() -> strings(ann, "SELECT datname FROM pg_catalog.dp_jdbc_pg_database"))
          .hasMessageContaining("permission denied");
    }
  }

  /** Numbers are easy to guess. */
  @Test
  void noNumberTellsADatabase() throws SQLException {
    String all = " FROM generate_series(1, 30000) AS n";
    try (Connection ann = connect("ann")) {
      assertThat(strings(ann, "SELECT pg_describe_object(1262, n::oid, 0)" + all))
          .containsOnlyNulls();
      assertThat(strings(ann, "SELECT pg_describe_object(1255, n::oid, 0)" + all))
          .contains("function now()");
      assertThat(strings(ann, "SELECT count(pg_database_size(n::oid)) >= 1" + all))
          .containsExactly("t");
      for (String function : new String[] {"pg_identify_object", "pg_identify_object_as_address"}) {
        assertThatThrownBy(
                () -> strings(ann, "SELECT %s(1262, n::oid, 0)::text".formatted(function) + all))
            .hasMessageContaining("permission denied for function " + function);
      }
    }
  }

  @Test
  void theirSessionsAndLocksAreHidden() throws SQLException {
    try (Connection other = connect(OTHER);
        Connection ann = connect("ann")) {
      other.setAutoCommit(false);
      strings(other, "SELECT relname FROM pg_class"); // keeps a lock
      String own = strings(ann, "SELECT pg_backend_pid()").get(0);
      for (String catalog : new String[] {"pg_stat_activity", "pg_stat_ssl", "pg_stat_gssapi"}) {
        assertThat(strings(ann, "SELECT pid FROM " + catalog)).as(catalog).containsExactly(own);
      }
      assertThat(strings(ann, "SELECT DISTINCT pid FROM pg_locks")).containsExactly(own);
      assertThat(strings(ann, "SELECT usename = current_user FROM pg_stat_activity"))
          .containsExactly("t");
      for (String function :
          new String[] {
            "pg_stat_get_activity(NULL)", "pg_lock_status()", "pg_stat_get_backend_idset()"
          }) {
        assertThatThrownBy(() -> strings(ann, "SELECT " + function + "::text"))
            .hasMessageContaining("permission denied for function");
      }
    }
  }

  /** Whether there is a session of that number, or whose it is, makes no difference. */
  @Test
  void noSessionCanBeAskedForOrEnded() throws SQLException {
    try (Connection other = connect(OTHER);
        Connection ann = connect("ann")) {
      String live = strings(other, "SELECT pg_backend_pid()").get(0);
      String own = strings(ann, "SELECT pg_backend_pid()").get(0);
      for (String function : new String[] {"pg_terminate_backend", "pg_cancel_backend"}) {
        for (String pid : new String[] {live, own, "1"}) {
          assertThatThrownBy(() -> strings(ann, "SELECT %s(%s)::text".formatted(function, pid)))
              .hasMessageContaining("permission denied for function " + function);
        }
      }
      assertThat(strings(other, "SELECT 1")).hasSize(1);
    }
  }

  /** Functions of a server's state, by their kinds; what is not listed below tells nothing. */
  private static final String STATE =
      "SELECT DISTINCT p.oid::regprocedure FROM pg_proc p"
          + " WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile <> 'i'"
          + " AND has_function_privilege(oid, 'EXECUTE') AND prorettype <> 'internal'::regtype"
          + " AND proname !~ '^(has_|binary_upgrade_|dp_jdbc_)' AND (proargnames::text ~ 'pid'"
          + " OR proname ~ '(^|_)(stat|backend|pids?|block|blocked|wal|lsn|snapshot|xact|slots?|progress|locks?|control"
          + "|queue|receiver|senders|modules|filepath|committed|multixact|activity|running|tablespace)(_|$)')"
          + " ORDER BY 1";

  /** Of the own session and its statements, or the same in each. */
  private static final Set<String> HARMLESS =
      Set.of(
          "pg_backend_pid()",
          "pg_current_xact_id()",
          "pg_current_xact_id_if_assigned()",
          "pg_export_snapshot()",
          "pg_get_wal_replay_pause_state()",
          "pg_get_wal_resource_managers()",
          "pg_is_wal_replay_paused()",
          "pg_stat_clear_snapshot()",
          "pg_stat_force_next_flush()",
          "pg_tablespace_location(oid)",
          "ts_stat(text)",
          "ts_stat(text,text)");

  private static final String NUMBERS =
      "(int|integer|oid|xid|xid8|bigint|pg_lsn|regclass|name|text)";

  /** Whatever they are asked about: a live session, the own one, or none. */
  @Test
  void functionsOfTheServersStateTellNothing() throws SQLException {
    try (Connection other = connect(OTHER);
        Connection ann = connect("ann")) {
      String live = strings(other, "SELECT pg_backend_pid()").get(0);
      List<String> functions = strings(ann, STATE);
      assertThat(functions).hasSizeGreaterThan(130).contains("pg_blocking_pids(integer)");
      functions.removeAll(HARMLESS);
      List<String> telling = new ArrayList<>();
      for (String function : functions) {
        String call =
            function
                .replaceAll("\\b" + NUMBERS + "\\[\\]", "'{" + live + "}'")
                .replaceAll("\\bboolean\\b", "false")
                .replaceAll("\\btext\\b", "'base'")
                .replaceAll("\\b" + NUMBERS + "(?=[,)])", "'" + live + "'")
                .replaceAll("\\bname\\b", "'pg_default'");
        try {
          String told =
              strings(ann, "SELECT string_agg(t::text, '') FROM " + call + " AS t").get(0);
          if (told != null && !told.matches("[(,)]*")) {
            telling.add(call + " = " + told);
          }
        } catch (SQLException e) {
          String message = String.valueOf(e.getMessage());
          if (!message.contains("permission denied") && !message.contains("DP-UNSUPPORTED")) {
            telling.add(call + ": " + e.getMessage());
          }
        }
      }
      assertThat(telling).isEmpty();
    }
  }

  /** They show empty statistics, and no error. */
  @Test
  void viewsOfStatisticsCanBeRead() throws SQLException {
    try (Connection ann = connect("ann")) {
      for (String view : strings(ann, CATALOGS)) {
        if (view.matches("pg_stat_.*|pg_statio_.*|pg_replication_slots|pg_prepared_xacts")) {
          strings(ann, "SELECT * FROM " + view);
        }
      }
      assertThat(
              strings(
                  ann,
                  "SELECT numbackends || '' || xact_commit || sessions FROM pg_stat_database"
                      + " WHERE datid <> 0"))
          .isNotEmpty()
          .containsOnlyNulls();
      assertThat(strings(ann, "SELECT pg_blocking_pids(pid)::text FROM pg_stat_activity"))
          .containsOnlyNulls();
    }
  }

  /** Tools show the name that the server tells at the start, and ask about the one that it says. */
  @Test
  void theOwnNameIsKnown() throws SQLException {
    try (Connection ann = connect("ann")) {
      assertThat(ann.unwrap(PGConnection.class).getParameterStatus("session_authorization"))
          .isEqualTo("ann");
      assertThat(ann.getMetaData().getUserName()).isEqualTo("ann");
      assertThat(
              strings(
                  ann,
                  "SELECT has_table_privilege(current_user, 'patients', 'SELECT')"
                      + " AND session_user = current_user"
                      + " AND (SELECT rolcanlogin FROM pg_roles WHERE rolname = user)"))
          .hasSize(1);
      assertThat(strings(ann, "SELECT current_user").get(0)).matches("analyst_[0-9a-f]{16}");
    }
  }
}
