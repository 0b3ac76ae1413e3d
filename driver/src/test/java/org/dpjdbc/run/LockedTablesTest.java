package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The owner locks tables while a query wants them. */
@Tag("databases")
@Timeout(600)
class LockedTablesTest {
  private static final String COUNT = "SELECT COUNT(*) FROM people WHERE age >= 0";
  private static final String JOIN =
      "SELECT COUNT(*) FROM people p JOIN steps s ON s.n = p.age WHERE p.age >= 0";

  @TempDir private Path folder;

  private DpSession connect(TestDatabase database, String timeout) throws Exception {
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
    database.run("CREATE TABLE steps (n INTEGER PRIMARY KEY)");
    for (int i = 0; i < 10; i++) {
      database.run("INSERT INTO people VALUES (" + i + ", " + i % 5 + ")");
      database.run("INSERT INTO steps VALUES (" + i + ")");
    }
    return (DpSession) Noiseless.connect(database, policy(database, timeout));
  }

  private Path policy(TestDatabase database, String timeout) throws IOException {
    return Files.writeString(
        folder.resolve("people.yaml"),
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000, delta: 1.0e-3}
            limits: {timeout: %s}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  steps: {public: true}
                  people:
                    privacy_unit: id
                    columns: {id: {}, age: {lower: 0, upper: 120}}
            """
                .formatted(timeout)));
  }

  private static long ask(Session session, String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    return ((Number) rows.row(0)[0]).longValue();
  }

  private static int charges(DpSession session) throws Exception {
    return session.ledger().spending("analyst").size();
  }

  /**
   * It holds one table and wants the other, as does the owner: the server lets the query go, which
   * it has only checked.
   */
  @Test
  void aDeadlockIsOneConstantError() throws Exception {
    try (TestDatabase database = TestBackends.called("PostgreSQL").create();
        DpSession session = connect(database, "PT3M");
        Connection migration = database.connect();
        Statement statement = migration.createStatement()) {
      assertThat(ask(session, JOIN)).isEqualTo(10);
      migration.setAutoCommit(false);
      statement.execute("SET LOCAL deadlock_timeout = '30s'"); // the other is found first
      statement.execute("ALTER TABLE steps ADD COLUMN m INTEGER");
      ExecutorService threads = Executors.newSingleThreadExecutor();
      Future<?> query =
          threads.submit(
              () ->
                  assertThatThrownBy(() -> ask(session, JOIN))
                      .hasMessage(RunMessages.backendRejected().getMessage())
                      .hasNoCause());
      awaitWaiting(database);
      statement.execute("ALTER TABLE people ADD COLUMN m INTEGER");
      query.get(5, TimeUnit.MINUTES);
      threads.shutdown();
      migration.rollback();
      assertThat(charges(session)).isEqualTo(1);
      assertThat(ask(session, JOIN)).isEqualTo(10);
      assertThat(session.isValid(Duration.ofSeconds(60))).isTrue();
    }
  }

  private static void awaitWaiting(TestDatabase database) throws Exception {
    String waiting =
        "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = '"
            + database.schema()
            + ".steps'::regclass";
    try (Statement statement = database.owner().createStatement()) {
      boolean found = false;
      while (!found) {
        try (ResultSet rows = statement.executeQuery(waiting)) {
          found = rows.next() && rows.getInt(1) > 0;
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  /** Those that lock tables for as long as a transaction wants. */
  private static Stream<String> products() {
    return Stream.of("PostgreSQL", "MariaDB").filter(TestBackends::runsOn);
  }

  @ParameterizedTest
  @MethodSource("products")
  void aLockIsWaitedForNoLongerThanTheLimit(String product) throws Exception {
    try (TestDatabase database = TestBackends.called(product).create();
        DpSession session = connect(database, "PT10S");
        Connection migration = database.connect()) {
      assertThat(ask(session, COUNT)).isEqualTo(10);
      lock(migration, product);
      assertThatThrownBy(() -> ask(session, COUNT)).hasMessageStartingWith("DP-").hasNoCause();
      // where the check waits for the lock, it is not charged
      assertThat(charges(session)).isBetween(1, 2);
      migration.close();
      assertThat(ask(session, COUNT)).isEqualTo(10);
    }
  }

  private static void lock(Connection migration, String product) throws SQLException {
    try (Statement statement = migration.createStatement()) {
      if (product.equals("MariaDB")) {
        statement.execute("LOCK TABLES people WRITE");
      } else {
        migration.setAutoCommit(false);
        statement.execute("LOCK TABLE people IN ACCESS EXCLUSIVE MODE");
      }
    }
  }
}
