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
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gateway's process is killed while clients ask: whatever anybody has received is charged, the
 * ledger is whole, and the next gateway works and finds no server of the one before. A question has
 * epsilon 100: noise moves a count by more than 5 with a probability below e^-500.
 */
@Tag("thorough")
class KilledGatewayTest {
  private static final int TIMES = SuiteCases.KILLED_GATEWAY.number("gateway.kills");
  private static final int CLIENTS = 4;
  private static final long EPSILON = 100;

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger received = new AtomicInteger();

  @TempDir private Path folder;

  @Test
  void chargesWhatWasReceived()
      throws IOException, SQLException, ConfigException, InterruptedException, ExecutionException {
    Random random = new Random(20261128);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    ProcessHandle before = ProcessHandle.current();
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(folder, backend.url());
      Path file = folder.resolve("gateway.yaml");
      for (int i = 0; i < TIMES; i++) {
        GatewayProcess gateway = GatewayProcess.start(file);
        assertThat(i == 0 || !before.isAlive()).isTrue();
        try (Connection first = gateway.connect("ann")) {
          assertThat(number(first, SPENT))
              .isBetween(EPSILON * received.get(), EPSILON * sent.get());
          before = ProcessHandle.of(number(first, "SELECT pg_backend_pid()")).orElseThrow();
          before = before.parent().orElseThrow();
        }
        CountDownLatch enough = new CountDownLatch(1 + random.nextInt(3 * CLIENTS));
        List<Future<?>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
          String user = client % 2 == 0 ? "ann" : "bob";
          clients.add(threads.submit(() -> askUntilItEnds(gateway, user, enough)));
        }
        enough.await();
        gateway.kill();
        for (Future<?> client : clients) {
          client.get();
        }
      }
      assertThat(
              GatewayProcess.driver("ledger", "verify", folder.resolve("clinic.yaml").toString()))
          .isZero();
      try (GatewayProcess last = GatewayProcess.start(file);
          Connection connection = last.connect("bob")) {
        assertThat(before.isAlive()).isFalse();
        assertThat(number(connection, SPENT))
            .isBetween(EPSILON * received.get(), EPSILON * sent.get());
        assertThat(sent.get() - received.get()).isBetween(0, TIMES * CLIENTS);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static final String SPENT = "SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'";

  private void askUntilItEnds(GatewayProcess gateway, String user, CountDownLatch enough) {
    try (Connection connection = gateway.connect(user)) {
      while (true) {
        int lowest = sent.incrementAndGet();
        long count =
            number(connection, "SELECT COUNT(*) FROM patients WHERE patient_id > " + lowest);
        long right = Math.max(0, 2000 - lowest);
        assertThat(count).isBetween(right - 5, right + 5);
        received.incrementAndGet();
        enough.countDown();
      }
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isIn("08006", "08001", "08003", "08004");
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  /** Without a next gateway the server ends by itself, when it looks at its files. */
  @Test
  void leavesNoServerBehind() throws IOException, SQLException, ConfigException {
    try (PostgresServer backend = Clinic.fill()) {
      Clinic.write(folder, backend.url());
      GatewayProcess gateway = GatewayProcess.start(folder.resolve("gateway.yaml"));
      ProcessHandle server;
      try (Connection connection = gateway.connect("ann")) {
        long session = number(connection, "SELECT pg_backend_pid()");
        server = ProcessHandle.of(session).orElseThrow().parent().orElseThrow();
      }
      gateway.kill();
      server.onExit().join();
      assertThat(server.isAlive()).isFalse();
    }
  }
}
