package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/** What analysts find in the catalog of each other: no name, no session, no lock. */
class OthersAreHiddenTest {
  private static final String OTHER = "berenice";

  @TempDir static Path folder;
  private static Clinic clinic;

  private static final String CATALOGS =
      "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
          + " WHERE nspname IN ('pg_catalog', 'information_schema') AND relkind IN ('r', 'v')"
          + " AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1";

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.startFor(folder, List.of("ann", OTHER));
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  /** Every relation of the catalog, and what names roles by their numbers. */
  @Test
  void noNameIsInAnyCatalog() throws SQLException {
    try (Connection other = clinic.connect(OTHER, "ApplicationName", "tool of " + OTHER);
        Connection ann = clinic.connect("ann")) {
      texts(other, "SELECT 1");
      List<String> catalogs = texts(ann, CATALOGS);
      assertThat(catalogs).contains("pg_roles", "pg_stat_activity", "pg_locks", "pg_user");
      for (String catalog : catalogs) {
        assertThat(texts(ann, "SELECT t::text FROM " + catalog + " AS t"))
            .as(catalog)
            .noneMatch(row -> row.contains(OTHER));
      }
      assertThat(texts(ann, "SELECT pg_get_userbyid(oid) || oid::regrole::text FROM pg_roles"))
          .noneMatch(name -> name.contains(OTHER));
      assertThat(texts(ann, "SELECT to_regrole('" + OTHER + "')::text")).containsOnlyNulls();
    }
  }

  @Test
  void theirSessionsAndLocksAreNotTold() throws SQLException {
    try (Connection other = clinic.connect(OTHER);
        Connection ann = clinic.connect("ann")) {
      other.setAutoCommit(false);
      texts(other, "SELECT relname FROM pg_class"); // keeps a lock
      String own = texts(ann, "SELECT pg_backend_pid()").get(0);
      for (String catalog : new String[] {"pg_stat_activity", "pg_stat_ssl", "pg_stat_gssapi"}) {
        assertThat(texts(ann, "SELECT pid FROM " + catalog)).as(catalog).containsExactly(own);
      }
      assertThat(texts(ann, "SELECT DISTINCT pid FROM pg_locks")).containsExactly(own);
      assertThat(texts(ann, "SELECT usename = current_user FROM pg_stat_activity"))
          .containsExactly("t");
      for (String function :
          new String[] {
            "pg_stat_get_activity(NULL)", "pg_lock_status()", "pg_stat_get_backend_idset()"
          }) {
        assertThatThrownBy(() -> texts(ann, "SELECT " + function + "::text"))
            .hasMessageContaining("permission denied for function");
      }
    }
  }

  /** Whether there is a session of that number, or whose it is, makes no difference. */
  @Test
  void noSessionCanBeAskedForOrEnded() throws SQLException {
    try (Connection other = clinic.connect(OTHER);
        Connection ann = clinic.connect("ann")) {
      String live = texts(other, "SELECT pg_backend_pid()").get(0);
      String own = texts(ann, "SELECT pg_backend_pid()").get(0);
      for (String function : new String[] {"pg_terminate_backend", "pg_cancel_backend"}) {
        for (String pid : new String[] {live, own, "1"}) {
          assertThatThrownBy(() -> texts(ann, "SELECT %s(%s)::text".formatted(function, pid)))
              .hasMessageContaining("permission denied for function " + function);
        }
      }
      assertThat(texts(other, "SELECT 1")).hasSize(1);
    }
  }

  /** Tools show the name that the server tells at the start, and ask about the one that it says. */
  @Test
  void theOwnNameIsKnown() throws SQLException {
    try (Connection ann = clinic.connect("ann")) {
      assertThat(ann.unwrap(PGConnection.class).getParameterStatus("session_authorization"))
          .isEqualTo("ann");
      assertThat(ann.getMetaData().getUserName()).isEqualTo("ann");
      assertThat(
              texts(
                  ann,
                  "SELECT has_table_privilege(current_user, 'patients', 'SELECT')"
                      + " AND session_user = current_user"
                      + " AND (SELECT rolcanlogin FROM pg_roles WHERE rolname = user)"))
          .hasSize(1);
      assertThat(texts(ann, "SELECT current_user").get(0)).matches("analyst_[0-9a-f]{16}");
    }
  }
}
