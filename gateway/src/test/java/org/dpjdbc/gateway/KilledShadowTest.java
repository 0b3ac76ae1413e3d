package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalog server's processes are killed: clients are told, and soon can go on. */
@Tag("more")
class KilledShadowTest {
  private static final int TIMES = SuiteCases.KILLED_SHADOW.number("gateway.shadow.kills");

  private static final String QUESTION = "SELECT COUNT(*) FROM patients WHERE age > ";

  @TempDir private Path folder;

  @Test
  void anotherOneIsStarted() throws IOException, SQLException, ConfigException {
    try (Clinic clinic = Clinic.start(folder)) {
      for (int i = 0; i < TIMES; i++) {
        try (Connection ann = clinic.connect("ann")) {
          assertThat(count(ann, QUESTION + i)).isPositive();
          ProcessHandle session =
              ProcessHandle.of(count(ann, "SELECT pg_backend_pid()")).orElseThrow();
          // By turns the server, and a session's process, after which the server ends all of them.
          ProcessHandle killed = i % 2 == 0 ? session.parent().orElseThrow() : session;
          killed.destroyForcibly();
          killed.onExit().join();
          assertThat(countAgain(clinic, QUESTION + i)).isPositive();
        }
      }
    }
  }

  /** Asks in a new session, as soon as one is possible and is not ended with the old ones. */
  private static long countAgain(Clinic clinic, String sql) {
    while (true) {
      try (Connection next = clinic.connect("ann")) {
        return count(next, sql);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isIn("57P03", "57P01", "08006", "08001", "57P02");
      }
    }
  }

  private static long count(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }
}
