package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A session's work in the shadow ends with it. A process that is halted stands for one that notices
 * nothing: PostgreSQL's parser does not for a long time.
 */
@Timeout(300)
class DeadlinesTest {
  private static final int CONNECTIONS = 20;
  private static final Duration LONG = Duration.ofMinutes(10);

  private static ShadowServer server;
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deadlines deadlines = new Deadlines(clock, threads, LONG);

  @BeforeAll
  static void start() throws IOException {
    assumeFalse(System.getProperty("os.name", "").startsWith("Windows"));
    server = ShadowServer.start(CONNECTIONS);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @AfterEach
  void close() {
    deadlines.close();
    threads.shutdownNow();
    clock.shutdownNow();
  }

  private static Connection owner() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s/postgres".formatted(server.address()),
        server.address().owner(),
        server.address().password());
  }

  private static TableReferenceResolver resolver() {
    return new TableReferenceResolver(server.address(), "postgres", "public");
  }

  private static TableReferenceResolver.Request request(String text) {
    return new TableReferenceResolver.Request(text, List.of(), "public", true);
  }

  /** The processes of the sessions in which statements are inspected. */
  private static List<ProcessHandle> resolvers() throws SQLException {
    List<ProcessHandle> found = new ArrayList<>();
    try (Connection owner = owner();
        Statement statement = owner.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT pid FROM pg_stat_activity WHERE application_name = 'lookout'")) {
      while (rows.next()) {
        ProcessHandle.of(rows.getLong(1)).ifPresent(found::add);
      }
    }
    return found;
  }

  private static void signal(String signal, ProcessHandle process) throws Exception {
    int code =
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    assertThat(code).isZero();
  }

  /** Of a user who may look as much as anybody. */
  private static UserResources.Share share() throws ServerError {
    UserResources.Limits limits = new UserResources.Limits(4, 1000, 1 << 20, 1 << 20);
    return new Resources(() -> new Resources.Limits(1, 1, limits), System::nanoTime).enter("ann");
  }

  /** What is refused takes time as well. */
  @Test
  void eachStatementIsReadInTurn() throws Exception {
    UserResources.Share share = share();
    List<ResourceLease> turns = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      turns.add(share.parse(Duration.ZERO));
    }
    String text = "SELECT 1" + ", 1".repeat(20_000);
    try (TableReferenceResolver resolver = resolver()) {
      CompletableFuture<String> refused =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return state(resolver.parse(request(text), share, deadlines));
                } catch (IOException | ServerError e) {
                  throw new CompletionException(e);
                }
              });
      TimeUnit.MILLISECONDS.sleep(300);
      assertThat(refused).isNotDone();
      turns.get(0).close();
      assertThat(refused.get(1, TimeUnit.MINUTES)).startsWith("54001");
    }
  }

  /** Looks once, and halts the session that does so the next time. */
  private ProcessHandle halted(TableReferenceResolver resolver) throws Exception {
    assertThat(resolver.parse(request("SELECT 1"), share(), deadlines))
        .isInstanceOf(ParseResult.Parsed.class);
    ProcessHandle process = resolvers().get(0);
    signal("STOP", process);
    return process;
  }

  private static String state(ParseResult parse) {
    return parse instanceof ParseResult.Refused refused
        ? refused.error().state() + " " + refused.error().getMessage()
        : "";
  }

  /** Lets a process notice what it was told, and waits for its end. */
  private static void endsNow(ProcessHandle process) throws Exception {
    signal("CONT", process);
    process.onExit().get(1, TimeUnit.MINUTES);
  }

  @Test
  void aLookThatNoticesNothingEndsWithTheSession() throws Exception {
    try (TableReferenceResolver resolver = resolver()) {
      ProcessHandle process = halted(resolver);
      CompletableFuture<ParseResult> parse = parse(resolver, deadlines);
      while (!parse.isDone()) {
        deadlines.close();
      }
      assertThat(state(parse.get())).startsWith("57014");
      assertThat(resolvers()).as("asked again").hasSizeLessThanOrEqualTo(1);
      endsNow(process);
    }
  }

  @Test
  void aLookThatNoticesNothingEndsWhenItIsCancelled() throws Exception {
    try (TableReferenceResolver resolver = resolver()) {
      ProcessHandle process = halted(resolver);
      CompletableFuture<ParseResult> parse = parse(resolver, deadlines);
      while (!parse.isDone()) {
        deadlines.cancelShared();
      }
      assertThat(state(parse.get())).isEqualTo("57014 canceling statement due to user request");
      assertThat(resolvers()).as("asked again").hasSizeLessThanOrEqualTo(1);
      endsNow(process);
    }
  }

  @Test
  void aLookThatNoticesNothingEndsAtTheLimit() throws Exception {
    try (TableReferenceResolver resolver = resolver();
        Deadlines few = new Deadlines(clock, threads, Duration.ofMillis(100))) {
      ProcessHandle process = halted(resolver);
      assertThat(state(parse(resolver, few).get()))
          .isEqualTo("57014 canceling statement due to statement timeout");
      assertThat(resolvers()).as("asked again").hasSizeLessThanOrEqualTo(1);
      endsNow(process);
    }
  }

  private CompletableFuture<ParseResult> parse(TableReferenceResolver resolver, Deadlines limits) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return resolver.parse(request("SELECT 2"), share(), limits);
          } catch (IOException | ServerError e) {
            throw new IllegalStateException(e);
          }
        },
        threads);
  }

  @Test
  void anIdleSessionWhoseServerIsGoneIsReplaced() throws Exception {
    try (TableReferenceResolver resolver = resolver()) {
      assertThat(resolver.parse(request("SELECT 1"), share(), deadlines))
          .isInstanceOf(ParseResult.Parsed.class);
      ProcessHandle process = resolvers().get(0);
      signal("TERM", process);
      process.onExit().get(1, TimeUnit.MINUTES);
      assertThat(resolver.parse(request("SELECT 2"), share(), deadlines))
          .isInstanceOf(ParseResult.Parsed.class);
    }
  }

  @Test
  void whatRunsEndsWithTheSession() throws Exception {
    try (ShadowWire wire = ShadowWire.owner(server.address(), "lookout")) {
      ProcessHandle process = resolvers().get(0);
      Deadlines.Watch watch = deadlines.watch(wire);
      wire.send(Message.query("SELECT pg_sleep(600)"));
      wire.flush();
      deadlines.close();
      assertThatThrownBy(wire::receive).isInstanceOf(IOException.class);
      process.onExit().get(1, TimeUnit.MINUTES);
      watch.close();
    }
  }

  /** Else a user could have one more run for each session that ends. */
  @Test
  void aTurnEndsWithTheProcess() throws Exception {
    LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    List<String> ended = new ArrayList<>();
    try (ShadowWire wire = ShadowWire.owner(server.address(), "lookout");
        Deadlines few = new Deadlines(clock, waiting::add, LONG)) {
      ProcessHandle process = resolvers().get(0);
      Deadlines.Watch watch = few.watch(wire, () -> ended.add("turn"));
      wire.send(Message.query("SELECT pg_sleep(600)"));
      wire.flush();
      few.close();
      watch.close();
      assertThat(ended).isEmpty();
      waiting.take().run();
      assertThat(ended).containsExactly("turn");
      process.onExit().get(1, TimeUnit.MINUTES);
      few.watch(wire, () -> ended.add("late")).close();
      waiting.take().run();
      assertThat(ended).containsExactly("turn", "late");
    }
  }

  /** A network may keep whoever tells the shadow. */
  @Test
  void theClockTellsNobody() throws IOException, ServerError, InterruptedException {
    LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    try (ShadowWire wire = ShadowWire.owner(server.address(), "watched");
        Deadlines few = new Deadlines(clock, waiting::add, Duration.ofMillis(1));
        Deadlines.Watch watch = few.watch(wire)) {
      assertThat(waiting.poll(1, TimeUnit.MINUTES)).isNotNull();
      assertThat(watch.stopped()).as("told").isEqualTo(Optional.empty());
    }
  }

  @Test
  void whatIsOverIsNotEnded() throws IOException, ServerError {
    try (ShadowWire wire = ShadowWire.owner(server.address(), "watched")) {
      deadlines.watchShared(wire).close();
      deadlines.cancelShared();
      deadlines.close();
      wire.send(Message.query("SELECT 1"));
      assertThat(wire.ask().is('T')).isTrue();
    }
  }
}
