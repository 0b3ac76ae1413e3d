package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.server.GatewayServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database takes connections and answers nothing: neither one that the driver makes for a
 * session, nor one of its pool.
 */
@Timeout(300)
class SilentDatabaseTest {
  @TempDir private Path folder;

  @Test
  void keepsNoSessionFromEnding() throws Exception {
    try (PostgresServer backend = Clinic.fill();
        GatewayServer gateway =
            GatewayServer.start(
                Clinic.write(folder, backend.url(), "    properties: {dp.pool_reuse: \"1\"}"))) {
      String url = "jdbc:postgresql://localhost:" + gateway.port() + "/clinic";
      try (Connection old = Clinic.connectAt(url, "ann");
          Connection fresh = Clinic.connectAt(url, "ann");
          Connection left = Clinic.connectAt(url, "bob")) {
        assertThat(patients(old, 10)).isBetween(1985L, 1995L);
        Thread.sleep(1500); // nobody's login is fresh enough to begin with
        backend.fallSilent();
        try {
          for (Connection session : new Connection[] {old, fresh}) {
            endsByItsTimeLimit(session);
            endsWhenItIsCancelled(session);
          }
          endsWithItsClient(left, gateway);
          assertThat(number(fresh, "SELECT 7")).isEqualTo(7);
        } finally {
          backend.goOn();
        }
        assertThat(patients(old, 20)).isBetween(1975L, 1985L);
        assertThat(patients(fresh, 30)).isBetween(1965L, 1975L);
      }
    }
  }

  private static void endsByItsTimeLimit(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("SET statement_timeout = '500ms'");
      isEndedSoon(() -> patients(session, 40), "canceling statement due to statement timeout");
      statement.execute("RESET statement_timeout");
    }
  }

  private static void endsWhenItIsCancelled(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      CompletableFuture<Void> cancelled =
          CompletableFuture.runAsync(
              () -> {
                try {
                  statement.cancel();
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              },
              CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
      isEndedSoon(
          () -> statement.executeQuery("SELECT COUNT(*) FROM patients WHERE patient_id > 50"),
          "DP-STOPPED|canceling statement due to user request");
      cancelled.join();
    }
  }

  private static void endsWithItsClient(Connection session, GatewayServer gateway)
      throws Exception {
    assertThat(sessions(gateway)).isEqualTo("3.0");
    CompletableFuture<Void> gone =
        CompletableFuture.runAsync(
            () -> {
              try {
                session.abort(Runnable::run);
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            },
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
    assertThatThrownBy(() -> patients(session, 60)).isInstanceOf(SQLException.class);
    gone.join();
    for (int i = 0; sessions(gateway).equals("3.0") && i < 200; i++) {
      Thread.sleep(100);
    }
    assertThat(sessions(gateway)).isEqualTo("2.0");
  }

  private static String sessions(GatewayServer gateway) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.metricsPort() + "/metrics");
    String metrics =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    return metrics.replaceFirst("(?s).*\ndpjdbc_gateway_sessions ([0-9.]+).*", "$1");
  }

  /** The driver itself would wait for a minute. */
  private static void isEndedSoon(ThrowingCallable query, String message) {
    long begun = System.nanoTime();
    assertThatThrownBy(query).message().containsPattern(message);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
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
}
