package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One PostgreSQL server has the people and the ledger, is killed with all of its processes while
 * sessions ask, and started again: no answer without a charge, no error but the constant ones, no
 * question without an end, and every session goes on.
 */
@Tag("thorough")
@Timeout(600)
class KilledDatabaseTest {
  private static final int SESSIONS = 3;
  private static final int KILLS = 3;

  private static final String ERRORS =
      "(?s)DP-BACKEND: the database.*|DP-BACKEND: .*nothing was charged.*|DP-STOPPED.*"
          + "|DP-POLICY: the ledger's storage fails, so no query is answered;.*";

  @TempDir private Path folder;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> strangers = new ConcurrentLinkedQueue<>();
  private PostgresServer server;

  @BeforeEach
  void start() throws Exception {
    server = PostgresServer.start();
    try (Connection owner = DriverManager.getConnection(server.url());
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute("INSERT INTO people SELECT x, x % 100 FROM generate_series(1, 300000) x");
      statement.execute("CHECKPOINT"); // or the table has to be read back from the log
    }
    Files.writeString(
        folder.resolve("people.yaml"),
        """
        version: 1
        defaults: {epsilon: 0.01, delta: 1.0e-9}
        budget: {epsilon: 1000, delta: 1.0e-3}
        limits: {timeout: PT10S}
        answers: {reuse_for: PT0S}
        schemas:
          public:
            tables:
              people:
                privacy_unit: id
                columns: {id: {}, age: {lower: 0, upper: 120}}
        """);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private Connection connect(int pool) throws SQLException {
    DpDataSource source = new DpDataSource();
    source.setUrl(server.url().replace("jdbc:", "jdbc:dp:"));
    source.setPolicy(folder.resolve("people.yaml").toString());
    source.setLedger(server.url());
    source.setAnalyst("ann");
    if (pool > 0) {
      source.setPool(pool);
    }
    return source.getConnection();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, SESSIONS})
  void sessionsOutliveTheServer(int pool) throws Exception {
    List<Connection> sessions = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    List<Future<?>> workers = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Connection session = connect(pool);
      sessions.add(session);
      workers.add(threads.submit(() -> askUntilOver(session)));
    }
    SplittableRandom random = new SplittableRandom(pool);
    for (int i = 0; i < KILLS; i++) {
      int before = answers.get();
      while (answers.get() == before && strangers.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      TimeUnit.MICROSECONDS.sleep(random.nextInt(500_000));
      int failed = failures.get();
      server.kill();
      while (i == 0 && failures.get() == failed && strangers.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(1); // later ones may be back before anybody notices
      }
      server.startAgain();
    }
    over.set(true);
    for (Future<?> worker : workers) {
      worker.get();
    }
    threads.shutdown();
    assertThat(strangers).isEmpty();
    assertThat(failures.get()).isPositive();
    for (Connection session : sessions) {
      ask(session);
      answers.incrementAndGet();
    }
    assertThat(number(sessions.get(0), "SELECT COUNT(*) FROM DP.SPENDING"))
        .isBetween((long) answers.get(), (long) answers.get() + failures.get());
    for (Connection session : sessions) {
      session.close();
    }
  }

  private void askUntilOver(Connection session) {
    while (!over.get()) {
      try {
        ask(session);
        answers.incrementAndGet();
      } catch (SQLException e) {
        failures.incrementAndGet();
        if (!String.valueOf(e.getMessage()).matches(ERRORS) || e.getCause() != null) {
          strangers.add(e.toString());
        }
      }
    }
  }

  private static void ask(Connection session) throws SQLException {
    number(session, "SELECT SUM(age) FROM people WHERE age > 17");
  }

  private static long number(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
