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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.budget.Relay;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.backend.BackendPools;
import org.dpjdbc.run.backend.Connections;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over shared connections to PostgreSQL, behind a network that can fail. */
@Timeout(600)
class BackendPoolTest {
  private static final String COUNT = "SELECT COUNT(*) FROM people WHERE age >= 0";

  /** Hundreds of millions of pairs, once there are steps. */
  private static final String SLOW =
      "SELECT COUNT(*) FROM people p JOIN steps s ON s.n + 0 * p.age > -1 WHERE p.age >= 0";

  @TempDir private Path folder;
  private final Engine engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
  private final List<Session> sessions = new ArrayList<>();
  private TestDatabase database;
  private Relay network;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = TestBackends.called("PostgreSQL").create();
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)");
      statement.execute("INSERT INTO people SELECT x, x % 100 FROM generate_series(1, 1000) AS x");
      statement.execute("CREATE TABLE steps (n INTEGER)");
    }
    String server = database.url().replaceFirst("jdbc:postgresql://([^/]*)/.*", "$1");
    network =
        new Relay(
            server.substring(0, server.indexOf(':')),
            Integer.parseInt(server.substring(server.indexOf(':') + 1)));
  }

  @AfterEach
  void close() throws SQLException, IOException {
    sessions.forEach(Session::close);
    network.close();
    database.close();
  }

  private Path policy(String timeout) throws IOException {
    Path policy = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        policy,
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
                  STEPS: {public: true}
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 1000000
                    columns: {ID: {}, AGE: {lower: 0, upper: 120}}
            """
                .formatted(timeout)));
    return policy;
  }

  private DpSession connect(Path policy, int pool, int fetchSize) {
    String url =
        database
            .url()
            .replaceFirst("//[^/]*/", "//127.0.0.1:" + network.port() + "/")
            .concat("&ApplicationName=" + database.schema());
    DpSession session =
        (DpSession)
            engine.connect(
                new Settings(
                    url,
                    Map.of(),
                    Optional.empty(),
                    policy.toString(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "ann",
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    pool,
                    fetchSize));
    sessions.add(session);
    return session;
  }

  private static long ask(Session session, String sql) {
    return ask(session, sql, new Cancellation());
  }

  private static long ask(Session session, String sql, Cancellation cancellation) {
    return ask(session, sql, new RunOptions(Duration.ZERO, 0, cancellation));
  }

  private static long ask(Session session, String sql, RunOptions options) {
    Rows rows = session.prepare(sql).run(List.of(), options).rows();
    return ((Number) rows.row(0)[0]).longValue();
  }

  /** Whether a query runs; the text by which one is only checked ends in a blank. */
  private boolean isAsked() throws SQLException {
    return seen("state || query").stream()
        .anyMatch(query -> query.startsWith("activeSELECT") && !query.endsWith(" "));
  }

  /** What the server shows of the pool's connections. */
  private List<String> seen(String column) throws SQLException {
    List<String> seen = new ArrayList<>();
    try (Statement statement = database.owner().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT "
                    + column
                    + " FROM pg_stat_activity WHERE application_name = '"
                    + database.schema()
                    + "'")) {
      while (rows.next()) {
        seen.add(rows.getString(1));
      }
    }
    return seen;
  }

  private void makeSteps() throws SQLException {
    database.run("INSERT INTO steps SELECT x FROM generate_series(1, 500000) AS x");
  }

  private static int charges(DpSession session) throws Exception {
    return session.ledger().spending("ann").size();
  }

  @Test
  void sessionsShareConnections() throws Exception {
    Path policy = policy("PT1M");
    for (int i = 0; i < 5; i++) {
      assertThat(ask(connect(policy, 2, 0), COUNT)).isEqualTo(1000);
    }
    assertThat(seen("pid")).hasSizeLessThanOrEqualTo(2);
    assertThat(engine.pools().size()).isEqualTo(1);
    connect(policy, 0, 0);
    connect(policy, 3, 0);
    assertThat(engine.pools().size()).isEqualTo(2);
  }

  /** What would happen a minute after a pool is left happens here when the test says so. */
  @Test
  void closesWhatNoSessionUses() throws Exception {
    List<FutureTask<?>> later = new ArrayList<>();
    BackendPools pools =
        new BackendPools(
            action -> {
              FutureTask<?> task = new FutureTask<>(action, null);
              later.add(task);
              return task;
            });
    Session model = connect(policy("PT1M"), 2, 0);
    Duration timeout = Duration.ofSeconds(60);
    Connections one = pools.lease(model.settings(), timeout);
    Connections other = pools.lease(model.settings(), timeout);
    one.close();
    one.close();
    assertThat(later).as("another session uses it").isEmpty();
    String pid = pid(other);
    other.close();
    assertThat(later).hasSize(1);

    Connections third = pools.lease(model.settings(), timeout);
    assertThat(later.get(0).isCancelled()).as("it is used again").isTrue();
    assertThat(pid(third)).isEqualTo(pid);
    third.close();
    assertThat(pools.size()).isEqualTo(1);
    assertThat(seen("pid")).contains(pid);
    later.get(1).run();
    assertThat(pools.size()).isZero();
    await("the server's end of the connection", () -> !seen("pid").contains(pid));
  }

  /** An action that could not be cancelled any more closes nothing that was used since. */
  @Test
  void keepsWhatWasUsedSince() throws Exception {
    List<Runnable> later = new ArrayList<>();
    BackendPools pools =
        new BackendPools(
            action -> {
              later.add(action);
              return CompletableFuture.completedFuture(null);
            });
    Session model = connect(policy("PT1M"), 2, 0);
    for (int i = 0; i < 2; i++) {
      pools.lease(model.settings(), Duration.ofSeconds(60)).close();
    }
    assertThat(later).hasSize(2);
    later.get(0).run();
    assertThat(pools.size()).isEqualTo(1);
    later.get(1).run();
    assertThat(pools.size()).isZero();
  }

  /** Neither the login nor the tables are asked for again; from the limit on both are. */
  @Test
  void sessionsMayBeginWithWhatAnotherHasFound() throws Exception {
    AtomicLong now = new AtomicLong();
    BackendPools pools =
        new BackendPools(action -> CompletableFuture.completedFuture(null), now::get);
    DpSession model = connect(policy("PT1M"), 2, 0);
    Policy policy = model.policy();
    Settings settings = reusing(model.settings(), Map.of(), 30);
    Duration timeout = Duration.ofSeconds(60);
    LiveSchema before = pools.lease(model.settings(), timeout).tables(policy);
    addColumn("more");
    Connections first = pools.lease(settings, timeout);
    LiveSchema tables = first.tables(policy);
    assertThat(tables).as("those of a session that keeps them to itself").isNotEqualTo(before);
    addColumn("another");
    Connections second = pools.lease(settings, timeout);
    assertThat(second.tables(policy)).isSameAs(tables);
    Policy another = connect(policy("PT2M"), 2, 0).policy();
    assertThat(second.tables(another)).isNotEqualTo(tables);

    // A connection that is new has seen other tables.
    Connection one = first.borrow();
    assertThatThrownBy(() -> first.giveBack(first.borrow(), /* failed= */ false))
        .hasMessageContaining("not those that the session began with");
    first.giveBack(one, /* failed= */ false);
    assertThat(pools.lease(settings, timeout).tables(policy)).isNotEqualTo(tables);

    // Who says other things of the connection logs in, and so does everybody in the end.
    network.close();
    pools.lease(settings, timeout).close();
    for (Settings other :
        List.of(
            reusing(settings, Map.of("password", "another"), 30),
            reusing(settings, Map.of(), 0),
            model.settings())) {
      assertThatThrownBy(() -> pools.lease(other, timeout).close());
    }
    now.addAndGet(Duration.ofSeconds(29).toNanos());
    pools.lease(settings, timeout).close();
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThatThrownBy(() -> pools.lease(settings, timeout).close());
  }

  private void addColumn(String name) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("ALTER TABLE people ADD COLUMN " + name + " INTEGER");
    }
  }

  private static Settings reusing(Settings own, Map<String, String> properties, int seconds) {
    return new Settings(
        own.backendUrl(),
        properties,
        own.backendDriver(),
        own.policy(),
        own.ledger(),
        own.ledgerUser(),
        own.ledgerPassword(),
        own.analyst(),
        own.epsilon(),
        own.delta(),
        Optional.empty(),
        own.errorColumns(),
        own.pool(),
        own.fetchSize(),
        own.analystNamed(),
        own.dialect(),
        own.policyText(),
        seconds);
  }

  /** The server's process that a pool with one connection has. */
  private static String pid(Connections connections) throws SQLException {
    Connection connection = connections.borrow();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return rows.getString(1);
    } finally {
      connections.giveBack(connection, /* failed= */ false);
    }
  }

  /** Waits for what another process does, and fails where that takes minutes. */
  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!condition.call()) {
      assertThat(System.nanoTime() - end).as("waited in vain for " + what).isNegative();
      Thread.sleep(20);
    }
  }

  /** Nothing of what one borrower says to a connection is heard by the next. */
  @Test
  void connectionsArePinnedWheneverTheyAreLent() throws Exception {
    DpSession session = connect(policy("PT1M"), 1, 0);
    String state =
        "SELECT current_setting('TimeZone') || current_setting('search_path')"
            + " || current_setting('transaction_read_only')"
            + " || current_setting('statement_timeout') || current_setting('jit')";
    for (int i = 0; i < 2; i++) {
      ask(session, COUNT);
      String shown =
          session
              .backend()
              .with(
                  connection -> {
                    try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(state)) {
                      rows.next();
                      return rows.getString(1);
                    }
                  });
      assertThat(shown).isEqualTo("UTCpg_catalog, pg_tempon1minoff");
      session
          .backend()
          .with(
              connection -> {
                connection.setAutoCommit(false);
                connection.setReadOnly(true);
                return connection;
              });
    }
    assertThatThrownBy(
            () ->
                session
                    .backend()
                    .with(
                        connection ->
                            connection.createStatement().execute("CREATE TEMP TABLE t (a INT)")))
        .hasMessageContaining("read-only");
  }

  @Test
  void aDeadConnectionIsReplaced() throws Exception {
    DpSession session = connect(policy("PT1M"), 1, 0);
    ask(session, COUNT);
    List<String> before = seen("pid");
    Thread.sleep(600); // longer than the pool trusts a connection without asking it
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("SELECT pg_terminate_backend(" + before.get(0) + ")");
    }
    assertThat(ask(session, COUNT)).isEqualTo(1000);
    assertThat(seen("pid")).doesNotContainAnyElementsOf(before);
  }

  @Test
  void anExhaustedPoolIsSaidAndChargesNothing() throws Exception {
    DpSession session = connect(policy("PT20S"), 1, 0);
    Connection taken = session.backend().connections().borrow(() -> false);
    assertThatThrownBy(() -> ask(session, COUNT))
        .hasMessageContaining("DP-BACKEND")
        .hasMessageContaining("nothing was charged");
    assertThat(charges(session)).isZero();
    session.backend().connections().giveBack(taken, /* failed= */ false);
    assertThat(ask(session, COUNT)).isEqualTo(1000);
    assertThat(charges(session)).isEqualTo(1);
  }

  @Test
  void cancellationReachesTheServer() throws Exception {
    makeSteps();
    DpSession session = connect(policy("PT50S"), 1, 0);
    Cancellation cancellation = new Cancellation();
    Thread canceller =
        new Thread(
            () -> {
              try {
                while (!isAsked()) {
                  Thread.sleep(10);
                }
              } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
              cancellation.cancel();
            });
    canceller.start();
    assertThatThrownBy(() -> ask(session, SLOW, cancellation)).hasMessageContaining("stopped");
    canceller.join();
    assertThat(seen("state")).doesNotContain("active");
    assertThat(charges(session)).isEqualTo(1);
    assertThat(ask(session, COUNT)).isEqualTo(1000);
  }

  /**
   * The query waits for a lock that is never released, and no cancellation reaches the server: that
   * needs a connection of its own. Only the limit that the server was given ends the query.
   */
  @Test
  void theServerEndsWhatTakesTooLong() throws Exception {
    DpSession session = connect(policy("PT5S"), 1, 0);
    assertThat(ask(session, COUNT)).isEqualTo(1000);
    try (Connection migration = database.connect();
        Statement statement = migration.createStatement()) {
      migration.setAutoCommit(false);
      statement.execute("LOCK TABLE people IN ACCESS EXCLUSIVE MODE");
      network.takeNoMore();
      assertThatThrownBy(() -> ask(session, COUNT)).hasMessageContaining("DP-");
      await("the server to end the query", () -> !seen("wait_event_type").contains("Lock"));
      network.mend();
    }
    assertThat(ask(session, COUNT)).isEqualTo(1000);
  }

  /**
   * With and without a pool: no answer comes, no cancellation arrives, and nobody is told. Whoever
   * asks for more time than the policy gives gets no more.
   */
  @Test
  void aSilentNetworkEndsWithTheTimeLimit() throws Exception {
    Path policy = policy("PT10S");
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger log = Logger.getLogger("org.dpjdbc.run.backend.StatementCanceller");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    for (int pool : new int[] {0, 1}) {
      DpSession session = connect(policy, pool, 0);
      ask(session, COUNT);
      int before = charges(session);
      network.silence();
      RunOptions anHour = new RunOptions(Duration.ofHours(1), 0, new Cancellation());
      assertThatThrownBy(() -> ask(session, COUNT, anHour)).hasMessageContaining("DP-");
      network.speak();
      assertThat(charges(session)).isBetween(before, before + 1);
      assertThat(ask(session, COUNT)).isEqualTo(1000);
      assertThat(session.isValid(Duration.ofSeconds(60))).isTrue();
    }
    log.removeHandler(handler);
    assertThat(logged).anyMatch(line -> line.contains("did not end a statement"));
  }

  /** With and without a pool: what it waits for is another connection. */
  @Test
  void aStoppedQueryWaitsForNoConnection() throws Exception {
    Path policy = policy("PT1M");
    for (int pool : new int[] {0, 1}) {
      DpSession session = connect(policy, pool, 0);
      ask(session, COUNT);
      int before = charges(session);
      network.silence();
      long begun = System.nanoTime();
      for (int i = 0; i < 2; i++) {
        RunOptions limited = new RunOptions(Duration.ofSeconds(1), 0, new Cancellation());
        assertThatThrownBy(() -> ask(session, COUNT, limited))
            .hasMessage(RunMessages.stopped().getMessage());
      }
      Cancellation cancellation = new Cancellation();
      CompletableFuture<Void> canceller =
          CompletableFuture.runAsync(
              cancellation::cancel, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
      assertThatThrownBy(() -> ask(session, COUNT, cancellation))
          .hasMessage(RunMessages.stopped().getMessage());
      canceller.join();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
      network.speak();
      // Others get what came too late, though this session asks nothing.
      assertThat(ask(connect(policy, pool, 0), COUNT)).isEqualTo(1000);
      assertThat(ask(session, COUNT)).isEqualTo(1000);
      assertThat(charges(session)).isEqualTo(before + 2);
    }
  }

  @Test
  void aConnectionThatComesAfterTheSessionIsClosed() throws Exception {
    DpSession session = connect(policy("PT1M"), 0, 0);
    ask(session, COUNT);
    network.silence();
    for (int i = 0; i < 2; i++) {
      RunOptions limited = new RunOptions(Duration.ofSeconds(1), 0, new Cancellation());
      assertThatThrownBy(() -> ask(session, COUNT, limited)).hasMessageContaining("DP-STOPPED");
    }
    session.close();
    network.speak();
    await("a connection that comes late", () -> seen("pid").isEmpty());
    Thread.sleep(500);
    assertThat(seen("pid")).isEmpty();
  }

  @Test
  void aLostNetworkIsOneConstantError() throws Exception {
    makeSteps();
    DpSession session = connect(policy("PT10S"), 1, 0);
    ask(session, COUNT);
    Thread cutter =
        new Thread(
            () -> {
              try {
                while (!isAsked()) {
                  Thread.sleep(10);
                }
                network.cut();
                network.mend();
              } catch (SQLException | InterruptedException | IOException e) {
                throw new IllegalStateException(e);
              }
            });
    cutter.start();
    assertThatThrownBy(() -> ask(session, SLOW))
        .hasMessage(RunMessages.backendFailed().getMessage());
    cutter.join();
    assertThat(charges(session)).isEqualTo(2);
    assertThat(ask(session, COUNT)).isEqualTo(1000);
  }

  @Test
  void aSchemaThatChangedIsOneConstantError() throws Exception {
    Path policy = policy("PT1M");
    DpSession session = connect(policy, 1, 0);
    for (int i = 0; i < 7; i++) {
      ask(session, COUNT);
    }
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("ALTER TABLE people RENAME COLUMN age TO years");
      assertThatThrownBy(() -> ask(session, COUNT))
          .hasMessage(RunMessages.backendRejected().getMessage());
      assertThatThrownBy(() -> connect(policy, 1, 0)).hasMessageContaining("AGE");
      statement.execute("ALTER TABLE people RENAME COLUMN years TO age");
    }
    assertThat(ask(connect(policy, 1, 0), COUNT)).isEqualTo(1000);
  }

  /** What a plan takes for granted is what the database enforces when its session begins. */
  @Test
  void aConnectionThatIsReplacedIsOfTheSameTables() throws Exception {
    DpSession session = connect(policy("PT1M"), 1, 0);
    ask(session, COUNT);
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("ALTER TABLE people DROP CONSTRAINT people_pkey");
      seen("pg_terminate_backend(pid)");
      assertThatThrownBy(() -> ask(session, COUNT))
          .hasMessage(RunMessages.backendRejected().getMessage());
      long charges = charges(session);
      assertThatThrownBy(() -> ask(session, COUNT))
          .hasMessage(RunMessages.backendRejected().getMessage());
      assertThat(charges(session)).isEqualTo(charges);
      statement.execute("ALTER TABLE people ADD PRIMARY KEY (id)");
    }
    assertThat(ask(session, COUNT)).isEqualTo(1000);
  }

  /** An index decides nothing that an answer shows. */
  @Test
  void aConnectionThatIsReplacedMayHaveOtherIndexes() throws Exception {
    DpSession session = connect(policy("PT1M"), 1, 0);
    ask(session, COUNT);
    try (Statement statement = database.owner().createStatement()) {
      statement.execute("CREATE INDEX of_age ON people (age)");
      seen("pg_terminate_backend(pid)");
      // The statement that finds the connection gone may fail; the next one has another.
      try {
        ask(session, COUNT);
      } catch (RefusedException e) {
        assertThat(e).hasMessageContaining("DP-BACKEND");
      }
    }
    assertThat(ask(session, COUNT)).isEqualTo(1000);
  }

  /** Queries that differ in a value share a statement, which the server parses once. */
  @Test
  void oneStatementIsPreparedOnTheServer() throws Exception {
    for (int pool : new int[] {0, 1}) {
      DpSession session = connect(policy("PT1M"), pool, 0);
      for (int i = 0; i < 12; i++) {
        assertThat(ask(session, "SELECT COUNT(*) FROM people WHERE age > " + i))
            .isEqualTo(1000 - 10 * (i + 1));
      }
      List<String> prepared = session.backend().with(BackendPoolTest::prepared);
      assertThat(prepared).hasSize(1);
      assertThat(prepared.get(0)).contains("$1").doesNotContainPattern("\\b11\\b");
    }
  }

  /** What the server has parsed and kept for this connection, of what was run more than once. */
  private static List<String> prepared(Connection connection) throws SQLException {
    List<String> statements = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT statement FROM pg_prepared_statements"
                    + " WHERE statement LIKE '%people%age%' AND statement NOT LIKE '%pg_prep%'"
                    + " AND generic_plans + custom_plans > 1")) {
      while (rows.next()) {
        statements.add(rows.getString(1));
      }
    }
    return statements;
  }

  @Test
  void fetchesSomeRowsAtATime() throws Exception {
    DpSession session = connect(policy("PT1M"), 1, 7);
    Rows rows =
        session
            .prepare("SELECT age, COUNT(*) FROM people GROUP BY age")
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    // from 0 to 120, and NULL
    assertThat(rows.size()).isEqualTo(122);
    assertThat(seen("state")).containsOnly("idle");
  }
}
