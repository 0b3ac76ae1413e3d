package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.query.StatementPlan;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where EXPLAIN PRIVACY and a plan say that an answer is from, and where it then is from. */
class ExplainedSourceTest {
  private static final Instant MORNING = Instant.parse("2026-03-01T10:14:00Z");
  private static final Duration STEP = Duration.ofMinutes(31);

  @TempDir private Path folder;
  private TestDatabase database;
  private final SettableClock clock = new SettableClock(ZoneOffset.UTC, MORNING);
  private DpSession session;

  @BeforeEach
  void open() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE TOWNS (TOWN VARCHAR(9) PRIMARY KEY, LAND VARCHAR(9));
        INSERT INTO TOWNS VALUES ('Bonn', 'NW'), ('Kiel', 'SH');
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, REGION VARCHAR(9), SEX VARCHAR(1) NOT NULL,
          TALL BOOLEAN, TOWN VARCHAR(9) REFERENCES TOWNS, AGE INTEGER);
        INSERT INTO PEOPLE SELECT X, CASE MOD(X, 2) WHEN 0 THEN 'East' ELSE 'West' END,
          CASE MOD(X, 3) WHEN 0 THEN 'F' ELSE 'M' END, MOD(X, 5) = 0,
          CASE MOD(X, 7) WHEN 0 THEN 'Kiel' ELSE 'Bonn' END, MOD(X, 90) FROM SYSTEM_RANGE(1, 300);
        """);
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            budget: {epsilon: 1000, delta: 0.9, composition: zcdp}
            limits: {max_epsilon_per_query: 2}
            schemas:
              PUBLIC:
                tables:
                  TOWNS: {public: true}
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      REGION: {values: [East, West]}
                      SEX: {values: [F, M]}
                      TALL: {}
                      TOWN: {}
                      AGE: {lower: 0, upper: 120}
            """));
    session =
        (DpSession)
            new Engine(TestNoise.zeroShowingEveryGroup(), clock)
                .connect(Noiseless.settings(database, policy));
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
  }

  private Answer ask(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private int charges() throws Exception {
    return session.ledger().spending().size();
  }

  /** Rows of EXPLAIN PRIVACY. */
  private List<@Nullable Object[]> explained(String sql) throws Exception {
    int before = charges();
    Answer answer = ask("EXPLAIN PRIVACY FOR " + sql);
    assertThat(charges()).as("EXPLAIN charges nothing").isEqualTo(before);
    return IntStream.range(0, answer.rows().size()).mapToObj(answer.rows()::row).toList();
  }

  private static @Nullable Object of(
      List<@Nullable Object[]> rows, String what, ExplainColumn column) {
    return rows.stream()
        .filter(row -> what.equals(row[ExplainColumn.RELEASE.ordinal()]))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + what))[column.ordinal()];
  }

  /** Explains, plans and asks: the three agree. Returns the source that was shown. */
  private String source(String sql) throws Exception {
    List<@Nullable Object[]> rows = explained(sql);
    String source = String.valueOf(of(rows, "source", ExplainColumn.BOUNDING));
    BigDecimal epsilon = (BigDecimal) of(rows, "total", ExplainColumn.EPSILON);
    StatementPlan plan = session.dryRun(List.of(sql)).asWritten().statements().get(0);
    int before = charges();
    Answer answer = ask(sql);
    boolean charged = charges() > before;
    assertThat(source.startsWith("released")).as(sql).isEqualTo(charged);
    assertThat(epsilon.signum() > 0).as(sql).isEqualTo(charged);
    assertThat(plan.isCharged()).as(sql).isEqualTo(charged);
    if (!charged) {
      assertThat(rows)
          .allSatisfy(
              row -> {
                assertThat((BigDecimal) row[ExplainColumn.EPSILON.ordinal()]).isZero();
                assertThat((Double) row[ExplainColumn.DELTA.ordinal()]).isZero();
              });
      assertThat(of(rows, "total", ExplainColumn.NOISE_SCALE)).isNull();
    }
    boolean derived = source.startsWith("derived");
    assertThat(
            answer.warnings().stream()
                .anyMatch(w -> w.equals("DP-DERIVED: " + source + "; nothing was charged")))
        .as(sql)
        .isEqualTo(derived);
    return source;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT COUNT(*) FROM people | SELECT COUNT(1) AS n FROM people WHERE 1 = 1 | released | kept since 10:14
          SELECT COUNT(*) FROM people WHERE region = 'East' | SELECT COUNT(*) FROM people WHERE region = 'West' | released, widened over REGION | kept since 10:14
          SELECT region, sex, tall, COUNT(*), SUM(age) FROM people GROUP BY region, sex, tall | SELECT tall, sex, region, COUNT(*) FROM people GROUP BY region, sex, tall | released | derived from an answer of 10:14
          SELECT AVG(age) FROM people | SELECT SUM(age) FROM people | released | derived from an answer of 10:14
          SELECT age, COUNT(*) FROM people GROUP BY age | SELECT age, COUNT(*) FROM people GROUP BY age | released | kept since 10:14
          SELECT land, COUNT(*) FROM people JOIN towns ON people.town = towns.town GROUP BY land | SELECT land, COUNT(*) FROM people JOIN towns ON people.town = towns.town GROUP BY land | released | kept since 10:14
          SELECT MEDIAN(age) FROM people | SELECT MEDIAN(age) FROM people | released | kept since 10:14
          SELECT COUNT(*) FROM people | SELECT COUNT(*) FROM people WHERE age > 3 | released | released
          SELECT COUNT(*) FROM towns | SELECT land FROM towns | public | public
          """)
  void isWhereTheAnswerThenIsFrom(String first, String second, String before, String after)
      throws Exception {
    assertThat(source(first)).isEqualTo(before);
    clock.set(MORNING.plus(STEP));
    assertThat(source(second)).isEqualTo(after);
    clock.set(MORNING.plus(Duration.ofHours(25)));
    assertThat(source(second)).doesNotStartWith("kept").doesNotStartWith("derived");
  }

  /** What is added up has the larger error. */
  @Test
  void aDerivedAnswerHasTheErrorOfTheSum() throws Exception {
    String cells = "SELECT sex, tall, COUNT(*) FROM people GROUP BY sex, tall";
    double one = (Double) of(explained(cells), "COUNT(*)", ExplainColumn.ERROR95);
    ask(cells);
    String sum =
        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (derive = 'always') sex, COUNT(*) FROM people"
            + " GROUP BY sex";
    double error = (Double) of(explained(sum), "COUNT(*)", ExplainColumn.ERROR95);
    assertThat(error).isBetween(1.4 * one, 2.1 * one);
    assertThat(source(sum)).startsWith("derived");
    StatementPlan plan = session.dryRun(List.of(sum)).asWritten().statements().get(0);
    assertThat(plan.errors().get(0).error()).hasValue(error);
  }

  /** Others of the same rows are looked at first, and not used. */
  @Test
  void aPlanNamesTheAnswerThatIsUsed() {
    List<String> statements = new ArrayList<>();
    statements.add("SELECT sex, COUNT(*) FROM people GROUP BY sex");
    statements.add("SELECT AVG(age) FROM people");
    statements.add("SELECT region, COUNT(*) FROM people GROUP BY region");
    statements.add("SELECT tall, COUNT(*) FROM people GROUP BY tall");
    statements.add("SELECT SUM(age) FROM people");
    List<StatementPlan> all = session.dryRun(statements).asWritten().statements();
    assertThat(all.get(4).outcome().sameAs()).hasValue(2);
    assertThat(all.subList(0, 4))
        .allSatisfy(
            charged -> {
              assertThat(charged.isCharged()).isTrue();
              assertThat(charged.outcome().sameAs()).as("charged is not answered").isEmpty();
              assertThat(charged.outcome().keptSince()).isEmpty();
            });
    ask(statements.get(1));
    clock.set(MORNING.plus(STEP));
    ask(statements.get(0));
    all = session.dryRun(statements).asWritten().statements();
    assertThat(all.get(0).outcome().keptSince()).hasValue(MORNING.plus(STEP));
    assertThat(all.get(4).outcome().keptSince()).hasValue(MORNING);
    assertThat(all.get(2).outcome().keptSince()).isEmpty();
  }
}
