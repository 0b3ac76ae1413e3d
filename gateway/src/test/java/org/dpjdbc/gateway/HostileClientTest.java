package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send what no client should: the gateway says what is wrong, and lives. */
@Tag("more")
class HostileClientTest {
  private static final int PATIENCE = 60_000;
  private static final int MUTATED_SESSIONS =
      SuiteCases.HOSTILE_CLIENT.number("gateway.mutated.sessions");

  @TempDir static Path folder;
  private static Clinic clinic;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.start(folder);
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  @AfterEach
  void lives() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      assertThat(rows.next()).isTrue();
    }
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket("localhost", clinic.port());
    socket.setSoTimeout(PATIENCE);
    return socket;
  }

  /** What the gateway says to bytes from a client that has not logged in. */
  private static String answer(byte[]... parts) throws IOException {
    try (Socket socket = connect()) {
      for (byte[] part : parts) {
        socket.getOutputStream().write(part);
        socket.getOutputStream().flush();
      }
      byte[] read = new DataInputStream(socket.getInputStream()).readAllBytes();
      return new String(read, StandardCharsets.ISO_8859_1);
    } catch (java.net.SocketException e) {
      return ""; // closed while it was written to
    }
  }

  private static byte[] first(int code, String rest) {
    byte[] text = rest.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length)
        .putInt(8 + text.length)
        .putInt(code)
        .put(text)
        .array();
  }

  @Test
  void areShownWhatIsWrongBeforeTheyLogIn() throws IOException {
    assertThat(answer(first(2 << 16, "user\0ann\0\0")))
        .contains("unsupported frontend protocol 2.0");
    assertThat(answer(new byte[] {0, 0, 0, 1})).contains("08P01");
    assertThat(answer(new byte[] {127, -1, -1, -1})).contains("08P01");
    assertThat(answer("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
        .contains("08P01");
    assertThat(answer(first(3 << 16, "user\0ann"))).contains("08P01");
    assertThat(answer(first(3 << 16, "\0"))).contains("28000");
    assertThat(answer(first(3 << 16, "user\0ann\0replication\0true\0\0"))).contains("0A000");
    assertThat(answer(first(80877102, "12"))).contains("08P01");
    assertThat(answer(first(80877102, "12345678"))).isEmpty();
    // A statement, a password of another kind, and too much of one.
    byte[] begin = first(3 << 16, "user\0ann\0database\0clinic\0\0");
    assertThat(answer(begin, new byte[] {'Q', 0, 0, 0, 5, 0})).contains("expected SASL response");
    assertThat(answer(begin, new byte[] {'p', 0, 0, 0, 8, 'a', 'b', 'c', 0})).contains("08P01");
    assertThat(answer(begin, new byte[] {'p', 0, 127, 0, 0})).contains("08P01");
    // An option without a value, lengths without a sign, and a second beginning.
    assertThat(answer(first(3 << 16, "user\0ann\0database\0"))).contains("08P01");
    for (byte[] length : new byte[][] {{-1, -1, -1, -1}, {-128, 0, 0, 0}, {-128, 0, 0, 8}}) {
      assertThat(answer(length)).contains("08P01");
      byte[] typed = {'p', length[0], length[1], length[2], length[3]};
      assertThat(answer(begin, typed)).contains("08P01");
    }
    for (int length : new int[] {-1, -2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      byte[] mechanism = "SCRAM-SHA-256\0".getBytes(StandardCharsets.US_ASCII);
      byte[] sasl =
          ByteBuffer.allocate(9 + mechanism.length)
              .put((byte) 'p')
              .putInt(8 + mechanism.length)
              .put(mechanism)
              .putInt(length)
              .array();
      assertThat(answer(begin, sasl)).contains("08P01");
    }
    assertThat(answer(begin, begin)).contains("invalid frontend message type 0");
    assertThat(answer(begin, sasl(), begin)).contains("invalid frontend message type 0");
  }

  /** Each session keeps its settings, and each of its statements what it depends on. */
  @Test
  void cannotHaveLongSettings() throws SQLException {
    String path = "SET search_path = \"$user\", public" + ", missing".repeat(900);
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      statement.execute(path);
      statement.executeQuery("SELECT COUNT(*) FROM patients").close();
      assertThatThrownBy(() -> statement.execute(path + ", missing".repeat(900)))
          .hasMessageContaining("a setting may have up to 10000 characters: search_path");
      assertThat(connection.isValid(60)).isFalse();
    }
  }

  /** All settings that the shadow tells, set in a way that no statement shows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "search_path",
        "application_name",
        "DateStyle",
        "TimeZone",
        "IntervalStyle",
        "client_encoding",
        "standard_conforming_strings",
        "default_transaction_read_only"
      })
  void cannotHaveSessionsKeepLongSettings(String name) throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      String value = "repeat('x,', 20000) || 'x'";
      wire.send(Message.query("SELECT length(set_config('" + name + "', " + value + ", false))"));
      String state = "";
      Frame frame = wire.ask();
      while (!frame.is('Z') && !state.equals("54000")) {
        state = frame.is('E') ? ServerError.read(frame).state() : state;
        frame = state.equals("54000") ? frame : wire.receive();
      }
      assertThat(state.equals("54000")).isEqualTo(name.equals("search_path"));
      assertThat(wire.parameters().values()).allMatch(each -> each.length() < 10_000);
    }
  }

  /** Any role may have its process sleep before the session begins. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-c post_auth_delay=600",
        "-cpost_auth_delay=600",
        "-c Post_Auth_Delay=600",
        "--post-auth-delay=600",
        "--post_auth_delay=600",
        "-c jit=off -W600",
        "-W 600",
        "-P",
        "-c ignore_system_indexes=on",
        "-c local_preload_libraries=any",
        "-ecjit=off",
        "jit=off",
        "-c user=bob",
        "-c database=postgres",
        "-c",
        "\\-W 600"
      })
  void cannotBeginWithSettingsOfTheProcess(String options) {
    assertThatThrownBy(() -> clinic.connect("ann", "options", options))
        .hasMessageMatching(
            "FATAL: (unrecognized configuration parameter|invalid command-line argument)(?s).*");
  }

  @Test
  void beginWithSettingsThatTheyMayChange() throws SQLException {
    String options = "-c TimeZone=Asia/Tokyo --extra-float-digits=2 -c dp.epsilon=0.5 -cjit=off";
    try (Connection connection = clinic.connect("ann", "options", options);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT current_setting('dp.epsilon') || current_setting('extra_float_digits')"
                    + " || current_setting('jit')")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("0.52off");
    }
  }

  /** Four of a user: the next one waits, and those of others do not. */
  @Test
  @Timeout(120)
  void cannotHaveTheShadowRunManyStatementsAtOnce() throws IOException, ServerError, SQLException {
    List<ShadowWire> busy = new ArrayList<>();
    try (Connection own = clinic.connect("ann");
        Statement next = own.createStatement();
        Connection other = clinic.connect("bob");
        Statement free = other.createStatement()) {
      for (int i = 0; i < 4; i++) {
        ShadowWire wire = clinic.wire("ann");
        busy.add(wire);
        wire.send(i % 2 == 0 ? Message.query("SELECT pg_sleep(600)") : held());
        if (i % 2 != 0) {
          wire.send(Message.bind("", ""));
          wire.send(Message.execute(""));
          wire.send(Message.sync()); // computes the cursor
        }
        wire.flush();
      }
      next.setQueryTimeout(2);
      String state = "";
      for (int i = 0; i < 1000 && state.isEmpty(); i++) { // until all four have begun
        try {
          next.executeQuery("SELECT 1").close();
        } catch (SQLException e) {
          state = e.getSQLState();
        }
      }
      assertThat(state).isEqualTo("57014");
      free.executeQuery("SELECT 1").close();
      busy.get(0).close();
      next.setQueryTimeout(0);
      next.executeQuery("SELECT 1").close();
    } finally {
      busy.forEach(ShadowWire::close);
    }
  }

  private static Frame held() {
    return Message.parse("", "DECLARE c CURSOR WITH HOLD FOR SELECT pg_sleep(600)", List.of());
  }

  /** Their end comes after messages that are not read, while four statements run. */
  @Test
  @Timeout(40)
  void endWhatRunsThoughTheyHaveSentMore() throws IOException, ServerError, SQLException {
    for (int session = 0; session < 4; session++) {
      try (ShadowWire wire = clinic.wire("ann")) {
        wire.send(Message.query("SELECT pg_sleep(600)"));
        for (int i = 0; i < 5000; i++) {
          wire.send(Message.parse("", "SELECT 7", List.of()));
        }
        wire.flush();
      }
    }
    lives();
  }

  /** A statement that is as long as this takes half a megabyte there. */
  @Test
  void cannotHaveTheShadowKeepManyLongStatements() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      int kept = 0;
      List<String> states = List.of();
      while (states.isEmpty() && kept < 600) {
        String text = "SELECT 7 --" + "x".repeat(1000);
        wire.send(
            kept % 2 == 0
                ? Message.parse("s" + kept, text, List.of())
                : Message.query("PREPARE s" + kept + " AS " + text));
        if (kept % 2 == 0) {
          wire.send(Message.sync());
        }
        states = states(wire);
        kept++;
      }
      assertThat(states).containsExactly("53200");
      assertThat(kept).isBetween(200, 400);
      assertThat(states(wire, "DISCARD ALL")).isEmpty();
    }
  }

  @Test
  void areOfferedTheProtocolThatThereIs() throws IOException {
    byte[] begin = first((3 << 16) | 9, "user\0ann\0database\0clinic\0_pq_.command\0on\0\0");
    String answer = answer(begin, new byte[] {'Q', 0, 0, 0, 5, 0});
    assertThat(answer)
        .startsWith("v\0\0\0\u0019\0\3\0\0\0\0\0\1_pq_.command\0")
        .contains("SCRAM-SHA-256");
    assertThat(answer(first(3 << 16, "user\0ann\0\0"), new byte[] {'Q', 0, 0, 0, 5, 0}))
        .startsWith("R");
  }

  @Test
  void cannotSlipPlainTextBeforeTheEncryption() throws IOException {
    byte[] both = Arrays.copyOf(first(80877103, ""), 8 + 30);
    System.arraycopy(first(3 << 16, "user\0ann\0\0"), 0, both, 8, 18);
    assertThat(answer(both)).doesNotContain("SCRAM");
    try (Socket socket = connect()) {
      socket.getOutputStream().write(first(80877104, ""));
      assertThat(socket.getInputStream().read()).isEqualTo('N');
      socket.getOutputStream().write(first(80877103, ""));
      assertThat(socket.getInputStream().read()).isEqualTo('S');
    }
  }

  @Test
  void learnNothingOfWhoIsAUser() throws IOException {
    List<String> answers = new ArrayList<>();
    for (String user : new String[] {"ann", "nob"}) {
      String begin =
          answer(first(3 << 16, "user\0" + user + "\0database\0nowhere\0\0"), sasl(), last());
      answers.add(begin.replace(user, "USER").replaceAll("r=[^,]*,s=[^,]*,", ""));
    }
    assertThat(answers.get(0)).isEqualTo(answers.get(1));
    assertThat(answers.get(0)).contains("i=4096").contains("password authentication failed");
  }

  private static byte[] sasl() {
    Frame frame = Message.saslInitial("SCRAM-SHA-256", "n,,n=,r=abcdefghijklmnopqrst");
    return ByteBuffer.allocate(5 + frame.body().length)
        .put((byte) 'p')
        .putInt(4 + frame.body().length)
        .put(frame.body())
        .array();
  }

  private static byte[] last() {
    byte[] text =
        ("c=biws,r=abcdefghijklmnopqrst,p=" + "A".repeat(43) + "=")
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(5 + text.length)
        .put((byte) 'p')
        .putInt(4 + text.length)
        .put(text)
        .array();
  }

  @Test
  void cannotCancelOthers() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SELECT pg_sleep(1)"));
      wire.flush();
      for (int id = 0; id < 200; id++) {
        assertThat(answer(first(80877102, "\0\0\0" + (char) id + "wxyz"))).isEmpty();
      }
      List<Character> types = new ArrayList<>();
      for (Frame frame = wire.receive(); !frame.is('Z'); frame = wire.receive()) {
        types.add((char) frame.type());
      }
      assertThat(types).contains('D').doesNotContain('E');
    }
  }

  /** Of a session that has nothing running, and of one that is gone. */
  @Test
  @Timeout(60) // of a second
  void mayCancelWhatHasEnded() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann");
        ShadowWire gone = clinic.wire("ann")) {
      gone.close();
      for (int i = 0; i < 200; i++) {
        (i % 2 == 0 ? wire : gone).cancelAndAwait();
      }
      wire.send(Message.query("SELECT COUNT(*) FROM visits; SELECT 1"));
      StringBuilder types = new StringBuilder();
      for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
        types.append((char) frame.type());
      }
      assertThat(types.toString().replace("N", "")).isEqualTo("TDCTDC");
    }
  }

  @Test
  void maySendManyMessagesAtOnce() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (int i = 0; i < 3000; i++) {
        wire.send(Message.parse("s" + i, "SELECT " + i % 7, List.of()));
      }
      wire.send(Message.sync());
      int parsed = 0;
      for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
        parsed += frame.is('1') ? 1 : 0;
      }
      assertThat(parsed).isEqualTo(3000);
    }
  }

  @Test
  void mayKeepTenThousandStatementsAndNoMore() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (int i = 0; i <= 10_000; i++) {
        wire.send(Message.parse("s" + i, "SELECT 7", List.of()));
      }
      wire.send(Message.sync());
      int parsed = 0;
      String state = "";
      for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
        parsed += frame.is('1') ? 1 : 0;
        state = frame.is('E') ? ServerError.read(frame).state() : state;
      }
      assertThat(parsed).isEqualTo(10_000);
      assertThat(state).isEqualTo("54000");
    }
  }

  @Test
  void mayNotKeepMoreThanSixteenMegabytes() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      String text = "SELECT 7 --" + "x".repeat(3 << 20);
      List<String> states = new ArrayList<>();
      for (String name : List.of("a", "b", "b", "c", "d", "e", "f", "")) {
        wire.send(Message.parse(name, name.isEmpty() ? "SELECT 7" : text, List.of()));
        wire.send(Message.close(false, name.equals("b") ? "b" : "none"));
        wire.send(Message.sync());
        String state = "";
        for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
          state = frame.is('E') ? ServerError.read(frame).state() : state;
        }
        states.add(state);
      }
      assertThat(states).hasSize(8).containsOnly("");
      wire.send(Message.parse("g", text, List.of()));
      wire.send(Message.sync());
      Frame frame = wire.ask();
      assertThat(frame.is('E')).isTrue();
      assertThat(ServerError.read(frame).state()).isEqualTo("54000");
    }
  }

  @Test
  void mayDeclareAHundredCursorsAndNoMore() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      List<String> states = new ArrayList<>();
      for (int i = 0; i <= 100; i++) {
        String cursor = "DECLARE c" + i + " CURSOR WITH HOLD FOR SELECT COUNT(*) FROM visits";
        wire.send(Message.query(cursor));
        for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
          if (frame.is('E')) {
            states.add(i + " " + ServerError.read(frame).state());
          }
        }
      }
      assertThat(states).containsExactly("100 54000");
    }
  }

  /** A portal keeps the statement that it is of, when that one's name has another. */
  @Test
  void mayNotKeepMoreThanSixteenMegabytesInPortals() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("BEGIN"));
      for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
        assertThat(frame.is('E')).isFalse();
      }
      String text = "SELECT COUNT(*) FROM visits --" + "x".repeat(900_000);
      List<String> states = new ArrayList<>();
      for (int i = 0; i < 20 && states.isEmpty(); i++) {
        wire.send(Message.parse("", text, List.of()));
        byte[] bind = ("p" + i + "\0\0\0\0\0\0\0\0").getBytes(StandardCharsets.US_ASCII);
        wire.send(new Frame((byte) 'B', bind));
        wire.send(Message.sync());
        for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
          if (frame.is('E')) {
            states.add(i + " " + ServerError.read(frame).state());
          }
        }
      }
      assertThat(states).containsExactly("18 54000");
    }
  }

  /** The states of the errors of a message up to where the session is ready. */
  private static List<String> states(ShadowWire wire) throws IOException {
    List<String> states = new ArrayList<>();
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      if (frame.is('E')) {
        states.add(ServerError.read(frame).state());
      }
    }
    return states;
  }

  private static List<String> states(ShadowWire wire, String text) throws IOException {
    wire.send(Message.query(text));
    return states(wire);
  }

  @Test
  void mayOpenAThousandPortalsOfTheShadowAndNoMore() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (int round = 0; round < 2; round++) { // and they end with their transaction
        assertThat(states(wire, "BEGIN")).isEmpty();
        wire.send(Message.parse("", "SELECT 7", List.of()));
        for (int i = 0; i < 1000; i++) {
          wire.send(Message.bind("p" + i, ""));
        }
        wire.send(Message.sync());
        assertThat(states(wire)).isEmpty();
        wire.send(Message.close(true, "p7"));
        wire.send(Message.parse("", "SELECT 7", List.of()));
        wire.send(Message.bind("q", ""));
        wire.send(Message.bind("", "")); // which is replaced by the next one
        wire.send(Message.sync());
        assertThat(states(wire)).isEmpty();
        wire.send(Message.parse("", "SELECT 7", List.of()));
        wire.send(Message.bind("r", ""));
        wire.send(Message.sync());
        assertThat(states(wire)).containsExactly("54000");
        assertThat(states(wire, "ROLLBACK")).isEmpty();
      }
    }
  }

  @Test
  void mayDeclareAHundredCursorsInTheShadowAndNoMore() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String hold : List.of("", "WITH HOLD ", "")) {
        assertThat(states(wire, "BEGIN")).isEmpty();
        for (int i = 0; i < 100; i++) {
          assertThat(states(wire, "DECLARE c" + i + " CURSOR " + hold + "FOR SELECT 7")).isEmpty();
        }
        assertThat(states(wire, "CLOSE c7; DECLARE c CURSOR FOR SELECT 7")).isEmpty();
        assertThat(states(wire, "DECLARE d CURSOR FOR SELECT 7")).containsExactly("54000");
        assertThat(states(wire, hold.isEmpty() ? "ROLLBACK" : "ROLLBACK; CLOSE ALL")).isEmpty();
      }
    }
  }

  @Test
  void mayPrepareAThousandStatementsInSqlAndNoMore() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 1000; i++) {
        text.append("PREPARE s").append(i).append(" AS SELECT 7;");
      }
      assertThat(states(wire, text.toString())).isEmpty();
      assertThat(states(wire, "PREPARE t AS SELECT 7")).containsExactly("54000");
      assertThat(states(wire, "DEALLOCATE s7; PREPARE t AS SELECT 7")).isEmpty();
      assertThat(states(wire, "PREPARE u AS SELECT 7")).containsExactly("54000");
      assertThat(states(wire, "DEALLOCATE ALL; PREPARE u AS SELECT 7")).isEmpty();
    }
  }

  /** Two sessions keep 136 MB of 150, as the gateway counts, and a text takes 36. */
  @Test
  void mayNotHoldTooMuchInAllSessions() throws IOException, ServerError, SQLException {
    String text = "SELECT 7 --" + "x".repeat(3_000_000);
    try (ShadowWire other = clinic.wire("ann")) {
      try (ShadowWire first = clinic.wire("ann");
          ShadowWire second = clinic.wire("ann")) {
        for (String name : List.of("a", "b", "c", "d", "e")) {
          first.send(Message.parse(name, text, List.of()));
        }
        first.send(Message.sync());
        assertThat(states(first)).isEmpty();
        second.send(Message.parse("a", text, List.of()));
        second.send(Message.parse("b", text, List.of()));
        for (int i = 0; i < 28; i++) {
          second.send(Message.parse("s" + i, text.substring(0, text.length() / 10), List.of()));
        }
        second.send(Message.sync());
        assertThat(states(second)).isEmpty();
        assertThat(states(other, text)).containsExactly("53200");
        other.send(Message.parse("", text, List.of()));
        other.send(Message.sync());
        assertThat(states(other)).containsExactly("53200");
        try (ShadowWire bob = clinic.wire("bob")) {
          assertThat(states(bob, text)).isEmpty();
        }
        assertThat(states(other, "SELECT 7")).isEmpty();
        assertThat(states(first, "DEALLOCATE a; DEALLOCATE b")).isEmpty();
        assertThat(states(other, text)).isEmpty();
        assertThat(states(first, "DISCARD ALL")).isEmpty();
        first.send(Message.parse("a", text, List.of()));
        first.send(Message.sync());
        assertThat(states(first)).isEmpty();
      }
      // What they had is returned when they end, by another thread.
      for (int i = 0; i < 10; i++) {
        do {
          other.send(Message.close(false, "s" + i % 5));
          other.send(Message.parse("s" + i % 5, text, List.of()));
          other.send(Message.sync());
        } while (!states(other).isEmpty());
      }
    }
  }

  /** A text of 4 MB has as many tokens. */
  @Test
  void maySendATextOfParentheses() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      assertThat(states(wire, "(".repeat(4_000_000))).hasSize(1);
      assertThat(states(wire, "SELECT 7")).isEmpty();
    }
  }

  /** Each answer has 364,000 bytes with its statement, and a third would be beyond 1,000,000. */
  @Test
  void mayNotKeepLongAnswersInAllSessions() throws SQLException {
    String strings = (", '" + "x".repeat(9_000) + "'").repeat(10);
    String cursor = "DECLARE %s CURSOR WITH HOLD FOR SELECT COUNT(*)" + strings + " FROM visits";
    try (Connection first = clinic.connect("ann");
        Connection second = clinic.connect("ann");
        Connection other = clinic.connect("bob");
        Statement here = first.createStatement();
        Statement there = second.createStatement();
        Statement others = other.createStatement()) {
      for (String name : List.of("a", "b")) {
        here.execute(cursor.formatted(name));
      }
      assertThatThrownBy(() -> there.execute(cursor.formatted("a")))
          .hasMessageContaining("the open answers of this user are too large")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("53200");
      others.execute(cursor.formatted("a"));
      here.execute("CLOSE a");
      there.execute(cursor.formatted("a"));
      assertThatThrownBy(() -> there.execute(cursor.formatted("b")))
          .hasMessageContaining("the open answers of this user are too large");
    }
    // They are closed with their sessions.
    try (Connection third = clinic.connect("ann");
        Statement statement = third.createStatement()) {
      for (String name : List.of("a", "b")) {
        while (!isAnswered(statement, cursor.formatted(name))) {
          Thread.onSpinWait(); // what has ended is released by another thread
        }
      }
      statement.execute("CLOSE ALL"); // and nothing is left for the next test
    }
  }

  private static boolean isAnswered(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("53200");
      return false;
    }
  }

  @Test
  void maySendParametersOfAMegabyte() throws SQLException {
    String text = "x".repeat(1 << 20);
    try (Connection connection = clinic.connect("ann")) {
      try (var statement = connection.prepareStatement("SELECT length(?)")) {
        statement.setString(1, text);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(1 << 20);
        }
      }
      try (var statement =
          connection.prepareStatement("SELECT COUNT(*) FROM patients WHERE region = ?")) {
        statement.setString(1, text);
        statement.executeQuery().close();
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isIn("0A000", "42601", "54000");
      }
    }
  }

  @Test
  void areStoppedAtTheLimits() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SELECT '" + "x".repeat(5 << 20) + "'"));
      assertThatThrownBy(
              () -> {
                Frame frame = wire.ask();
                assertThat(frame.is('E')).isTrue();
                throw ServerError.read(frame);
              })
          .hasMessageContaining("invalid length");
    } catch (java.net.SocketException e) {
      // closed while it was written to
    }
  }

  /** PostgreSQL's parser would take minutes, or all memory, for each of them. */
  private static Stream<String> heavy() {
    return Stream.of(
        "SELECT COUNT(*) FROM patients" + " NATURAL JOIN visits".repeat(300),
        "SELECT COUNT(*) FROM patients" + ", visits".repeat(300),
        IntStream.range(0, 150_000)
            .mapToObj(i -> "c" + i + " AS (SELECT 1)")
            .collect(Collectors.joining(", ", "WITH ", " SELECT 1")),
        "SELECT 1" + ",1".repeat(40_000) + " GROUP BY 1" + ",40000".repeat(40_000));
  }

  @ParameterizedTest
  @MethodSource("heavy")
  void mayNotHaveTheirStatementsTakeAllMemoryOrTime(String sql) throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query(sql));
      Frame frame = wire.ask();
      assertThat(frame.is('E')).isTrue();
      assertThat(ServerError.read(frame).state()).isEqualTo("54001");
    }
  }

  /** Whoever waits longest before logging in makes room. */
  @Test
  void cannotKeepOthersOutByWaiting() throws IOException, SQLException {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 250; i++) {
        sockets.add(connect());
      }
      clinic.connect("ann").close();
      assertThat(sockets.get(0).getInputStream().read()).isEqualTo(-1);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /**
   * Messages of a session, mutated: every one is answered or ends the session, and none uncharged.
   * What is counted is what surely was an answer, as nothing of its text was changed. There are
   * more such sessions, without a network, in the test of mutated sessions.
   */
  @Test
  void mayMutateEveryMessage() throws IOException, ServerError, SQLException {
    Random random = new Random(20261128);
    BigDecimal before = spent();
    int answers = 0;
    for (int i = 0; i < MUTATED_SESSIONS; i++) {
      try (ShadowWire wire = clinic.wire("bob")) {
        String name = "answer" + i;
        List<Frame> seeds = seeds(name, i);
        for (int j = 0; j < 12; j++) {
          wire.send(mutated(seeds.get(random.nextInt(seeds.size())), random));
        }
        wire.send(Message.sync());
        wire.send(Message.terminate());
        wire.flush();
        boolean isAnswer = false;
        boolean hasRow = false;
        for (Frame frame = wire.receive(); ; frame = wire.receive()) {
          assertThat("123ACDEGHINRSTVWZcdknstv".indexOf(frame.type())).isNotNegative();
          if (frame.is('T')) {
            isAnswer = text(frame).contains(name);
          }
          if (frame.is('D') && isAnswer && !hasRow) {
            hasRow = true;
            answers++;
          }
        }
      } catch (IOException e) {
        // the end of the session
      }
    }
    assertThat(answers).isPositive();
    assertThat(spent().subtract(before)).isGreaterThanOrEqualTo(BigDecimal.valueOf(100L * answers));
  }

  private static String text(Frame frame) {
    return new String(frame.body(), StandardCharsets.ISO_8859_1);
  }

  private static BigDecimal spent() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'")) {
      assertThat(rows.next()).isTrue();
      return rows.getBigDecimal(1);
    }
  }

  /**
   * @param name of a column that is in no other session's questions, as {@code number} is
   */
  private static List<Frame> seeds(String name, int number) {
    return List.of(
        Message.query("SELECT COUNT(*) AS " + name + " FROM patients WHERE patient_id > " + number),
        Message.parse(
            "s", "SELECT region, COUNT(*) FROM patients WHERE age > $1 GROUP BY 1", List.of(23)),
        new Frame(
            (byte) 'B',
            "\0s\0\0\1\0\1\0\1\0\0\0\4\0\0\0\7\0\1\0\1".getBytes(StandardCharsets.ISO_8859_1)),
        Message.describe(true, ""),
        new Frame((byte) 'E', new byte[] {0, 0, 0, 0, 2}),
        Message.close(false, "s"),
        Message.query("DECLARE c CURSOR WITH HOLD FOR SELECT COUNT(*) FROM visits; FETCH 1 FROM c"),
        Message.query("COPY (SELECT COUNT(*) FROM visits) TO STDOUT"),
        Message.query("BEGIN; SELECT age FROM patients; COMMIT"),
        Message.flush(),
        Message.sync());
  }

  private static Frame mutated(Frame frame, Random random) {
    byte[] body = frame.body().clone();
    int kind = random.nextInt(6);
    if (kind == 0 && body.length > 0) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    } else if (kind == 1) {
      body = Arrays.copyOf(body, random.nextInt(body.length + 4));
    } else if (kind == 2) {
      byte type = (byte) "QPBEDCSHXFdcfp".charAt(random.nextInt(14));
      return new Frame(type, body);
    }
    return new Frame(frame.type(), body);
  }

  /** 60 MB, far more than the sockets and the gateway's buffers hold, which it reads late. */
  @Test
  void mayReadSlowly() throws IOException, ServerError, SQLException {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SELECT repeat('x', 6000) FROM generate_series(1, 10000)"));
      wire.flush();
      lives();
      int rows = 0;
      for (Frame frame = wire.receive(); !frame.is('Z'); frame = wire.receive()) {
        rows += frame.is('D') ? 1 : 0;
      }
      assertThat(rows).isEqualTo(10_000);
    }
  }

  /** Two sessions that do not read have all that long rows of a user may take. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  @Timeout(60) // of less than two minutes, after which the session would end
  void mayCancelWhatWaitsForTheirOtherSessions(int rows)
      throws IOException, ServerError, InterruptedException {
    String long15 = "SELECT repeat('x', 15000000) FROM generate_series(1, %d)";
    try (ShadowWire first = clinic.wire("ann");
        ShadowWire second = clinic.wire("ann");
        ShadowWire third = clinic.wire("ann")) {
      for (ShadowWire wire : List.of(first, second)) {
        wire.send(Message.query(long15.formatted(2)));
        assertThat(wire.ask().is('T')).isTrue(); // a row follows, of which the gateway has all
      }
      String types = cancelled(third, long15.formatted(rows), 300);
      for (int pause = 1_000; types.equals("E") && pause < 16_000; pause *= 2) {
        types = cancelled(third, long15.formatted(rows), pause); // it had not begun to wait
      }
      assertThat(types).isEqualTo("TE");
      third.send(Message.query("SELECT 1"));
      assertThat(third.ask().is('T')).isTrue();
    }
  }

  /**
   * Cancels a query after a while.
   *
   * @return the kinds of what is sent: the description of the rows, if it came so far, and an error
   */
  private static String cancelled(ShadowWire wire, String sql, int millis)
      throws IOException, ServerError, InterruptedException {
    wire.send(Message.query(sql));
    wire.flush();
    Thread.sleep(millis);
    wire.cancelAndAwait();
    StringBuilder types = new StringBuilder();
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      types.append((char) frame.type());
      if (frame.is('E')) {
        assertThat(ServerError.read(frame).state()).isEqualTo("57014");
      }
    }
    return types.toString();
  }

  @Test
  void mayLeaveInTheMiddle() throws IOException {
    byte[] begin = first(3 << 16, "user\0ann\0database\0clinic\0\0");
    for (int length : new int[] {1, 4, 9, begin.length - 1, begin.length}) {
      try (Socket socket = connect()) {
        new DataOutputStream(socket.getOutputStream()).write(begin, 0, length);
      }
    }
  }
}
