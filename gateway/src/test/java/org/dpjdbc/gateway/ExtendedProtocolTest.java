package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extended protocol, message by message, as asyncpg, pgx and psycopg 3 send it. */
class ExtendedProtocolTest {
  private static final Pattern SPENT = Pattern.compile("epsilon (\\d+) spent");

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

  private static Frame bind(String portal, String statement, int resultFormat, String... strings) {
    int length = 0;
    for (String text : strings) {
      length += 4 + text.length();
    }
    byte[] names = (portal + "\0" + statement + "\0").getBytes(StandardCharsets.UTF_8);
    ByteBuffer body = ByteBuffer.allocate(names.length + 2 + 2 + length + 4).put(names);
    body.putShort((short) 0).putShort((short) strings.length);
    for (String text : strings) {
      body.putInt(text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
    }
    return new Frame((byte) 'B', body.putShort((short) 1).putShort((short) resultFormat).array());
  }

  private static Frame execute(String portal, int rows) {
    byte[] name = (portal + "\0").getBytes(StandardCharsets.UTF_8);
    return new Frame(
        (byte) 'E', ByteBuffer.allocate(name.length + 4).put(name).putInt(rows).array());
  }

  /** The types of the messages up to where the gateway is ready, with states and tags. */
  private static String types(ShadowWire wire) throws IOException {
    StringBuilder types = new StringBuilder();
    for (Frame frame = wire.ask(); ; frame = wire.receive()) {
      types.append((char) frame.type());
      if (frame.is('Z')) {
        return types.append((char) frame.body()[0]).toString();
      }
      if (frame.is('E')) {
        types.append('(').append(ServerError.read(frame).state()).append(')');
      }
    }
  }

  private static List<String> rows(ShadowWire wire) throws IOException, ServerError {
    List<String> rows = new ArrayList<>();
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      if (frame.is('E')) {
        throw ServerError.read(frame);
      }
      if (frame.is('D')) {
        rows.add(new String(frame.body(), StandardCharsets.ISO_8859_1));
      }
    }
    return rows;
  }

  @Test
  void aNumberOfAParameterMayStandTwice() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(
          Message.parse(
              "",
              "SELECT date_trunc($2, seen), COUNT(*) FROM patients WHERE age > $1 AND age < $1 + 50"
                  + " AND seen >= '2024-01-01' AND seen < '2024-03-01' GROUP BY date_trunc($2, seen)",
              List.of()));
      wire.send(bind("", "", 0, "20", "month"));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(rows(wire)).isNotEmpty();
    }
  }

  /** It is charged by then, and nothing else is needed of the shadow. */
  @Test
  void anAnswerArrivesThoughTheShadowEndsMeanwhile()
      throws IOException, ServerError, SQLException, InterruptedException {
    try (Connection owner = clinic.raw();
        Statement lock = owner.createStatement();
        ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SELECT COUNT(*) FROM visits")); // has the driver connect
      assertThat(rows(wire)).hasSize(1);
      wire.send(Message.query("SELECT pg_backend_pid()"));
      String process = rows(wire).get(0).substring(2 + Integer.BYTES);
      owner.setAutoCommit(false);
      lock.execute("LOCK TABLE visits IN ACCESS EXCLUSIVE MODE");
      wire.send(Message.parse("", "SELECT COUNT(*) FROM visits WHERE cost > 77", List.of()));
      wire.send(bind("", "", 0));
      wire.send(Message.parse("zone", "SET TimeZone = 'Europe/Vienna'", List.of()));
      wire.send(bind("zone", "zone", 0));
      wire.send(execute("zone", 0));
      wire.send(execute("", 0));
      wire.send(Message.flush());
      wire.flush();
      try (Connection other = clinic.raw();
          Statement waiting = other.createStatement()) {
        String locks = "SELECT 1 FROM pg_locks WHERE NOT granted";
        while (!waiting.executeQuery(locks).next()) {
          Thread.sleep(20);
        }
      }
      ProcessHandle session = ProcessHandle.of(Long.parseLong(process)).orElseThrow();
      session.destroy();
      session.onExit().join();
      owner.rollback();
      StringBuilder types = new StringBuilder();
      wire.send(Message.sync());
      for (Frame frame = wire.ask(); !frame.is('E'); frame = wire.receive()) {
        types.append((char) frame.type());
      }
      assertThat(types.toString()).startsWith("1212C").endsWith("DC");
    }
  }

  @Test
  void rowsComeInPortionsAndInBinary() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("BEGIN"));
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(
          Message.parse(
              "s",
              "SELECT region, COUNT(*) FROM patients WHERE age < $1 GROUP BY region",
              List.of(0)));
      wire.send(Message.describe(false, "s"));
      wire.send(bind("p", "s", 1, "90"));
      wire.send(execute("p", 2));
      wire.send(execute("p", 2));
      wire.send(execute("p", 2));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("1tT2NNDDsDCCZT");
      wire.send(execute("p", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(Message.query("COMMIT"));
      assertThat(types(wire)).isEqualTo("CZI");
      wire.send(execute("p", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("E(34000)ZI");
    }
  }

  @Test
  void whatFollowsAnErrorIsSkippedUpToTheSync() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String wrong :
          new String[] {"SELECT nope", "SELECT 1; SELECT 2", "SELECT age FROM patients"}) {
        wire.send(Message.parse("a", wrong, List.of()));
        wire.send(bind("", "a", 0));
        wire.send(execute("", 0));
        wire.send(Message.parse("b", "SELECT 1", List.of()));
        wire.send(Message.sync());
        // Rows are refused where they are asked for: tools describe tables by such statements.
        assertThat(types(wire)).as(wrong).matches("(12)?E\\(\\w{5}\\)ZI");
      }
      wire.send(Message.parse("b", "SELECT 1", List.of()));
      wire.send(Message.parse("b", "SELECT COUNT(*) FROM patients", List.of()));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("1E(42P05)ZI");
      wire.send(Message.close(false, "b"));
      wire.send(Message.parse("b", "SELECT COUNT(*) FROM patients WHERE age > 3", List.of()));
      wire.send(bind("", "b", 0));
      wire.send(Message.describe(true, ""));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("312TNDCZI");
      wire.send(bind("", "b", 0, "1"));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("E(08P01)ZI");
    }
  }

  @Test
  void errorsAreSentBeforeTheSync() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String wrong : new String[] {"SELECT nope", "SELECT name FROM patients"}) {
        wire.send(Message.parse("", wrong, List.of()));
        wire.send(Message.flush());
        assertThat(wire.ask().is('E')).isTrue();
        wire.send(Message.sync());
        assertThat(types(wire)).isEqualTo("ZI");
      }
    }
  }

  /** Within one series of messages the gateway does not know of a setting that changes. */
  @Test
  void aSettingThatChangesHidesNoTable() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String sql :
          new String[] {
            "SET standard_conforming_strings = off",
            "SELECT '\\' , ' , (SELECT COUNT(*) FROM patients) --'"
          }) {
        wire.send(Message.parse("", sql, List.of()));
        wire.send(bind("", "", 0));
        wire.send(execute("", 0));
      }
      wire.send(Message.sync());
      assertThat(types(wire)).contains("E(0A000)").doesNotContain("D");
    }
  }

  @Test
  void aCursorIsAPortal() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(
          Message.query(
              "BEGIN; DECLARE c CURSOR FOR SELECT region, COUNT(*) FROM patients GROUP BY 1"));
      assertThat(types(wire)).endsWith("CZT");
      wire.send(Message.describe(true, "c"));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("TZT");
    }
  }

  /** The shadow has no such cursor, and says what PostgreSQL says before anything is charged. */
  @Test
  void aCursorIsDeclaredAndReadAsInPostgres() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      String select = "CURSOR FOR SELECT region, COUNT(*) FROM patients GROUP BY region";
      wire.send(Message.query("DECLARE c " + select));
      assertThat(types(wire)).isEqualTo("E(25P01)ZI");
      wire.send(Message.query("BEGIN; DECLARE c CURSOR FOR SELECT 1; DECLARE c " + select));
      assertThat(types(wire)).endsWith("E(42P03)ZE");
      wire.send(Message.query("ROLLBACK; BEGIN; DECLARE c " + select));
      assertThat(types(wire)).endsWith("CZT");
      wire.send(Message.query("SAVEPOINT s; DECLARE c CURSOR FOR SELECT 1"));
      assertThat(types(wire)).endsWith("E(42P03)ZE");
      wire.send(Message.query("ROLLBACK TO s; FETCH 2 FROM c"));
      assertThat(types(wire)).isEqualTo("CTDDCZT");
      for (String other : new String[] {"PRIOR", "ABSOLUTE 1", "-1", "BACKWARD ALL"}) {
        wire.send(Message.query("FETCH " + other + " FROM c"));
        assertThat(types(wire)).as(other).isEqualTo("E(55000)ZE");
        wire.send(Message.query("ROLLBACK TO s"));
        assertThat(types(wire)).isEqualTo("CZT");
      }
      wire.send(Message.query("FETCH ALL FROM c; COMMIT; FETCH c"));
      assertThat(types(wire)).isEqualTo("TDCCE(34000)ZI");
    }
  }

  @Test
  void whatIsPreparedHereIsDeallocatedAndNeverRunThere() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (int i = 0; i < 2; i++) {
        wire.send(Message.parse("d", "SELECT COUNT(*) FROM patients WHERE age > 4", List.of()));
        wire.send(Message.sync());
        assertThat(types(wire)).isEqualTo("1ZI");
        wire.send(Message.query("EXECUTE d"));
        assertThat(types(wire)).isEqualTo("E(0A000)ZI");
        wire.send(Message.query("DEALLOCATE d"));
        assertThat(types(wire)).isEqualTo("CZI");
        wire.send(bind("", "d", 0));
        wire.send(Message.sync());
        assertThat(types(wire)).isEqualTo("E(26000)ZI");
      }
      // A portal of the shadow makes room for one of the driver, and is not found under its name.
      wire.send(Message.parse("e", "SELECT 5", List.of()));
      wire.send(bind("p", "e", 0));
      wire.send(Message.close(true, "p"));
      wire.send(Message.parse("f", "SELECT COUNT(*) FROM patients WHERE age > 4", List.of()));
      wire.send(bind("p", "f", 0));
      wire.send(Message.close(true, "p"));
      wire.send(execute("p", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("123123E(34000)ZI");
    }
  }

  @Test
  void aTransactionThatBeganInTheSameSeriesFailsWithTheDriver() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.parse("", "BEGIN", List.of()));
      wire.send(bind("", "", 0));
      wire.send(execute("", 0));
      wire.send(Message.parse("", "SELECT name FROM patients", List.of()));
      wire.send(bind("", "", 0));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).matches("12C(12)?E\\(\\w{5}\\)ZE");
      for (String sql : new String[] {"ROLLBACK", "SELECT COUNT(*) FROM patients WHERE age > 5"}) {
        wire.send(Message.parse("", sql, List.of()));
        wire.send(bind("", "", 0));
        wire.send(execute("", 0));
      }
      wire.send(Message.sync());
      assertThat(types(wire)).matches("12C12N*DCZI");
    }
  }

  /** A short statement may have many columns. */
  @Test
  void theColumnsOfStatementsAreCounted() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      String text = "SELECT " + "n, ".repeat(1_500) + "n FROM (SELECT COUNT(*) AS n FROM visits) v";
      for (int i = 0; i < 400; i++) {
        wire.send(Message.parse("s" + i, text, List.of()));
      }
      wire.send(Message.sync());
      assertThat(types(wire).replace("S", "")).matches("1{10,390}E\\(5[34][02]00\\)ZI");
    }
  }

  /** A portal keeps a statement whose name means another one by then. */
  @Test
  void thePortalsOfLongStatementsAreCounted() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      wire.send(Message.query("BEGIN"));
      types(wire);
      String text = "SELECT 1 /* " + "x".repeat(900_000) + " */";
      for (int i = 0; i < 60; i++) {
        wire.send(Message.parse("", text, List.of()));
        wire.send(bind("p" + i, "", 0));
      }
      wire.send(Message.sync());
      assertThat(types(wire).replace("S", "")).matches("(12){20,45}1?E\\(53200\\)ZE");
    }
  }

  @Test
  void theDriversPropertiesAreSettingsOfTheSession() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      wire.send(Message.query("SELECT COUNT(*) FROM visits WHERE cost > 20"));
      int before = spent(wire);
      wire.send(Message.query("SET dp.epsilon = 7; SELECT COUNT(*) FROM visits WHERE cost > 21"));
      assertThat(spent(wire)).isEqualTo(before + 7);
      wire.send(Message.query("BEGIN; SET LOCAL dp.epsilon = 2; SET dp.error_columns = true"));
      assertThat(types(wire)).endsWith("CZT");
      wire.send(Message.parse("", "SELECT COUNT(*) AS n FROM visits WHERE cost > 22", List.of()));
      wire.send(Message.describe(false, ""));
      wire.send(bind("", "", 0));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(spent(wire)).isEqualTo(before + 9);
      wire.send(Message.query("ROLLBACK; SELECT COUNT(*) FROM visits WHERE cost > 23"));
      assertThat(spent(wire)).isEqualTo(before + 16);
      wire.send(Message.query("RESET dp.epsilon; SELECT COUNT(*) FROM visits WHERE cost > 24"));
      assertThat(spent(wire)).isEqualTo(before + 116);
      // However it is set, and whatever its name is written like.
      for (String set :
          new String[] {
            "SET \"dp\" . epsilon = 3", "SELECT set_config('dp' || '.epsilon', '3', false)"
          }) {
        before =
            notice(
                wire,
                "RESET dp.epsilon; SELECT COUNT(*) FROM visits WHERE cost > 25 AND '%s' <> ''"
                    .formatted(set.length()));
        int after =
            notice(wire, set + "; SELECT COUNT(*) FROM visits WHERE cost > 2" + set.length());
        assertThat(after).as(set).isEqualTo(before + 3);
      }
      wire.send(Message.query("SHOW dp.epsilon"));
      assertThat(types(wire)).isEqualTo("TDCZI");
      wire.send(Message.query("SET dp.epsilon = 'much'; SELECT COUNT(*) FROM visits"));
      assertThat(types(wire)).isEqualTo("E(22023)ZI");
      wire.send(Message.query("SELECT set_config('dp.epsilon', 'much', false)"));
      assertThat(types(wire)).isEqualTo("TDCZI");
      wire.send(Message.query("SELECT COUNT(*) FROM visits"));
      assertThat(types(wire)).isEqualTo("E(22023)ZI");
      wire.send(Message.query("SET dp.ledger = 'jdbc:h2:mem:mine'"));
      assertThat(types(wire)).isEqualTo("E(42704)ZI");
      for (String set :
          new String[] {
            "SET dp.epsilon = 1000000", "SET SESSION dp.epsilon TO '1e6'", "SET dp.delta=0.1"
          }) {
        wire.send(Message.query(set + "; SELECT COUNT(*) FROM visits"));
        assertThat(types(wire)).as(set).isEqualTo("E(22023)ZI");
      }
    }
  }

  private static int notice(ShadowWire wire, String text) throws IOException, ServerError {
    wire.send(Message.query(text));
    return spent(wire);
  }

  /** The budget's epsilon that is spent, as a notice tells it. */
  private static int spent(ShadowWire wire) throws IOException, ServerError {
    int spent = -1;
    for (Frame frame = wire.ask(); !frame.is('Z'); frame = wire.receive()) {
      if (frame.is('E')) {
        throw ServerError.read(frame);
      }
      Matcher notice = SPENT.matcher(new String(frame.body(), StandardCharsets.UTF_8));
      if (frame.is('N') && notice.find()) {
        spent = Integer.parseInt(notice.group(1));
      }
    }
    return spent;
  }

  @Test
  void datesAreWrittenInOneWay() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SET DateStyle = 'SQL, DMY'; SELECT COUNT(*) FROM patients"));
      assertThat(types(wire)).endsWith("E(0A000)ZI");
      wire.send(Message.query("SELECT DATE '2024-02-01'"));
      assertThat(types(wire)).isEqualTo("TDCZI");
    }
  }

  @Test
  void arraysAreListsOfValues() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(
          Message.parse(
              "",
              "SELECT COUNT(*) FROM patients WHERE region = ANY($1) AND age <> ALL($2)",
              List.of()));
      wire.send(Message.describe(false, ""));
      wire.send(bind("", "", 0, "{North,\"East\"}", "{1000,-7}"));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      List<String> rows = rows(wire);
      assertThat(rows).hasSize(1);
      assertThat(Integer.parseInt(rows.get(0).substring(6))).isBetween(1320, 1345);
    }
  }

  @Test
  void theShadowAndTheDriverShareNames() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      wire.send(Message.parse("", "SELECT 1", List.of()));
      wire.send(Message.parse("", "SELECT COUNT(*) FROM visits", List.of()));
      wire.send(bind("", "", 0));
      wire.send(Message.parse("", "SELECT 2", List.of()));
      wire.send(execute("", 0));
      wire.send(bind("", "", 0));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("1121NNDC2DCZI");
      wire.send(Message.parse("x", "SELECT COUNT(*) FROM visits WHERE cost > 1", List.of()));
      wire.send(Message.parse("y", "SELECT 3", List.of()));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("11ZI");
      for (String kept : new String[] {"PLANS", "SEQUENCES", "TEMP"}) {
        wire.send(Message.query("DISCARD " + kept));
        assertThat(types(wire)).endsWith("CZI");
        for (String name : new String[] {"x", "y"}) {
          wire.send(bind("", name, 0));
          wire.send(Message.sync());
          assertThat(types(wire)).isEqualTo("2ZI");
        }
      }
      wire.send(Message.query("DISCARD ALL"));
      assertThat(types(wire)).endsWith("CZI");
      for (String name : new String[] {"x", "y"}) {
        wire.send(bind("", name, 0));
        wire.send(Message.sync());
        assertThat(types(wire)).isEqualTo("E(26000)ZI");
      }
    }
  }

  @Test
  void nothingIsAnsweredInATransactionThatHasFailed() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      wire.send(Message.query("BEGIN"));
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(Message.parse("", "SELECT COUNT(*) FROM visits WHERE cost > 7", List.of()));
      wire.send(bind("p", "", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("12ZT");
      wire.send(Message.query("SELECT cost FROM visits"));
      assertThat(types(wire)).endsWith("E(42501)ZE");
      wire.send(execute("p", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("E(25P02)ZE");
      wire.send(Message.query("SELECT COUNT(*) FROM visits WHERE cost > 8"));
      assertThat(types(wire)).isEqualTo("E(25P02)ZE");
    }
  }

  @Test
  void noCursorIsLeftAfterDiscardAll() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("bob")) {
      wire.send(Message.query("DECLARE c CURSOR WITH HOLD FOR SELECT COUNT(*) FROM visits"));
      assertThat(types(wire)).endsWith("CZI");
      wire.send(Message.query("DISCARD ALL"));
      assertThat(types(wire)).endsWith("CZI");
      wire.send(Message.query("FETCH 1 FROM c"));
      assertThat(types(wire)).isEqualTo("E(34000)ZI");
    }
  }

  @Test
  void aPortalIsACursor() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("BEGIN"));
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(
          Message.parse(
              "", "SELECT age, COUNT(*) FROM patients WHERE age < 41 GROUP BY 1", List.of()));
      wire.send(bind("p", "", 1));
      wire.send(execute("p", 5));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("12NDDDDDsZT");
      wire.send(Message.query("MOVE FORWARD 3 p"));
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(Message.query("FETCH 2 FROM p"));
      List<String> strings = rows(wire);
      wire.send(execute("p", 1));
      wire.send(Message.sync());
      List<String> binaries = rows(wire);
      // Five were sent and three skipped; ages are in order, for their groups are.
      assertThat(strings).hasSize(2);
      assertThat(strings.get(0)).startsWith("\0\2\0\0\0\0018");
      assertThat(binaries).hasSize(1);
      assertThat(binaries.get(0)).startsWith("\0\2\0\0\0\4\0\0\0\n");
      wire.send(Message.query("DECLARE p CURSOR FOR SELECT COUNT(*) FROM visits"));
      assertThat(types(wire)).isEqualTo("E(42P03)ZE");
      wire.send(Message.query("ROLLBACK; BEGIN; FETCH 1 FROM p"));
      assertThat(types(wire)).isEqualTo("CCE(34000)ZE");
    }
  }

  /** It is run, and charged, when the first row is fetched from it. */
  @Test
  void aPortalThatHasNotRunIsFetchedFromAndClosed() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("BEGIN"));
      assertThat(types(wire)).isEqualTo("CZT");
      wire.send(Message.parse("", "SELECT COUNT(*) FROM visits WHERE cost > $1", List.of()));
      wire.send(bind("p", "", 0, "321"));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("12ZT");
      wire.send(Message.query("FETCH ALL FROM p; FETCH 1 FROM p"));
      assertThat(types(wire)).isEqualTo("TNNDCTCZT");
      wire.send(Message.query("CLOSE p; FETCH 1 FROM p"));
      assertThat(types(wire)).isEqualTo("CE(34000)ZE");
    }
  }

  /** Nothing of it runs, or is charged, whoever still holds on to it. */
  @Test
  void aClosedPortalIsNotFetchedFrom() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (Frame end : List.of(Message.close(true, "p"), Message.query("CLOSE p"))) {
        wire.send(Message.query("BEGIN"));
        assertThat(types(wire)).isEqualTo("CZT");
        wire.send(Message.parse("", "SELECT COUNT(*) FROM visits WHERE cost > 4711", List.of()));
        wire.send(bind("p", "", 0));
        wire.send(Message.parse("f", "FETCH 1 FROM p", List.of()));
        wire.send(bind("f", "f", 0));
        wire.send(end);
        if (end.is('Q')) {
          assertThat(types(wire)).isEqualTo("1212CZT");
        }
        wire.send(execute("f", 0));
        wire.send(Message.sync());
        assertThat(types(wire)).endsWith("E(34000)ZE").doesNotContain("D");
        wire.send(Message.query("ROLLBACK; DEALLOCATE ALL"));
        assertThat(types(wire)).isEqualTo("CCZI");
      }
    }
  }

  @Test
  void aBinaryCursorHasBinaryRows() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String query :
          List.of("SELECT 7 FROM (VALUES (1)) AS v (x)", "SELECT COUNT(*) FROM patients")) {
        wire.send(Message.query("BEGIN; DECLARE c BINARY CURSOR FOR " + query));
        rows(wire);
        wire.send(Message.query("FETCH 1 FROM c"));
        String row = rows(wire).get(0);
        assertThat(row.substring(0, 5)).isEqualTo("\0\1\0\0\0");
        assertThat(row.charAt(5)).isIn('\4', '\10').isEqualTo((char) (row.length() - 6));
        assertThat(row.charAt(6)).isEqualTo('\0');
        wire.send(Message.query("ROLLBACK"));
        rows(wire);
      }
    }
  }

  /** The driver refuses them when it connects, which SET tries; otherwise the next query does. */
  @Test
  void aPropertyThatTheDriverRefusesIsAnErrorOfTheStatement() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      for (String[] set : new String[][] {{"dp.epsilon", "0"}, {"dp.delta", "2"}}) {
        wire.send(Message.query("RESET ALL; SET %s = %s".formatted((Object[]) set)));
        assertThat(types(wire)).isEqualTo("CE(22023)ZI");
        wire.send(Message.query("SELECT set_config('%s', '%s', false)".formatted((Object[]) set)));
        assertThat(types(wire)).isEqualTo("TDCZI");
        wire.send(Message.query("SELECT COUNT(*) FROM patients WHERE age > 17"));
        assertThat(types(wire)).isEqualTo("E(22023)ZI");
      }
      wire.send(Message.query("RESET ALL; SELECT COUNT(*) FROM patients WHERE age > 17"));
      assertThat(types(wire)).isEqualTo("CTNDCZI");
    }
  }

  /** As Go's pgx sends a time.Time when it does not know the parameter's type. */
  @Test
  void aTimestampIsComparedAsTheClockOfUtcShowsIt() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query("SET TimeZone = 'UTC'"));
      rows(wire);
      for (String column : new String[] {"born", "seen"}) {
        for (String cast : new String[] {"", "::timestamp"}) {
          wire.send(
              Message.parse(
                  "",
                  "SELECT COUNT(*), 1 AS one FROM patients WHERE %s < $1%s".formatted(column, cast),
                  List.of(1184)));
          // 1001 of the 2000 were born before, and all were seen later.
          wire.send(bind("", "", 0, "1952-09-28 01:00:00+02"));
          wire.send(execute("", 0));
          wire.send(Message.sync());
          String row = rows(wire).get(0);
          assertThat(row.substring(6))
              .as(column + cast)
              .matches(column.equals("born") ? "(99\\d|100\\d).*" : "-?\\d\\D.*");
        }
      }
      wire.send(Message.query("SET TimeZone = 'Asia/Tokyo'"));
      rows(wire);
      wire.send(Message.parse("", "SELECT COUNT(*) FROM patients WHERE born < $1", List.of(1184)));
      wire.send(bind("", "", 0, "1952-09-28 00:00:00Z"));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("1E(0A000)ZI");
    }
  }

  @Test
  void nothingIsAnsweredToNothing() throws IOException, ServerError {
    try (ShadowWire wire = clinic.wire("ann")) {
      wire.send(Message.query(" -- ping"));
      assertThat(types(wire)).isEqualTo("IZI");
      wire.send(Message.parse("", "", List.of()));
      wire.send(Message.describe(false, ""));
      wire.send(bind("", "", 0));
      wire.send(execute("", 0));
      wire.send(Message.sync());
      assertThat(types(wire)).isEqualTo("1tn2IZI");
      wire.send(new Frame((byte) 'F', new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
      assertThat(types(wire)).isEqualTo("E(0A000)ZI");
    }
  }
}
