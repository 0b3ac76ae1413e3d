package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database behind the gateway is killed and started again. A question has epsilon 100: noise
 * moves a count by more than 5 with a probability below e^-500.
 */
@Tag("thorough")
class DatabaseDownTest {
  @TempDir private Path folder;

  @Test
  void isAnErrorThatChargesNothingAndEndsNoSession()
      throws IOException, SQLException, ConfigException, InterruptedException {
    try (Clinic clinic = Clinic.start(folder);
        Connection session = clinic.connect("ann")) {
      assertThat(patients(session, 40)).isBetween(1955L, 1965L);
      BigDecimal spent = spent(session);
      clinic.backend().kill();
      assertThatThrownBy(() -> patients(session, 50))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("DP-BACKEND")
          .hasMessageContaining("nothing was charged for this query");
      assertThat(number(session, "SELECT 7")).isEqualTo(7);
      assertThat(number(session, "SELECT COUNT(*) FROM pg_class WHERE relname = 'patients'"))
          .isOne();
      assertThat(patients(session, 40)).as("an answer that is kept").isBetween(1955L, 1965L);
      assertThat(spent(session)).isEqualByComparingTo(spent);
      try (Connection other = clinic.connect("bob")) {
        assertThat(number(other, "SELECT 7")).isEqualTo(7);
      }
      clinic.backend().startAgain();
      assertThat(patients(session, 50)).isBetween(1945L, 1955L);
      assertThat(spent(session)).isGreaterThan(spent);
    }
  }

  @Test
  void isSaidAtTheStart() throws IOException, SQLException, ConfigException, InterruptedException {
    try (var backend = Clinic.fill()) {
      var settings = Clinic.write(folder, backend.url());
      backend.kill();
      assertThatThrownBy(() -> GatewayServer.start(settings).close())
          .hasMessageContaining("clinic: DP-BACKEND: the database cannot be reached");
    }
  }

  @Test
  void isTriedAgainWhileOthersAreServed()
      throws IOException, SQLException, ConfigException, InterruptedException {
    try (var backend = Clinic.fill();
        var down = Clinic.fill()) {
      down.kill();
      try (GatewayServer server =
          GatewayServer.start(Clinic.writeTwo(folder, backend.url(), down.url()))) {
        assertThat(server.unreachable()).containsOnlyKeys("other");
        String url = "jdbc:postgresql://localhost:" + server.port() + "/";
        try (Connection session = Clinic.connectAt(url + "clinic", "ann")) {
          assertThat(patients(session, 40)).isBetween(1955L, 1965L);
        }
        assertThatThrownBy(() -> Clinic.connectAt(url + "other", "ann").close())
            .hasMessageContaining("database \"other\" is not available; try again in a moment")
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo("57P03");
        assertThatThrownBy(() -> Clinic.connectAt(url + "nowhere", "ann").close())
            .hasMessageContaining("does not exist");
        // Who is no user any more is kept out, though what else has changed waits for the database.
        Path users = folder.resolve("users.yaml");
        Files.writeString(users, Files.readString(users).replaceFirst("  bob: .*", ""));
        Path policy = folder.resolve("other.yaml");
        Files.writeString(policy, Files.readString(policy) + "# changed\n");
        Clinic.connectAt(url + "clinic", "bob").close();
        Settings changed = SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
        server.restrict(changed); // as a reload does
        assertThatThrownBy(() -> server.take(changed)).hasMessageContaining("other: DP-BACKEND");
        assertThatThrownBy(() -> Clinic.connectAt(url + "clinic", "bob").close())
            .hasMessageContaining("password authentication failed");
        down.startAgain();
        while (!server.unreachable().isEmpty()) {
          Thread.sleep(10);
        }
        try (Connection session = Clinic.connectAt(url + "other", "ann")) {
          assertThat(patients(session, 40)).isBetween(1955L, 1965L);
        }
      }
    }
  }

  private static long patients(Connection connection, int from) throws SQLException {
    return number(connection, "SELECT COUNT(*) FROM patients WHERE patient_id > " + from);
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static BigDecimal spent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'")) {
      assertThat(rows.next()).isTrue();
      return rows.getBigDecimal(1);
    }
  }
}
