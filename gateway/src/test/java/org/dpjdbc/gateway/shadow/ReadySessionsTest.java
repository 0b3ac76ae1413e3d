package org.dpjdbc.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A session that was opened ahead is what would have been opened when it was wanted. */
class ReadySessionsTest {
  private static final int CONNECTIONS = 60;
  private static final Map<String, String> OPTIONS =
      Map.of("DateStyle", "ISO", "TimeZone", "Asia/Tokyo", "extra_float_digits", "2");

  private static ShadowServer server;
  private static Shadow shadow;

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger room = new AtomicInteger(CONNECTIONS);
  private final AtomicInteger opened = new AtomicInteger();
  private final List<ShadowWire> wires = new ArrayList<>();

  /** Opened at once, so that nothing depends on time. */
  private final ReadySessions ready =
      new ReadySessions(
          task -> {
            opened.incrementAndGet();
            task.run();
          },
          number -> number <= room.get(),
          now::get);

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = ShadowServer.start(CONNECTIONS);
    try (Connection database = DriverManager.getConnection("jdbc:h2:mem:ready");
        Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE patients (id INTEGER PRIMARY KEY, age INTEGER)");
      shadow = Shadow.draft(server.address(), database).publish("clinic");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    shadow.close();
    server.close();
  }

  @AfterEach
  void close() {
    ready.close();
    wires.forEach(ShadowWire::close);
  }

  private ShadowWire open(String user, Map<String, String> options)
      throws IOException, ServerError {
    ShadowWire wire = ready.open(shadow, user, options);
    wires.add(wire);
    return wire;
  }

  /** The first column of what a query answers, or the error. */
  private static List<String> ask(ShadowWire wire, String sql) throws IOException {
    wire.send(Message.query(sql));
    List<String> rows = new ArrayList<>();
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      if (frame.is('D')) {
        Fields fields = new Fields(frame);
        fields.int16();
        rows.add(new String(fields.bytes(fields.int32()), StandardCharsets.UTF_8));
      } else if (frame.is('E')) {
        rows.add(String.valueOf(ServerError.read(frame).getMessage()));
      }
    }
    return rows;
  }

  private static String pid(ShadowWire wire) throws IOException {
    return ask(wire, "SELECT pg_backend_pid()::text").get(0);
  }

  @Test
  void isAsOneThatIsOpenedWhenItIsWanted() throws IOException, ServerError {
    open("ann", OPTIONS);
    ShadowWire ahead = open("ann", OPTIONS);
    assertThat(opened).hasValue(2); // the second one is that which was opened after the first
    try (ShadowWire fresh = shadow.open("ann", OPTIONS)) {
      assertThat(ahead.parameters()).isEqualTo(fresh.parameters());
      assertThat(ahead.transaction()).isEqualTo(fresh.transaction());
      for (String sql :
          List.of(
              "SELECT s::text FROM pg_settings AS s ORDER BY name", // with the value after RESET
              "SELECT session_user || current_user || current_schemas(true)::text",
              "SELECT count(*)::text FROM pg_stat_activity",
              "SELECT count(*)::text FROM pg_prepared_statements",
              "SELECT rolsuper::text || rolcanlogin || rolcreaterole FROM pg_roles WHERE rolname = user",
              "SELECT id FROM patients",
              "SET default_transaction_read_only = off",
              "CREATE TEMP TABLE t (n integer)",
              "SELECT query_to_xml('SELECT 1', true, true, '')",
              "SET SESSION AUTHORIZATION postgres",
              "RESET ALL",
              "SHOW TimeZone")) {
        assertThat(ask(ahead, sql)).as(sql).isEqualTo(ask(fresh, sql));
      }
    }
    wires.add(ahead);
  }

  @Test
  void isHandedOverOnceAndToNobodyElse() throws IOException, ServerError {
    List<String> pids = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (String user : List.of("ann", "bob")) {
        for (Map<String, String> options : List.of(OPTIONS, Map.of("TimeZone", "Asia/Tokyo"))) {
          ShadowWire wire = open(user, options);
          pids.add(pid(wire));
          try (ShadowWire fresh = shadow.open(user, options)) {
            String who = "SELECT session_user || current_setting('extra_float_digits')";
            assertThat(ask(wire, who)).isEqualTo(ask(fresh, who));
          }
        }
      }
    }
    assertThat(pids).doesNotHaveDuplicates();
    assertThat(opened).hasValue(pids.size());
  }

  @Test
  void someAreKeptForAMinute() throws IOException, ServerError {
    for (int user = 0; user < 30; user++) {
      for (String zone : List.of("UTC", "Asia/Tokyo", "America/Lima")) {
        open("user" + user, Map.of("TimeZone", zone)).close();
      }
      assertThat(ready.size()).isEqualTo(Math.min(16, 2 * (user + 1)));
    }
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    open("ann", OPTIONS);
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    ready.closeOld();
    assertThat(ready.size()).isOne();
    ready.closeOf(shadow);
    assertThat(ready.size()).isZero();
  }

  @Test
  void clientsComeFirst() throws IOException, ServerError {
    open("ann", OPTIONS);
    open("bob", OPTIONS);
    assertThat(ready.size()).isEqualTo(2);
    room.set(2);
    open("eve", OPTIONS);
    assertThat(ready.size()).isEqualTo(2);
    room.set(0);
    open("zoe", OPTIONS);
    assertThat(ready.size()).isOne();
  }

  /** The client's is opened then, and says what is wrong. */
  @Test
  void oneThatHasEndedIsNotHandedOver() throws IOException, ServerError {
    open("ann", OPTIONS).close();
    try (ShadowWire owner =
        ShadowWire.open(
            server.address(),
            Map.of("user", "postgres", "database", "clinic"),
            server.address().password())) {
      ask(
          owner,
          "SELECT pg_terminate_backend(pid, 10000)::text FROM pg_stat_get_activity(NULL::integer)"
              + " WHERE usesysid IN (SELECT oid FROM pg_roles WHERE rolname LIKE 'analyst%')");
    }
    assertThat(ask(open("ann", OPTIONS), "SELECT '7'")).containsExactly("7");
    assertThatThrownBy(() -> open("ann", Map.of("TimeZone", "nowhere")))
        .hasMessageContaining("invalid value for parameter \"TimeZone\"");
  }

  @Test
  void noneIsLeftWhenItIsClosed() throws IOException, ServerError {
    ready.close();
    open("ann", OPTIONS);
    assertThat(ready.size()).isZero();
    assertThat(opened).hasValue(0);
  }
}
