package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several sessions ask the same new query at once, while the owner keeps its table locked. */
@Tag("databases")
@Timeout(600)
class SimultaneousQueriesTest {
  private static final String COUNT = "SELECT COUNT(*) FROM people WHERE age >= 0";
  private static final String BY_TOWN =
      "SELECT t.name, COUNT(*) FROM towns t JOIN people p ON p.town = t.id GROUP BY t.name";
  private static final String TOWNS = "SELECT COUNT(*) FROM towns";
  private static final int SESSIONS = 8;

  /** Of the database: what waits must have none of them. */
  private static final int CONNECTIONS = 2;

  @TempDir private Path folder;
  private TestDatabase database;
  private Connection migration;
  private final List<DpSession> sessions = new ArrayList<>();
  private final List<Client> clients = new ArrayList<>();

  /** A session, and the thread that asks. */
  private static final class Client {
    private final DpSession session;
    private final String sql;
    private final Cancellation cancellation = new Cancellation();
    private final CompletableFuture<Object> answer = new CompletableFuture<>();
    private final Thread thread;

    Client(DpSession session, String sql, Duration limit) {
      this.session = session;
      this.sql = sql;
      this.thread = new Thread(() -> ask(limit));
    }

    private void ask(Duration limit) {
      try {
        RunOptions options = new RunOptions(limit, 0, cancellation);
        Rows rows = session.prepare(sql).run(List.of(), options).rows();
        answer.complete(Objects.requireNonNull(rows.get(0, rows.width() - 1)));
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    }

    /** Whether it waits for another one; who waits for the database reads from a socket. */
    boolean waits() {
      return thread.getState() == Thread.State.TIMED_WAITING;
    }

    Object answer() throws Exception {
      return answer.get(5, TimeUnit.MINUTES);
    }
  }

  @BeforeEach
  void open() throws Exception {
    open("{reuse_for: PT24H}");
  }

  private void open(String answers) throws Exception {
    database = TestBackends.called("PostgreSQL").create();
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, town INTEGER)");
    database.run("INSERT INTO people VALUES (1, 20, 1), (2, 30, 1), (3, 40, 1)");
    database.run("CREATE TABLE towns (id INTEGER PRIMARY KEY, name VARCHAR(20))");
    database.run("INSERT INTO towns VALUES (1, 'Graz')");
    Path policy =
        Files.writeString(
            folder.resolve("people.yaml"),
            database.policy(
                """
                version: 1
                defaults: {epsilon: 1, delta: 1.0e-8}
                budget: {epsilon: 1000, delta: 1.0e-3}
                limits: {timeout: PT5M}
                answers: %s
                schemas:
                  PUBLIC:
                    tables:
                      people:
                        privacy_unit: id
                        columns: {id: {}, age: {lower: 0, upper: 120}, town: {}}
                      towns: {public: true}
                """
                    .formatted(answers)));
    Engine engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
    Settings settings = Noiseless.settings(database, policy);
    for (int i = 0; i < SESSIONS; i++) {
      sessions.add((DpSession) engine.connect(of(i % 2 == 0 ? "ann" : "bob", settings)));
    }
    migration = database.connect();
    migration.setAutoCommit(false);
    lock("people");
  }

  private void lock(String table) throws SQLException {
    try (Statement statement = migration.createStatement()) {
      statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
    }
  }

  /** Has the pool open all connections, by which sessions read the catalog again. */
  private void fillPool() throws Exception {
    migration.rollback();
    lock("towns");
    begin(TOWNS, Duration.ZERO);
    begin(TOWNS, Duration.ZERO);
    await(CONNECTIONS, 0);
    migration.rollback();
    for (Client client : clients) {
      client.answer();
    }
    clients.clear();
    for (DpSession session : sessions) {
      new Client(session, TOWNS, Duration.ZERO).ask(Duration.ZERO);
    }
    lock("people");
  }

  @AfterEach
  void close() throws SQLException {
    migration.close();
    sessions.forEach(DpSession::close);
    database.close();
  }

  private static Settings of(String analyst, Settings settings) {
    return new Settings(
        settings.backendUrl(),
        settings.backendProperties(),
        settings.backendDriver(),
        settings.policy(),
        settings.ledger(),
        settings.ledgerUser(),
        settings.ledgerPassword(),
        analyst,
        Optional.empty(),
        Optional.empty(),
        false,
        CONNECTIONS,
        0);
  }

  /** The next session asks: ann, bob, ann, and so on. */
  private Client begin(String sql, Duration limit) {
    Client client = new Client(sessions.get(clients.size()), sql, limit);
    clients.add(client);
    client.thread.start();
    return client;
  }

  private Client begin(Duration limit) {
    return begin(COUNT, limit);
  }

  private Client begin() {
    return begin(Duration.ZERO);
  }

  /** Returns when so many wait for the lock, and so many for another's answer. */
  private void await(int forLock, int forAnswer) throws SQLException {
    String locks = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'";
    try (Statement statement = database.owner().createStatement()) {
      boolean found = false;
      while (!found) {
        assertThat(clients)
            .as("answered too early")
            .noneMatch(
                client -> client.answer.isDone() && !client.answer.isCompletedExceptionally());
        try (ResultSet rows = statement.executeQuery(locks)) {
          assertThat(rows.next()).isTrue();
          int waiting = rows.getInt(1);
          assertThat(waiting).as("asked the database").isLessThanOrEqualTo(2);
          found = waiting == forLock && clients.stream().filter(Client::waits).count() == forAnswer;
        }
        Thread.onSpinWait();
      }
    }
  }

  private long charges(String analyst) throws Exception {
    return sessions.get(0).ledger().spending(analyst).size();
  }

  @Test
  void areChargedOnce() throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      begin();
    }
    await(1, SESSIONS - 1);
    migration.rollback();
    for (Client client : clients) {
      assertThat(client.answer()).isEqualTo(3L);
    }
    assertThat(charges("ann") + charges("bob")).isEqualTo(1);
  }

  @Test
  void areChargedOncePerAnalystIfAnswersAreNotShared() throws Exception {
    close();
    sessions.clear();
    open("{reuse_for: PT24H, shared: false}");
    for (int i = 0; i < SESSIONS; i++) {
      begin();
    }
    await(2, SESSIONS - 2);
    migration.rollback();
    for (Client client : clients) {
      assertThat(client.answer()).isEqualTo(3L);
    }
    assertThat(charges("ann")).isEqualTo(1);
    assertThat(charges("bob")).isEqualTo(1);
  }

  @Test
  void whoWaitsIsStoppedAlone() throws Exception {
    Client first = begin();
    await(1, 0);
    Client cancelled = begin();
    await(1, 1);
    cancelled.cancellation.cancel();
    assertThatThrownBy(cancelled::answer).hasRootCauseMessage(RunMessages.stopped().getMessage());
    Client late = begin(Duration.ofSeconds(1));
    assertThatThrownBy(late::answer).hasRootCauseMessage(RunMessages.stopped().getMessage());
    assertThat(first.answer).isNotDone();
    migration.rollback();
    assertThat(first.answer()).isEqualTo(3L);
    assertThat(charges("ann")).isEqualTo(1);
    assertThat(charges("bob")).isZero();
  }

  @Test
  void whoWaitsAsksIfTheFirstFails() throws Exception {
    Client first = begin();
    await(1, 0);
    Client second = begin();
    await(1, 1);
    first.cancellation.cancel();
    assertThatThrownBy(first::answer).hasRootCauseMessage(RunMessages.stopped().getMessage());
    await(1, 0);
    migration.rollback();
    assertThat(second.answer()).isEqualTo(3L);
    assertThat(charges("ann")).isZero();
    assertThat(charges("bob")).isEqualTo(1);
  }

  /** It would be charged, and then perhaps be stopped. */
  @Test
  void whoHasWaitedForMostOfItsTimeDoesNotAsk() throws Exception {
    Client first = begin(Duration.ofSeconds(8));
    await(1, 0);
    Client second = begin(Duration.ofSeconds(12));
    Client third = begin();
    await(1, 2);
    assertThatThrownBy(first::answer).hasRootCauseMessage(RunMessages.stopped().getMessage());
    assertThatThrownBy(second::answer).hasRootCauseMessage(RunMessages.stopped().getMessage());
    await(1, 0);
    migration.rollback();
    assertThat(third.answer()).isEqualTo(3L);
    assertThat(charges("bob")).isZero();
    assertThat(charges("ann")).isEqualTo(1);
  }

  /** The first one and the others that wait for it have read a public table before. */
  @Test
  void whoWaitsKeepsNoConnection() throws Exception {
    fillPool();
    for (int i = 0; i < SESSIONS - 1; i++) {
      begin(BY_TOWN, Duration.ZERO);
    }
    await(1, SESSIONS - 2);
    Client other = begin(TOWNS, Duration.ZERO);
    assertThat(other.answer()).isEqualTo(1L);
    migration.rollback();
    for (Client client : clients.subList(0, SESSIONS - 1)) {
      assertThat(client.answer()).isEqualTo(3L);
    }
    assertThat(charges("ann") + charges("bob")).isEqualTo(1);
  }
}
