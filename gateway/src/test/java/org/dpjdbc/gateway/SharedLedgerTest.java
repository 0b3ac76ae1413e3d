package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gateways that share a ledger on PostgreSQL, one of which is killed: its clients go on at another
 * one, and the budget is spent exactly once. A question has epsilon 100: noise moves a count by
 * more than 5 with a probability below e^-500.
 */
@Tag("thorough")
class SharedLedgerTest {
  private static final int GATEWAYS = 2;
  private static final int CLIENTS = 6;
  private static final int QUESTIONS = 30;
  private static final int BEFORE_THE_KILL = 8;

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger received = new AtomicInteger();
  private final AtomicInteger moved = new AtomicInteger();

  @TempDir private Path folder;

  @Test
  void spendOneBudget()
      throws IOException, SQLException, ConfigException, InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<GatewayProcess> gateways = new ArrayList<>();
    try (PostgresServer backend = Clinic.fill()) {
      Path file = write(backend.url());
      for (int i = 0; i < GATEWAYS; i++) {
        gateways.add(GatewayProcess.start(file));
      }
      CountDownLatch some = new CountDownLatch(BEFORE_THE_KILL);
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(threads.submit(() -> spend(gateways, client, some)));
      }
      some.await();
      gateways.get(0).kill();
      for (Future<?> client : clients) {
        client.get();
      }
      int atTheKilled = CLIENTS / GATEWAYS;
      assertThat(moved.get()).isEqualTo(atTheKilled);
      // Each of them may have been charged for an answer that it has not received.
      assertThat(received.get()).isBetween(QUESTIONS - atTheKilled, QUESTIONS);
      try (Connection connection = gateways.get(1).connect("bob")) {
        assertThat(number(connection, "SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'"))
            .isEqualTo(100L * QUESTIONS);
      }
    } finally {
      threads.shutdownNow();
      gateways.forEach(GatewayProcess::close);
    }
  }

  private Path write(String url) throws IOException, SQLException, ConfigException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE ledger");
    }
    Clinic.write(folder, url);
    Path file = folder.resolve("gateway.yaml");
    String ledger = url.replaceFirst("(//[^/]*/)[^?]*", "$1ledger");
    Files.writeString(
        file,
        "    ledger: {url: \"%s\"}%n".formatted(ledger),
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND);
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        Files.readString(policy)
            .replace("budget: {epsilon: 1000000,", "budget: {epsilon: " + 100 * QUESTIONS + ","));
    return file;
  }

  /** Asks until nothing is left, at another gateway when the own one is gone. */
  private void spend(List<GatewayProcess> gateways, int client, CountDownLatch some) {
    int at = client % GATEWAYS;
    while (true) {
      try (Connection connection = gateways.get(at).connect(client % 3 == 0 ? "ann" : "bob")) {
        while (true) {
          int lowest = asked.incrementAndGet();
          long count =
              number(connection, "SELECT COUNT(*) FROM patients WHERE patient_id > " + lowest);
          assertThat(count).isBetween(2000L - lowest - 5, 2000L - lowest + 5);
          received.incrementAndGet();
          some.countDown();
        }
      } catch (SQLException e) {
        if (e.getSQLState().equals("53400")) {
          if (at == 0) {
            continue; // it lives still, and is about to be killed
          }
          return;
        }
        assertThat(e.getSQLState()).startsWith("08");
        assertThat(at).isZero();
        at = 1;
        moved.incrementAndGet();
      }
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }
}
