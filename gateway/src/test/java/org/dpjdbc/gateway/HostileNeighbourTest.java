package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.shadow.ShadowAddress;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A gateway with 512 MB, one user who wants to take all of it, and two who ask what analysts ask.
 * The two get all of their answers, and the slowest hundredth takes at most ten times as long as
 * when they are alone, in the same run. When the first one has left, the gateway's memory is as it
 * was. A run of hours has a gateway for each way to be hostile, a shorter one has one for all.
 */
@Tag("thorough")
class HostileNeighbourTest {
  private static final int SECONDS = SuiteCases.HOSTILE_NEIGHBOUR.number("gateway.hostile.seconds");
  private static final int QUIET_SECONDS = Math.min(SECONDS, 20);
  private static final boolean HAS_ONE_GATEWAY = SECONDS < 60;

  /**
   * How much longer the slowest hundredth of the answers may take than without the hostile user.
   */
  private static final double SLOWER = 10;

  /** If it took less alone, it counts as this: on a shared machine others slow it down as well. */
  private static final double FLOOR_MILLIS = 200;

  private static final int THREADS = 2;

  /** What a user may have by the gateway's own limits is 50. */
  private static final int SESSIONS = 24;

  private static final int MEGABYTE = 1 << 20;
  private static final int TEXT = 4 * MEGABYTE - 64;
  private static final int TYPES = 32_767;
  private static final int INT4 = 23;
  private static final double MILLION = 1e6;

  /** What caches may have learnt meanwhile. */
  private static final long GROWTH = 64L << 20;

  /** After which an answer that does not come has not come. */
  private static final String PATIENCE_SECONDS = "120";

  private static final Duration RECOVERY = Duration.ofMinutes(2);

  @TempDir static Path folder;
  private static PostgresServer backend;

  /** Of all recipes, if there is one, and how long answers took there without anybody else. */
  private static Optional<Quiet> shared = Optional.empty();

  /** A gateway at which classes are loaded. */
  private record Quiet(GatewayProcess gateway, List<Long> times) {}

  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private volatile long end;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    backend = Clinic.fill();
    Clinic.write(folder, backend.url());
    Path file = folder.resolve("gateway.yaml");
    // The limits that there are without a word.
    Files.writeString(file, Files.readString(file).replaceFirst("(?m)^limits: .*\n", ""));
    Path users = folder.resolve("users.yaml");
    String mallory = "  mallory: {password: \"%s\", databases: [clinic]}%n";
    Files.writeString(users, Files.readString(users) + mallory.formatted(KnownPassword.VERIFIER));
  }

  @AfterAll
  static void stop() throws IOException {
    if (shared.isPresent()) {
      shared.get().gateway().close();
    }
    backend.close();
  }

  /** What the hostile user does, again and again, in each of two threads. */
  enum Recipe {
    SESSIONS_THAT_DO_NOT_READ,
    LONG_ROWS_THAT_NOBODY_READS,
    MANY_CTES,
    PARENTHESES,
    MANY_STATEMENTS,
    MANY_PARAMETER_TYPES,
    LONG_NUMBERS,
    PORTALS_WITH_LONG_VALUES,
    LONG_REFUSED_STRINGS,
    SESSIONS_THAT_BEGIN_AND_END,
    SHORT_QUESTIONS
  }

  @ParameterizedTest
  @EnumSource
  void leavesOthersTheirAnswers(Recipe recipe)
      throws IOException, InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newCachedThreadPool();
    Quiet alone = shared.isPresent() ? shared.get() : begin(threads);
    shared = HAS_ONE_GATEWAY ? Optional.of(alone) : Optional.empty();
    GatewayProcess gateway = alone.gateway();
    try {
      List<Long> quiet = alone.times();
      long before = gateway.heap();
      Hostile hostile = new Hostile(gateway, recipe);
      List<Long> beside = phase(threads, gateway, Collections.nCopies(THREADS, hostile), SECONDS);
      long start = System.nanoTime();
      long limit = before + GROWTH;
      long after = gateway.heap();
      while (after > limit && System.nanoTime() - start < RECOVERY.toNanos()) {
        TimeUnit.SECONDS.sleep(1);
        after = gateway.heap();
      }
      System.out.printf(
          "%s: p50 %.1f ms quiet, %.1f beside; p99 %.1f ms quiet, %.1f beside; %d failures;"
              + " %d rounds, %d refusals; heap %d MB before, %d MB after %d s%n",
          recipe,
          quantile(quiet, 50),
          quantile(beside, 50),
          quantile(quiet, 99),
          quantile(beside, 99),
          failures.size(),
          hostile.rounds.get(),
          hostile.refused.get(),
          before >> 20,
          after >> 20,
          Duration.ofNanos(System.nanoTime() - start).toSeconds());
      assertThat(failures).isEmpty();
      assertThat(beside).isNotEmpty();
      assertThat(after).as("bytes of heap, of which there were %d", before).isLessThan(limit);
      assertThat(quantile(beside, 99))
          .as("p99 in ms, which alone was %.1f", quantile(quiet, 99))
          .isLessThan(SLOWER * Math.max(FLOOR_MILLIS, quantile(quiet, 99)));
    } finally {
      threads.shutdownNow();
      if (!HAS_ONE_GATEWAY) {
        gateway.close();
      }
    }
  }

  private Quiet begin(ExecutorService threads)
      throws IOException, InterruptedException, ExecutionException {
    GatewayProcess gateway = GatewayProcess.start(folder.resolve("gateway.yaml"));
    boolean begun = false;
    try {
      phase(threads, gateway, List.of(), QUIET_SECONDS / 2);
      Quiet alone = new Quiet(gateway, phase(threads, gateway, List.of(), QUIET_SECONDS));
      begun = true;
      return alone;
    } finally {
      if (!begun) {
        gateway.close();
      }
    }
  }

  private static double quantile(List<Long> times, int percent) {
    List<Long> sorted = times.stream().sorted().toList();
    return sorted.isEmpty() ? -1 : sorted.get((sorted.size() - 1) * percent / 100) / MILLION;
  }

  /** The honest users ask for a while; the hostile one has left when it is over. */
  private List<Long> phase(
      ExecutorService threads, GatewayProcess gateway, List<Hostile> hostile, int seconds)
      throws InterruptedException, ExecutionException {
    end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Future<?>> others = hostile.stream().<Future<?>>map(threads::submit).toList();
    List<Future<List<Long>>> honest = new ArrayList<>();
    for (String user : List.of("ann", "bob")) {
      honest.add(threads.submit(() -> new Honest(gateway, user).ask()));
    }
    List<Long> times = new ArrayList<>();
    for (Future<List<Long>> each : honest) {
      times.addAll(each.get());
    }
    for (Future<?> each : others) {
      each.get();
    }
    return times;
  }

  private boolean isOver() {
    return System.nanoTime() > end;
  }

  /** Asks what analysts and their tools ask, in sessions of twenty questions. */
  private final class Honest {
    private static final int QUESTIONS = 20;
    private static final int PAUSE_MILLIS = 20;

    private final GatewayProcess gateway;
    private final String user;
    private final List<Long> times = new ArrayList<>();
    private int asked;

    Honest(GatewayProcess gateway, String user) {
      this.gateway = gateway;
      this.user = user;
    }

    List<Long> ask() throws InterruptedException {
      while (!isOver()) {
        long start = System.nanoTime();
        try (Connection connection =
            gateway.connect(user, "socketTimeout", PATIENCE_SECONDS, "loginTimeout", "0")) {
          times.add(System.nanoTime() - start);
          for (int i = 0; i < QUESTIONS && !isOver(); i++) {
            ask(connection);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
          }
        } catch (SQLException e) {
          failures.add(user + ": " + e.getSQLState() + " " + e.getMessage());
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
      return times;
    }

    private void ask(Connection connection) throws SQLException {
      asked++;
      String sql =
          switch (asked % 4) {
            case 0 -> "SELECT 1";
            case 1 -> "SELECT COUNT(*) FROM patients WHERE age > 60";
            case 2 -> "SELECT attname FROM pg_attribute WHERE attrelid = 'patients'::regclass";
            default -> "SELECT COUNT(*) FROM patients WHERE patient_id > " + asked % 1000;
          };
      long start = System.nanoTime();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        assertThat(rows.next()).isTrue();
      }
      times.add(System.nanoTime() - start);
    }
  }

  /** What is refused, and what is not, is all the same to the hostile user. */
  private final class Hostile implements Runnable {
    private final GatewayProcess gateway;
    private final Recipe recipe;
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    Hostile(GatewayProcess gateway, Recipe recipe) {
      this.gateway = gateway;
      this.recipe = recipe;
    }

    @Override
    public void run() {
      while (!isOver()) {
        int round = rounds.incrementAndGet();
        List<ShadowWire> wires = new ArrayList<>();
        try {
          round(wires, round);
        } catch (IOException | ServerError e) {
          refused.incrementAndGet();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        } finally {
          wires.forEach(ShadowWire::close);
        }
      }
    }

    private void round(List<ShadowWire> wires, int round)
        throws IOException, ServerError, InterruptedException {
      switch (recipe) {
        case SESSIONS_THAT_DO_NOT_READ ->
            leaveUnread(wires, "SELECT repeat('x', 6000) FROM generate_series(1, 1000000)");
        case LONG_ROWS_THAT_NOBODY_READS ->
            leaveUnread(wires, "SELECT repeat('x', 30000000) FROM generate_series(1, 1000)");
        case MANY_CTES -> manyCtes(open(wires));
        case PARENTHESES -> query(open(wires), "(".repeat(TEXT));
        case MANY_STATEMENTS -> query(open(wires), ";1".repeat(TEXT / 2));
        case MANY_PARAMETER_TYPES -> manyTypes(open(wires));
        case LONG_NUMBERS -> longNumbers(open(wires));
        case PORTALS_WITH_LONG_VALUES -> portals(open(wires));
        case LONG_REFUSED_STRINGS -> refusedStrings(open(wires), round);
        case SESSIONS_THAT_BEGIN_AND_END -> {
          for (int i = 0; i < SESSIONS; i++) {
            open(wires, Map.of("application_name", "round " + round + " " + i));
          }
        }
        case SHORT_QUESTIONS -> shortQuestions(open(wires));
      }
    }

    private ShadowWire open(List<ShadowWire> wires) throws IOException, ServerError {
      return open(wires, Map.of());
    }

    private ShadowWire open(List<ShadowWire> wires, Map<String, String> more)
        throws IOException, ServerError {
      Map<String, String> options = new java.util.HashMap<>(more);
      options.put("user", "mallory");
      options.put("database", "clinic");
      ShadowWire wire =
          ShadowWire.open(
              new ShadowAddress("localhost", gateway.port(), "mallory", KnownPassword.TEXT),
              options,
              KnownPassword.TEXT);
      wires.add(wire);
      return wire;
    }

    private void query(ShadowWire wire, String sql) throws IOException {
      wire.send(Message.query(sql));
      readToTheEnd(wire);
    }

    private void readToTheEnd(ShadowWire wire) throws IOException {
      for (Frame frame = wire.ask(); !frame.is('Z') && !isOver(); frame = wire.receive()) {
        if (frame.is('E')) {
          refused.incrementAndGet();
        }
      }
    }

    private void leaveUnread(List<ShadowWire> wires, String sql)
        throws IOException, ServerError, InterruptedException {
      for (int i = 0; i < SESSIONS; i++) {
        ShadowWire wire = open(wires);
        wire.send(Message.query(sql));
        wire.flush();
      }
      while (!isOver()) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }

    private void manyCtes(ShadowWire wire) throws IOException, InterruptedException {
      StringBuilder text = new StringBuilder("WITH a AS (SELECT 1)");
      for (int i = 0; text.length() < TEXT - 64; i++) {
        text.append(",a").append(i).append(" AS (SELECT 1)");
      }
      wire.send(Message.query(text + " SELECT 1"));
      wire.flush();
      TimeUnit.SECONDS.sleep(1);
      wire.cancelAndAwait();
    }

    private void manyTypes(ShadowWire wire) throws IOException {
      List<Integer> types = Collections.nCopies(TYPES, INT4);
      for (int i = 0; !isOver(); i++) {
        wire.send(Message.parse("", "SELECT $1 + " + System.nanoTime() + i, types));
        wire.send(Message.sync());
        readToTheEnd(wire);
      }
    }

    private void longNumbers(ShadowWire wire) throws IOException {
      String digits = "9".repeat(MEGABYTE);
      for (String sql :
          List.of(
              "SET dp.epsilon = '" + digits + "'",
              "SET dp.epsilon = '0." + digits + "'",
              "SET dp.epsilon = '1e999999999'",
              "SELECT COUNT(*) FROM patients WHERE age > " + digits,
              "SELECT COUNT(*) FROM patients WHERE age > 1e999999999",
              "SELECT COUNT(*) FROM patients WHERE paid > 1e-999999999",
              "SELECT COUNT(*) * 1e99999 FROM patients WHERE age > 60",
              "SELECT " + digits)) {
        query(wire, sql);
      }
    }

    private void portals(ShadowWire wire) throws IOException {
      query(wire, "BEGIN");
      wire.send(Message.parse("s", "SELECT $1::text", List.of()));
      byte[] value = new byte[MEGABYTE];
      Arrays.fill(value, (byte) 'x');
      for (int i = 0; !isOver(); i++) {
        byte[] name = ("p" + i + "\0s\0").getBytes(StandardCharsets.US_ASCII);
        wire.send(
            new Frame(
                (byte) 'B',
                ByteBuffer.allocate(name.length + 10 + value.length)
                    .put(name)
                    .putShort((short) 0)
                    .putShort((short) 1)
                    .putInt(value.length)
                    .put(value)
                    .putShort((short) 0)
                    .array()));
        wire.send(Message.flush());
        if (wire.ask().is('E')) {
          break;
        }
      }
    }

    private void refusedStrings(ShadowWire wire, int round) throws IOException {
      for (int i = 0; !isOver(); i++) {
        query(wire, "SELECT age FROM patients --" + round + " " + i + "\u0001".repeat(MEGABYTE));
      }
    }

    private void shortQuestions(ShadowWire wire) throws IOException {
      while (!isOver()) {
        for (int i = 0; i < 1000; i++) {
          wire.send(Message.parse("", "SELECT " + i % 7, List.of()));
        }
        wire.send(Message.sync());
        readToTheEnd(wire);
      }
    }
  }
}
