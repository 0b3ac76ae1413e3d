package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.shadow.ShadowAddress;
import org.dpjdbc.gateway.shadow.ShadowServer;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.Fields;
import org.dpjdbc.gateway.wire.Frame;
import org.dpjdbc.gateway.wire.Message;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages as they are, to the gateway and to a PostgreSQL with the same tables: both give the same
 * messages, states and tags, whoever answers a statement.
 */
class LikePostgresTest {
  private static final String[] TABLES = {
    "CREATE TABLE patients (id integer PRIMARY KEY, age integer NOT NULL, region varchar(20) NOT"
        + " NULL)",
    "CREATE TABLE views (id integer PRIMARY KEY, age integer NOT NULL)",
    "INSERT INTO patients SELECT n, n % 100, 'North' FROM generate_series(1, 2000) AS n",
    "INSERT INTO views SELECT n, n % 100 FROM generate_series(1, 3000) AS n",
  };

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 100, delta: 1.0e-9}
      budget: {epsilon: 1000000, delta: 1.0e-3}
      schemas:
        public:
          tables:
            patients:
              privacy_unit: id
              columns: {id: {}, age: {lower: 0, upper: 120}, region: {values: [North, South]}}
            views: {privacy_unit: id, columns: {id: {}, age: {lower: 0, upper: 120}}}
      """;

  private static final String COUNT = "SELECT COUNT(*) FROM patients";
  private static final String WHERE = COUNT + " WHERE age > $1 OR region = $2";
  private static final String SHOW = "SHOW application_name";
  private static final String CHANGE = "SET application_name = 'changed'";

  /** What tells of PostgreSQL's own warnings, and not of budgets and policies. */
  private static final Set<String> OWN_NOTICES = Set.of("00000", "01000");

  private static final int INT4 = 23;
  private static final int TEXT = 25;

  private static final ScheduledExecutorService CLOCK = Executors.newScheduledThreadPool(1);

  @TempDir static Path folder;
  private static Clinic clinic;
  private static ShadowServer postgres;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException, ServerError {
    clinic = Clinic.start(folder, List.of(TABLES), POLICY);
    postgres = ShadowServer.start(20);
    try (ShadowWire wire = postgres()) {
      for (String each : TABLES) {
        assertThat(said(wire, List.of(Message.query(each)))).doesNotContain("E(");
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    CLOCK.shutdownNow();
    clinic.close();
    postgres.close();
  }

  private static ShadowWire postgres() throws IOException, ServerError {
    ShadowAddress address = postgres.address();
    Map<String, String> options =
        Map.of("user", address.owner(), "database", address.owner(), "application_name", "begun");
    return ShadowWire.open(address, options, address.password());
  }

  private static ShadowWire gateway() throws IOException, ServerError {
    return ShadowWire.open(
        new ShadowAddress("localhost", clinic.port(), "ann", KnownPassword.TEXT),
        Map.of("user", "ann", "database", "clinic", "application_name", "begun"),
        KnownPassword.TEXT);
  }

  /**
   * All messages up to the answer of one more query, or up to the end of the session; then the
   * settings that were told, which may be told at any time.
   */
  private static String said(ShadowWire wire, List<Frame> sent) {
    Future<?> patience = CLOCK.schedule(wire::close, 40, TimeUnit.SECONDS);
    try {
      return heard(wire, sent);
    } finally {
      patience.cancel(false);
    }
  }

  private static String heard(ShadowWire wire, List<Frame> sent) {
    StringBuilder said = new StringBuilder();
    Map<String, String> notices = new TreeMap<>();
    try {
      for (Frame frame : sent) {
        wire.send(frame);
      }
      wire.send(Message.sync());
      wire.send(Message.query("ROLLBACK"));
      wire.send(Message.query("SELECT 'the end'"));
      boolean isLast = false;
      for (Frame frame = wire.ask(); !(isLast && frame.is('Z')); frame = wire.receive()) {
        isLast |= frame.is('D') && text(frame).contains("the end");
        if (frame.is('S')) {
          Fields fields = new Fields(frame);
          notices.put(fields.text(), fields.text());
        } else {
          said.append(written(frame));
        }
      }
    } catch (IOException e) {
      said.append(" closed");
    }
    return said.append(notices).toString();
  }

  private static String written(Frame frame) {
    return switch ((char) frame.type()) {
      case 'E' -> {
        ServerError error = ServerError.read(frame);
        yield "%s(%s %s)".formatted('E', error.field('V').orElse(""), error.state());
      }
      case 'N' -> {
        String state = ServerError.read(frame).state();
        yield OWN_NOTICES.contains(state) ? "" : "N(" + state + ")";
      }
      case 'C' -> "C(" + new Fields(frame).text() + ")";
      case 'D' -> "D(" + text(frame).replaceAll("[^a-z ]", "") + ")";
      case 'Z' -> "Z" + (char) frame.body()[0] + " ";
      default -> String.valueOf((char) frame.type());
    };
  }

  private static String text(Frame frame) {
    return new String(frame.body(), StandardCharsets.ISO_8859_1);
  }

  /** The fields of a message: numbers of two bytes, of four, texts with an end, and bytes. */
  private static Frame raw(char type, Object... fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (Object field : fields) {
        if (field instanceof Short number) {
          out.writeShort(number);
        } else if (field instanceof Integer number) {
          out.writeInt(number);
        } else {
          out.write(((String) field).getBytes(StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return Frame.of(type, bytes.toByteArray());
  }

  private static short n(int number) {
    return (short) number;
  }

  private static Frame execute() {
    return Message.execute("");
  }

  private static List<Frame> run(String... statements) {
    List<Frame> frames = new ArrayList<>();
    for (String each : statements) {
      frames.add(Message.parse("", each, List.of()));
      frames.add(Message.bind("", ""));
      frames.add(Message.describe(true, ""));
      frames.add(Message.execute(""));
    }
    return frames;
  }

  private static Arguments queries(String... strings) {
    return Arguments.of(
        String.join(" | ", strings), Stream.of(strings).map(Message::query).toList());
  }

  static Stream<Arguments> sqlOfSeveralStatements() {
    return Stream.of(
        queries(CHANGE + "; SELECT 1/0", SHOW),
        queries(CHANGE + "; SELECT 1", SHOW),
        queries(CHANGE + "; SELECT age FROM nowhere", SHOW),
        queries(CHANGE + "; " + COUNT + "; SELECT 1/0", SHOW),
        queries(COUNT + "; " + CHANGE + "; " + COUNT, SHOW),
        queries(CHANGE + "; SELECT nope FROM patients", SHOW),
        queries("SET LOCAL application_name = 'changed'; " + SHOW, SHOW),
        queries("SET LOCAL application_name = 'changed'", SHOW),
        queries(CHANGE + "; BEGIN; " + COUNT, "ROLLBACK", SHOW),
        queries(CHANGE + "; COMMIT; SET application_name = 'again'; SELECT 1/0", SHOW),
        queries(CHANGE + "; ROLLBACK; SELECT 1", SHOW),
        queries("COMMIT; SELECT 1"),
        queries("COMMIT"),
        queries("BEGIN; BEGIN; COMMIT; COMMIT"),
        queries("COMMIT AND CHAIN; SELECT 1"),
        queries("BEGIN; COMMIT AND CHAIN; SELECT 1/0; SELECT 1", "SELECT 1", "ROLLBACK"),
        queries("SELECT 1; SAVEPOINT a"),
        queries(COUNT + "; SAVEPOINT a"),
        queries("SAVEPOINT a"),
        queries("RELEASE a; SELECT 1"),
        queries("BEGIN; SAVEPOINT a; SELECT 1/0", "ROLLBACK TO a; " + COUNT + "; COMMIT"),
        queries("BEGIN; SELECT 1/0; COMMIT", COUNT, "ROLLBACK; SELECT 1; SAVEPOINT a"),
        queries("BEGIN", "SELECT 1; SELECT 1/0; SELECT 2", "SELECT 1", "COMMIT; " + COUNT),
        queries("DECLARE c CURSOR FOR SELECT 1; FETCH c", "FETCH c"),
        queries("DECLARE c CURSOR FOR SELECT 1; CLOSE c; FETCH c"),
        queries("DECLARE c CURSOR FOR SELECT 1"),
        queries("DECLARE c CURSOR FOR " + COUNT + "; FETCH c; FETCH c", "FETCH c"),
        queries("DECLARE c CURSOR FOR " + COUNT),
        queries("DECLARE c CURSOR FOR " + COUNT + "; CLOSE c; FETCH c"),
        queries("BEGIN; COMMIT; DECLARE c CURSOR FOR " + COUNT + "; FETCH c; COMMIT; FETCH c"),
        queries("DECLARE c CURSOR WITH HOLD FOR " + COUNT + "; SELECT 1", "FETCH c; CLOSE c"),
        queries("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT 1"),
        queries("SET search_path = public; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
        queries("BEGIN ISOLATION LEVEL SERIALIZABLE; " + COUNT + "; COMMIT"),
        queries("SELECT 1; BEGIN ISOLATION LEVEL SERIALIZABLE"),
        queries("DISCARD ALL; SELECT 1"),
        queries("DISCARD ALL"),
        queries("SELECT 1; SELECT $1"),
        queries(CHANGE + "; " + COUNT + " WHERE age > $1", SHOW),
        queries("PREPARE p AS SELECT 1; EXECUTE p; DEALLOCATE p", "EXECUTE p"),
        queries("COPY (SELECT 1) TO STDOUT; SELECT 2"),
        queries("COPY (" + COUNT + ") TO STDOUT; SELECT 2"),
        queries("EXPLAIN SELECT 1; SHOW TimeZone; VALUES (1), (2)"),
        queries("SET TimeZone = 'Europe/Vienna'; SET TimeZone = 'UTC'; SELECT 1/0"),
        queries("SET TimeZone = 'Europe/Vienna'; SELECT 1", "SHOW TimeZone"),
        queries("SET search_path = information_schema; SELECT COUNT(*) FROM views; " + CHANGE),
        queries(""),
        queries(" ; -- nothing"),
        queries(";; SELECT 1 ;; SELECT 2;"),
        queries("SELECT E'a\\'' '; SELECT 1", "SELECT E'a\\''\n'\\'; SELECT 1'; SELECT 2"));
  }

  private static Arguments messages(String name, Frame... frames) {
    return Arguments.of(name, List.of(frames));
  }

  private static Arguments messages(String name, List<Frame> frames, Frame... more) {
    return Arguments.of(name, Stream.concat(frames.stream(), Stream.of(more)).toList());
  }

  private static Frame bind(String portal, Object... fields) {
    List<Object> all = new ArrayList<>(List.of(portal + "\0\0"));
    all.addAll(Arrays.asList(fields));
    return raw('B', all.toArray());
  }

  /** Of statements that PostgreSQL answers itself here and there, and of those of the driver. */
  private static Stream<Arguments> ofParameters(String sql) {
    Frame parse = Message.parse("", sql, List.of(INT4, TEXT));
    return Stream.of(
        messages(
            "right " + sql,
            parse,
            bind("", n(0), n(2), 1, "7", 1, "x", n(0)),
            Message.describe(true, ""),
            execute()),
        messages(
            "no UTF-8 in " + sql,
            parse,
            bind("", n(0), n(2), 1, "7", 1, "\377", n(0)),
            execute(),
            Message.query("SELECT 1")),
        messages(
            "no UTF-8 in binary in " + sql,
            parse,
            bind("", n(2), n(0), n(1), n(2), 1, "7", 1, "\377", n(0)),
            execute()),
        messages(
            "byte 0 in " + sql, parse, bind("", n(0), n(2), 1, "7", 3, "a\0b", n(0)), execute()),
        messages(
            "wrong count of formats in " + sql,
            parse,
            bind("", n(3), n(0), n(0), n(0), n(2), 1, "7", 1, "x", n(0)),
            execute()),
        messages(
            "wrong count of parameters in " + sql,
            parse,
            bind("", n(0), n(1), 1, "7", n(0)),
            execute()),
        messages(
            "wrong count of formats of columns in " + sql,
            parse,
            bind("", n(0), n(2), 1, "7", 1, "x", n(2), n(0), n(0)),
            execute()),
        messages(
            "no format in " + sql,
            parse,
            bind("", n(2), n(0), n(7), n(2), 1, "7", 1, "x", n(0)),
            execute()),
        messages(
            "no format for all in " + sql,
            parse,
            bind("", n(1), n(-1), n(2), -1, -1, n(0)),
            execute()),
        messages(
            "no format of columns in " + sql,
            parse,
            bind("", n(0), n(2), 1, "7", 1, "x", n(1), n(2)),
            execute()),
        messages(
            "no number in " + sql, parse, bind("", n(0), n(2), 1, "x", 1, "x", n(0)), execute()),
        messages("a negative length in " + sql, parse, bind("", n(0), n(2), 1, "7", -2, n(0))),
        messages("a huge length in " + sql, parse, bind("", n(0), n(2), 1, "7", 1 << 30, n(0))),
        messages("a short message to " + sql, parse, bind("", n(0), n(2), 1, "7")),
        messages(
            "a long message to " + sql, parse, bind("", n(0), n(2), 1, "7", 1, "x", n(0), "x")),
        messages("no parameters for " + sql, parse, bind("", n(0), n(0), n(0)), execute()),
        messages(
            "a row more than once of " + sql,
            parse,
            bind("", n(0), n(2), 1, "7", 1, "x", n(0)),
            execute(),
            execute(),
            Message.execute("", -1)));
  }

  private static Stream<Arguments> manyParameters(int count) {
    List<Integer> types = Collections.nCopies(count, INT4);
    Object[] fields = new Object[2 + 2 * count + 1];
    fields[0] = n(0);
    fields[1] = n(count);
    for (int i = 0; i < count; i++) {
      fields[2 + 2 * i] = 1;
      fields[2 + 2 * i + 1] = "7";
    }
    fields[2 + 2 * count] = n(0);
    return Stream.of("SELECT $%d", COUNT + " WHERE age > $%d")
        .map(sql -> sql.formatted(count))
        .map(
            sql ->
                messages(
                    sql,
                    Message.parse("", sql, types),
                    Message.describe(false, ""),
                    bind("", fields),
                    execute()));
  }

  static Stream<Arguments> messagesThatDoNotFit() {
    Stream<Arguments> others =
        Stream.of(
            messages("no UTF-8 in a query", raw('Q', "SELECT '\377'\0"), Message.query("SELECT 1")),
            messages("no UTF-8 in a statement", raw('P', "\0SELECT '\377'\0", n(0)), execute()),
            messages("no UTF-8 in a name", raw('P', "\377\0SELECT 1\0", n(0)), execute()),
            messages("no UTF-8 in a portal", raw('D', "P\377\0")),
            messages("a query without an end", raw('Q', "SELECT 1"), Message.query("SELECT 1")),
            messages("a query that goes on", raw('Q', "SELECT 1\0x"), Message.query("SELECT 1")),
            messages("an empty query message", raw('Q'), Message.query("SELECT 1")),
            messages("a statement without an end", raw('P', "\0SELECT 1"), execute()),
            messages("a statement without types", raw('P', "\0SELECT 1\0"), execute()),
            messages("a statement with more types", raw('P', "\0SELECT 1\0", n(-1), 23)),
            messages("an empty bind", raw('B')),
            messages("a short execute", raw('E', "\0", n(1))),
            messages("a long execute", raw('E', "\0", 0, "x")),
            messages("what is described", raw('D', "X\0")),
            messages("what is closed", raw('C', "X\0")),
            messages("nothing is described", raw('D')),
            messages("a long sync", raw('S', "x"), Message.query("SELECT 1")),
            messages("a long flush", raw('H', "x"), Message.query("SELECT 1")),
            messages("a long end", raw('X', "x")),
            messages("data that nobody asked for", raw('d', "x"), raw('c'), raw('f', "no\0")),
            messages("no type", raw('z', "x"), Message.query("SELECT 1")),
            messages("a password", raw('p', "x\0"), Message.query("SELECT 1")),
            messages("rubbish that is skipped", run("SELECT nope"), raw('B'), raw('Q'), raw('E')),
            messages("no type among what is skipped", run("SELECT nope"), raw('z')),
            messages("rubbish in a transaction", Message.query("BEGIN"), raw('B'), Message.sync()),
            messages("rubbish in a query", Message.query("BEGIN"), raw('Q'), Message.query(COUNT)),
            messages("rubbish after a change", run(CHANGE), raw('E'), Message.query(SHOW)),
            messages(
                "rubbish after an answer",
                run(CHANGE, COUNT),
                raw('E'),
                Message.sync(),
                Message.query(SHOW)),
            messages("a change", run(CHANGE, SHOW, COUNT), Message.sync(), Message.query(SHOW)),
            messages(
                "a change taken back",
                run(CHANGE, COUNT, "SELECT 1/0"),
                Message.sync(),
                Message.query(SHOW)),
            messages("a zone", run("SET TimeZone = 'Europe/Vienna'"), Message.sync()),
            messages(
                "a path",
                run("SET search_path = information_schema", "SELECT COUNT(*) FROM views")),
            messages(
                "a transaction",
                run("BEGIN", COUNT, "SAVEPOINT a", "ROLLBACK TO a", "COMMIT", SHOW)),
            messages("a cursor", run("DECLARE c CURSOR FOR SELECT 1")),
            messages("a later cursor", run(SHOW, "DECLARE c CURSOR FOR SELECT 1", "FETCH c")));
    return Stream.of(
            others,
            ofParameters("SELECT $1::int + length($2::text)"),
            ofParameters(WHERE),
            manyParameters(40_000),
            manyParameters(65_535))
        .flatMap(each -> each);
  }

  /** Of the driver's rows, and of the shadow's. */
  static Stream<Arguments> cursors() {
    return Stream.of(COUNT, "SELECT 1").flatMap(LikePostgresTest::cursors);
  }

  private static Stream<Arguments> cursors(String sql) {
    String plain = "DECLARE c CURSOR FOR " + sql;
    String held = "DECLARE c CURSOR WITH HOLD FOR " + sql;
    Stream<Arguments> ended =
        Stream.of(plain, held)
            .flatMap(
                declare ->
                    Stream.of(
                        queries("BEGIN", declare, "ROLLBACK", "FETCH c"),
                        queries("BEGIN", declare, "COMMIT", "BEGIN", "ROLLBACK", "FETCH c"),
                        queries("BEGIN", declare, "SELECT 1/0", "COMMIT", "FETCH c", declare),
                        queries("BEGIN", declare, "ROLLBACK; " + held, "FETCH c"),
                        queries("BEGIN; " + declare + "; ROLLBACK; FETCH c", "FETCH c"),
                        queries("BEGIN; " + declare + "; COMMIT; FETCH c", "CLOSE c"),
                        queries("BEGIN", declare, "COMMIT AND CHAIN", "FETCH c", "COMMIT"),
                        queries("BEGIN", declare, "ROLLBACK AND CHAIN", "FETCH c", "COMMIT"),
                        queries("BEGIN", "SAVEPOINT a", declare, "ROLLBACK TO a", "FETCH c"),
                        queries("BEGIN", declare, "SAVEPOINT a", "ROLLBACK TO a", "FETCH c"),
                        queries("BEGIN", "SAVEPOINT a", declare, "RELEASE a", "COMMIT", "FETCH c"),
                        queries("BEGIN", declare, "CLOSE c", declare, "COMMIT", "CLOSE c"),
                        queries("BEGIN", declare, "CLOSE c", "ROLLBACK", "FETCH c"),
                        queries("BEGIN", declare, "CLOSE ALL", "FETCH c"),
                        messages(
                            "ended in a series: " + declare,
                            run("BEGIN", declare, "ROLLBACK"),
                            Message.sync(),
                            Message.query("FETCH c")),
                        messages(
                            "ended before the end of a series: " + declare,
                            run("BEGIN", declare, "ROLLBACK", held, "FETCH c", "CLOSE c")),
                        messages(
                            "failed series: " + declare,
                            run("BEGIN", declare, "SELECT 1/0"),
                            Message.sync(),
                            Message.query("COMMIT"),
                            Message.query("FETCH c"))));
    return Stream.concat(
        ended,
        Stream.of(
            queries(held, "FETCH c", "FETCH c", "CLOSE c", "FETCH c"),
            queries(held, "SELECT 1/0", "FETCH c"),
            queries(held + "; SELECT 1/0", "FETCH c"),
            queries(held, "BEGIN", "CLOSE c", "ROLLBACK", "FETCH c"),
            queries(held, "DECLARE d CURSOR WITH HOLD FOR " + COUNT + "; SELECT 1/0", "FETCH d"),
            queries(held, "BEGIN; SELECT 1/0", "ROLLBACK", "FETCH c", "CLOSE c"),
            messages(
                "held series: " + held,
                run(held, "SELECT 1"),
                Message.sync(),
                Message.query("FETCH c")),
            messages(
                "held failed series: " + held,
                run(held, "SELECT 1/0"),
                Message.sync(),
                Message.query("FETCH c"))));
  }

  @ParameterizedTest(name = "[{index}] {0}")
  @MethodSource({"sqlOfSeveralStatements", "messagesThatDoNotFit", "cursors"})
  void answersTheSame(String name, List<Frame> sent) throws IOException, ServerError {
    try (ShadowWire there = postgres();
        ShadowWire here = gateway()) {
      assertThat(said(here, sent)).as(name).isEqualTo(said(there, sent));
    }
  }

  @Test
  void aCancelBetweenTwoStatementsDoesNothing() throws IOException, ServerError {
    try (ShadowWire wire = gateway()) {
      for (int i = 0; i < 20; i++) {
        wire.cancelAndAwait();
        assertThat(said(wire, List.of(Message.query("SELECT 1; " + COUNT)))).doesNotContain("E(");
        wire.send(Message.parse("", COUNT, List.of()));
        wire.send(Message.flush());
        assertThat(wire.ask().is('1')).isTrue();
        wire.cancelAndAwait();
        assertThat(said(wire, List.of(Message.bind("", ""), execute()))).doesNotContain("E(");
      }
    }
  }

  /** Otherwise the private table of that name in another schema would answer, and be charged. */
  @Test
  void findsTablesByThePathThatIsSetThere() throws IOException, ServerError {
    try (ShadowWire wire = gateway()) {
      String path = "SET search_path = information_schema";
      String question = "SELECT COUNT(*) AS found FROM views";
      for (List<Frame> sent :
          List.of(
              List.of(Message.query(path + "; " + question)),
              run(path, question),
              List.of(
                  Message.query("RESET search_path"),
                  Message.parse("", question, List.of()),
                  Message.parse("path", path, List.of()),
                  Message.bind("path", "path"),
                  Message.execute("path"),
                  Message.bind("", ""),
                  Message.execute("")))) {
        wire.send(Message.query("RESET search_path"));
        for (Frame frame : sent) {
          wire.send(frame);
        }
        wire.send(Message.sync());
        wire.send(Message.query("SELECT 'the end'"));
        List<String> rows = new ArrayList<>();
        for (Frame frame = wire.ask();
            rows.isEmpty() || !rows.get(rows.size() - 1).contains("end");
            frame = wire.receive()) {
          assertThat(text(frame)).doesNotContain("epsilon");
          if (frame.is('D')) {
            rows.add(text(frame));
          }
        }
        assertThat(rows).noneMatch(row -> row.contains("3000") || row.contains("2999"));
      }
    }
  }
}
