package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL whose sessions are killed at random while applications ask through their own pool: no
 * answer without a charge, no question without an end, no error but the constant ones, and all is
 * well again as soon as the killing stops.
 */
@Tag("more")
@Timeout(600)
class ChaosTest {
  private static final int WORKERS = 4;
  private static final int QUERIES = SuiteCases.CHAOS.number();

  /** Of so many questions, one is killed. */
  private static final int PACE = 3;

  /** Of the driver, and of the client's pool where it has no connection that lives. */
  private static final String ERRORS =
      "(?s)DP-BACKEND.*|DP-STOPPED.*|.*Connection is not available.*|.*connection.*closed.*";

  @TempDir private Path folder;
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> strangers = new ConcurrentLinkedQueue<>();
  private TestDatabase database;
  private Path policy;

  @BeforeEach
  void open() throws Exception {
    database = TestBackends.called("PostgreSQL").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute("INSERT INTO people SELECT x, x % 100 FROM generate_series(1, 50000) AS x");
    }
    policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 0.01, delta: 1.0e-9}
            budget: {epsilon: 100, delta: 1.0e-3}
            limits: {timeout: PT10S}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns: {ID: {}, AGE: {lower: 0, upper: 120}}
            """));
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private HikariDataSource applications(boolean shared) {
    DpDataSource source = new DpDataSource();
    source.setUrl(
        database.url().replace("jdbc:", "jdbc:dp:") + "&ApplicationName=" + database.schema());
    source.setPolicy(policy.toString());
    source.setAnalyst("ann");
    if (shared) {
      source.setPool(WORKERS);
    }
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(WORKERS);
    config.setConnectionTimeout(60_000);
    config.setValidationTimeout(10_000);
    config.setInitializationFailTimeout(60_000);
    return new HikariDataSource(config);
  }

  @Test
  void sharedConnections() throws Exception {
    survives(true);
  }

  @Test
  void aConnectionForEachSession() throws Exception {
    survives(false);
  }

  private void survives(boolean shared) throws Exception {
    try (HikariDataSource pool = applications(shared)) {
      ask(pool, 0);
      CountDownLatch over = new CountDownLatch(1);
      ExecutorService threads = Executors.newFixedThreadPool(WORKERS + 1);
      Future<?> killer = threads.submit(() -> kill(over));
      List<Future<?>> workers = new ArrayList<>();
      for (int w = 0; w < WORKERS; w++) {
        int first = w * QUERIES / WORKERS;
        workers.add(threads.submit(() -> askOften(pool, first, QUERIES / WORKERS)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      over.countDown();
      killer.get();
      threads.shutdown();
      assertThat(kills.get()).isPositive();
      assertThat(strangers).isEmpty();
      assertThat(answers.get()).isGreaterThan(WORKERS);
      recovers(pool);
      assertThat(charges(pool)).isGreaterThanOrEqualTo(answers.get());
    }
  }

  private void recovers(HikariDataSource pool) throws Exception {
    for (int i = 0; i < WORKERS; i++) {
      askOften(pool, i, 1); // what was killed last is found out
    }
    int before = answers.get();
    askOften(pool, 0, 10);
    assertThat(answers.get() - before).isGreaterThanOrEqualTo(10 - WORKERS);
    before = answers.get();
    askOften(pool, 0, 10);
    assertThat(answers.get() - before).isEqualTo(10);
  }

  private void askOften(HikariDataSource pool, int first, int times) {
    for (int i = 0; i < times; i++) {
      try {
        ask(pool, first + i);
        answers.incrementAndGet();
      } catch (SQLException e) {
        if (!String.valueOf(e.getMessage()).matches(ERRORS)) {
          strangers.add(e.toString());
        }
      }
      attempts.incrementAndGet();
    }
  }

  private static void ask(HikariDataSource pool, int value) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT age, COUNT(*) FROM people WHERE id <> " + value + " GROUP BY age")) {
      while (rows.next()) {
        rows.getLong(2);
      }
    }
  }

  private void kill(CountDownLatch over) {
    String kill =
        "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"
            + " WHERE application_name = '"
            + database.schema()
            + "' ORDER BY state <> 'active', random() LIMIT 1) v";
    try (Statement statement = database.owner().createStatement()) {
      int last = 0;
      while (!over.await(1, TimeUnit.MILLISECONDS)) {
        if (attempts.get() < last + PACE) {
          continue;
        }
        last = attempts.get();
        try (ResultSet rows = statement.executeQuery(kill)) {
          if (rows.next()) {
            kills.incrementAndGet();
          }
        }
      }
    } catch (SQLException | InterruptedException e) {
      strangers.add(e.toString());
    }
  }

  private static int charges(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM DP.SPENDING")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
