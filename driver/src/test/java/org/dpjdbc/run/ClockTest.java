package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.api.Query;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.PrivateQuery;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * {@code CURRENT_DATE} and the like are what the driver's clock shows when a statement begins, as
 * if the analyst had written it. One person is born on each day from 2020-01-01 to 2022-09-26.
 */
@OnEachDatabase
class ClockTest {
  private static final Set<String> ZONED = Set.of("PostgreSQL");
  private static final Set<String> KEEPING = Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB");
  private static final String BORN = "SELECT COUNT(*) FROM people WHERE born <= CURRENT_DATE";

  /** Ten at night in Tokyo, one in the afternoon in UTC. */
  private static final Instant TENTH = Instant.parse("2020-01-10T13:00:00.123456Z");

  private static final Duration DAY = Duration.ofDays(1);

  private final SettableClock clock = new SettableClock(ZoneId.of("Asia/Tokyo"), TENTH);

  @TempDir private Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, AGE INTEGER, BORN DATE, SEEN TIMESTAMP(0));
        INSERT INTO PEOPLE SELECT X, MOD(X, 100), DATEADD('DAY', X, DATE '2020-01-01'),
          DATEADD('DAY', X, TIMESTAMP '2020-01-01 12:00:00') FROM SYSTEM_RANGE(0, 999);
        """);
    session = connect("", "");
  }

  private DpSession connect(String clause, String table) throws IOException {
    Path policy = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 100, delta: 1.0e-3}
            answers: {reuse_for: P7D}
            %s
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 1
                    columns:
                      ID: {}
                      AGE: {lower: 0, upper: 120}
                      BORN: {lower: 2020-01-01, upper: 2022-12-31}
                      SEEN: {lower: 2020-01-01, upper: 2022-12-31}
                  %s
            """
                .formatted(clause, table)));
    return (DpSession)
        new Engine(TestNoise.zeroShowingEveryGroup(), clock)
            .connect(Noiseless.settings(database, policy));
  }

  private void reconnect(String clause, String table) throws IOException {
    session.close();
    session = connect(clause, table);
  }

  private void owner(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private static Answer answer(Query query, @Nullable Object... parameters) {
    return query.run(
        Arrays.asList(parameters), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private static long number(Answer answer, int column) {
    return ((Number) Objects.requireNonNull(answer.rows().row(0)[column])).longValue();
  }

  private long ask(String sql, @Nullable Object... parameters) {
    return number(answer(session.prepare(sql), parameters), 0);
  }

  private int charges() throws LedgerException {
    return session.ledger().spending("analyst").size();
  }

  private PlannedQuery plan(String sql) {
    return ((PrivateQuery) session.prepare(sql)).plan(List.of());
  }

  @Test
  void aStatementIsAnotherQuestionTheNextDay() throws LedgerException {
    Query query = session.prepare(BORN);
    assertThat(number(answer(query), 0)).isEqualTo(10);
    assertThat(charges()).isEqualTo(1);
    clock.set(TENTH.plusSeconds(3_600));
    assertThat(number(answer(query), 0)).isEqualTo(10);
    assertThat(ask(BORN)).isEqualTo(10);
    assertThat(charges()).isEqualTo(1);
    // Midnight in Tokyo.
    clock.set(Instant.parse("2020-01-10T15:00:00Z"));
    assertThat(number(answer(query), 0)).isEqualTo(11);
    assertThat(charges()).isEqualTo(2);
    assertThat(ask(BORN)).isEqualTo(11);
    assertThat(charges()).isEqualTo(2);
  }

  @Test
  void aTimeIsAnotherQuestionEachTime() throws LedgerException {
    String seen = "SELECT COUNT(*) FROM people WHERE seen <= LOCALTIMESTAMP";
    Query query = session.prepare(seen);
    // It is 22:00:00.123456 on the tenth.
    assertThat(number(answer(query), 0)).isEqualTo(10);
    clock.set(TENTH.plusSeconds(1));
    assertThat(number(answer(query), 0)).isEqualTo(10);
    assertThat(charges()).isEqualTo(2);
    clock.set(TENTH.plus(Duration.ofHours(14)));
    assertThat(ask(seen.replace("LOCALTIMESTAMP", "CURRENT_TIMESTAMP"))).isEqualTo(11);
    assertThat(charges()).isEqualTo(3);
    assertThat(ask(seen.replace("LOCALTIMESTAMP", "{fn NOW()}"))).isEqualTo(11);
  }

  @Test
  void plansAreKeptForADayAndNotForATimestamp() {
    PlannedQuery today = plan(BORN);
    assertThat(plan(BORN)).isSameAs(today);
    clock.set(TENTH.plus(DAY));
    assertThat(plan(BORN)).isNotSameAs(today);
    String timestamp = "SELECT COUNT(*) FROM people WHERE seen <= CURRENT_TIMESTAMP";
    assertThat(plan(timestamp)).isNotSameAs(plan(timestamp));
  }

  /** A day passes with each look at the clock. */
  @Test
  void allReadingsOfAStatementAgree() {
    clock.stepBy(DAY);
    String sql =
        """
        SELECT CURRENT_DATE AS d, a.n AS before, b.n AS later, c.n AS staged, d.n AS today
        FROM (SELECT COUNT(*) AS n FROM people WHERE born <= CURRENT_DATE) AS a
        CROSS JOIN (SELECT COUNT(*) AS n FROM people WHERE born > CURRENT_DATE) AS b
        CROSS JOIN (SELECT COUNT(*) AS n FROM people WHERE born <= CURRENT_DATE
          AND age < (SELECT COUNT(*) FROM people WHERE born <= CURRENT_DATE)) AS c
        CROSS JOIN (SELECT COUNT(*) AS n FROM people
          WHERE born >= CURRENT_DATE AND seen <= CURRENT_TIMESTAMP) AS d
        """;
    Query query = session.prepare(sql);
    for (int run = 0; run < 3; run++) {
      Answer answer = answer(query);
      LocalDate date = (LocalDate) Objects.requireNonNull(answer.rows().row(0)[0]);
      long passed = date.toEpochDay() - LocalDate.of(2020, 1, 1).toEpochDay() + 1;
      assertThat(List.of(number(answer, 1), number(answer, 2), number(answer, 3)))
          .containsExactly(passed, 1_000 - passed, passed);
      assertThat(number(answer, 4)).isEqualTo(1);
    }
  }

  @Test
  void standsBesideParameters() {
    assertThat(ask(BORN + " AND age >= ?", 7)).isEqualTo(3);
    assertThat(ask(BORN + " AND age >= ?", 8)).isEqualTo(2);
    clock.set(TENTH.plus(DAY));
    assertThat(ask(BORN + " AND age >= ?", 7)).isEqualTo(4);
    String passed = "SELECT COUNT(*) FROM people WHERE CURRENT_DATE > DATE '2020-01-%s'";
    assertThat(ask(passed.formatted("10"))).isEqualTo(1_000);
    assertThat(ask(passed.formatted("11"))).isZero();
    assertThat(
            ask(
                "SELECT COUNT(*) FROM people WHERE CURRENT_TIMESTAMP > ?",
                LocalDateTime.parse("2020-01-12T00:00:00")))
        .isZero();
  }

  @Test
  void boundsAreThoseOfTheDate() {
    // 9 days lie between the first and the tenth, and 9 + 8 + … + 0 in all.
    String days = "SELECT SUM(TIMESTAMPDIFF(DAY, born, CURRENT_DATE)) FROM people WHERE born <= %s";
    assertThat(ask(days.formatted("CURRENT_DATE"))).isEqualTo(45);
    assertThat(ask(days.formatted("DATE '2020-01-10'"))).isEqualTo(45);
    assertThat(plan(days.formatted("CURRENT_DATE")).plan().fingerprint())
        .isEqualTo(
            plan(days.replace("CURRENT_DATE", "DATE '2020-01-10'").formatted("DATE '2020-01-10'"))
                .plan()
                .fingerprint());
  }

  @Test
  void explainingChargesNothing() throws LedgerException {
    String explain = "EXPLAIN PRIVACY FOR " + BORN;
    assertThat(answer(session.prepare(explain)).rows().size()).isPositive();
    clock.set(TENTH.plus(DAY));
    assertThat(answer(session.prepare(explain)).rows().size()).isPositive();
    assertThat(charges()).isZero();
  }

  @Test
  void columnsAreAsDescribed() {
    Query query =
        session.prepare(
            "SELECT CURRENT_DATE, CURRENT_TIMESTAMP AS t, LOCALTIMESTAMP(0) AS s, COUNT(*)"
                + " FROM people GROUP BY 1, 2, 3");
    Answer answer = answer(query);
    assertThat(answer.columns()).isEqualTo(query.columns());
    assertThat(answer.columns().stream().map(AnswerColumn::jdbcType).limit(3))
        .containsExactly(Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP);
    boolean whole = backend.product().equals("MariaDB");
    assertThat(answer.columns().stream().map(AnswerColumn::precision).skip(1).limit(2))
        .containsExactly(whole ? 0 : 6, 0);
    assertThat(Arrays.asList(answer.rows().row(0)).subList(0, 3))
        .containsExactly(
            LocalDate.of(2020, 1, 10),
            whole
                ? LocalDateTime.parse("2020-01-10T22:00:00")
                : LocalDateTime.parse("2020-01-10T22:00:00.123456"),
            LocalDateTime.parse("2020-01-10T22:00:00"));
  }

  /** Moments in a time zone are shown in UTC, and compared with UTC's clock. */
  @Test
  void columnsInAZoneAreComparedInUtc() throws SQLException, IOException {
    assumeTrue(ZONED.contains(backend.product()), "such columns are not offered");
    database.run(
        "CREATE TABLE moments (id INTEGER PRIMARY KEY, happened TIMESTAMP WITH TIME ZONE)");
    for (String row :
        List.of(
            "(1, CAST('2020-01-10 21:30:00+09:00' AS TIMESTAMP WITH TIME ZONE))",
            "(2, CAST('2020-01-10 22:30:00+09:00' AS TIMESTAMP WITH TIME ZONE))",
            "(3, CAST('2020-01-10 01:00:00+09:00' AS TIMESTAMP WITH TIME ZONE))")) {
      database.run("INSERT INTO moments VALUES " + row);
    }
    reconnect("", "MOMENTS: {privacy_unit: ID, columns: {ID: {}, HAPPENED: {}}}");
    assertThat(ask("SELECT COUNT(*) FROM moments WHERE happened <= CURRENT_TIMESTAMP"))
        .isEqualTo(2);
    assertThat(ask("SELECT COUNT(*) FROM moments WHERE happened >= CURRENT_DATE")).isEqualTo(2);
    // Midnight has passed in Tokyo alone.
    clock.set(Instant.parse("2020-01-10T15:30:00Z"));
    assertThat(ask("SELECT COUNT(*) FROM moments WHERE happened >= CURRENT_DATE")).isEqualTo(2);
    assertThat(ask(BORN)).isEqualTo(11);
  }

  /** A day passes with each look at the clock. */
  @Test
  void keptAnswersAreOfOneTimestamp() throws SQLException, IOException, LedgerException {
    assumeTrue(KEEPING.contains(backend.product()), "keeps no releases");
    String kept = database.schema() + "_kept";
    owner("CREATE SCHEMA " + kept);
    try {
      reconnect("releases: {schema: " + kept + "}", "");
      clock.stepBy(DAY);
      answer(
          session.prepare(
              "CREATE TABLE days AS SELECT CURRENT_DATE AS d, COUNT(*) AS n FROM people"
                  + " WHERE born <= CURRENT_DATE"));
      clock.stepBy(Duration.ZERO);
      assertThat(charges()).isEqualTo(1);
      Answer days = answer(session.prepare("SELECT d, n FROM " + kept + ".days"));
      LocalDate date = (LocalDate) Objects.requireNonNull(days.rows().row(0)[0]);
      assertThat(number(days, 1))
          .isEqualTo(date.toEpochDay() - LocalDate.of(2020, 1, 1).toEpochDay() + 1);
    } finally {
      boolean cascades = !backend.product().equals("MariaDB");
      owner("DROP SCHEMA " + kept + (cascades ? " CASCADE" : ""));
    }
  }
}
