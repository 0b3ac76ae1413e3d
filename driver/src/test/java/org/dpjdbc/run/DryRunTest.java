package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.dpjdbc.budget.SpendingLine;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.SessionPlan;
import org.dpjdbc.run.query.StatementPlan;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dry run decides as a session does, and touches neither private rows nor the ledger. */
class DryRunTest {
  private static final String BACKEND = "jdbc:h2:mem:dry_run";
  private static final Instant NOW = Instant.parse("2026-05-14T10:00:00Z");

  /** Some ask the same as others, some nothing of people, and some are refused. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT sex, COUNT(*) AS n FROM people GROUP BY sex",
          "SELECT COUNT(*) AS m, sex FROM people GROUP BY sex HAVING COUNT(*) > 10 ORDER BY 1",
          "SELECT COUNT(*) FROM people WHERE age > 30 AND sex = 'F'",
          "SELECT COUNT(*) FROM people WHERE sex = 'F' AND age > 30",
          "SELECT COUNT(*) FROM people WHERE age > 31 AND sex = 'F'",
          "SELECT AVG(age) FROM people",
          "SELECT /*+ DP(epsilon=0.25) */ AVG(age) FROM people",
          "SELECT town, COUNT(*) FROM people GROUP BY town",
          "SELECT town FROM (SELECT town, COUNT(*) AS n FROM people GROUP BY town) t WHERE n > 5",
          "SELECT l.name, COUNT(*) FROM people p JOIN limits l ON p.age = l.n GROUP BY l.name",
          "SELECT COUNT(*) FROM people WHERE age > (SELECT MIN(n) FROM limits)",
          "SELECT COUNT(*) FROM people WHERE age > (SELECT AVG(age) FROM people)",
          "SELECT MEDIAN(age) FROM people",
          "SELECT sex, SUM(age) FROM people GROUP BY ROLLUP (sex)",
          "SELECT /*+ DP(error=20) */ sex, COUNT(*) FROM people GROUP BY sex",
          "SELECT name, n FROM limits",
          "SELECT * FROM DP.BUDGET",
          "SET NAMES utf8",
          "SELECT 1",
          "EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM people",
          "SELECT age FROM people",
          "SELEC 1",
          "SELECT COUNT(*) FROM nothing");

  @TempDir private Path folder;
  private Connection raw;
  private SettableClock clock;
  private Engine engine;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1) NOT NULL,"
              + " town VARCHAR(9))");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 100), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END,"
              + " 'town' || MOD(x, 3) FROM SYSTEM_RANGE(1, 1000)");
      statement.execute("CREATE TABLE limits (name VARCHAR(9) PRIMARY KEY, n INTEGER)");
      statement.execute("INSERT INTO limits VALUES ('low', 20), ('high', 60)");
    }
    clock = new SettableClock(ZoneOffset.UTC, NOW);
    engine = new Engine(TestNoise.zeroShowingEveryGroup(), clock);
    session = connect("100", "basic", "PT24H");
    ObservedDriver.reset();
  }

  @AfterEach
  void close() throws SQLException {
    ObservedDriver.reset();
    session.close();
    raw.close();
  }

  private DpSession connect(String budget, String composition, String reuse) throws IOException {
    Path policy = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 1.0e-8}
        budget: {epsilon: %s, delta: 1.0e-3, composition: %s, renews: never}
        answers: {reuse_for: %s}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              LIMITS: {public: true}
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}, TOWN: {}}
        """
            .formatted(budget, composition, reuse));
    return connect(policy, Optional.empty());
  }

  private DpSession connect(Path policy, Optional<BigDecimal> epsilon) {
    return engine.connect(
        new Settings(
            BACKEND,
            Map.of(),
            Optional.of(ObservedDriver.class.getName()),
            policy.toString(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "ann",
            epsilon,
            Optional.empty(),
            false,
            0,
            0));
  }

  private static Rows run(DpSession session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  /** What a session is charged; empty if it is refused. */
  private static Optional<BigDecimal> charged(DpSession session, String sql) throws Exception {
    int before = session.ledger().spending("ann").size();
    try {
      run(session, sql);
    } catch (RefusedException e) {
      return Optional.empty();
    }
    List<SpendingLine> all = session.ledger().spending("ann");
    return Optional.of(
        all.subList(before, all.size()).stream()
            .map(line -> line.cost().epsilon())
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .stripTrailingZeros());
  }

  private static Optional<BigDecimal> planned(StatementPlan statement) {
    return statement.refusal().isPresent()
        ? Optional.empty()
        : Optional.of(statement.outcome().charged().epsilon().stripTrailingZeros());
  }

  /** In each of several orders, the first of which repeats every statement. */
  @ParameterizedTest
  @ValueSource(strings = {"basic", "zcdp", "pld"})
  void decidesAsTheSessionThenDoes(String composition) throws Exception {
    Random random = new Random(47);
    try (DpSession own = connect("100", composition, "PT24H")) {
      for (int day = 0; day < 3; day++) {
        clock.set(NOW.plus(Duration.ofHours(23L * day)));
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
          statements.add(STATEMENTS.get(random.nextInt(STATEMENTS.size())));
        }
        SessionPlan plan = own.dryRun(statements).asWritten();
        for (int i = 0; i < statements.size(); i++) {
          assertThat(planned(plan.statements().get(i)))
              .as("%s, statement %d: %s", composition, i + 1, statements.get(i))
              .isEqualTo(charged(own, statements.get(i)));
        }
      }
    }
  }

  @Test
  void saysWhatEachStatementIs() {
    SessionPlan plan = session.dryRun(STATEMENTS).asWritten();
    List<StatementPlan> all = plan.statements();
    assertThat(all.get(0).isCharged()).isTrue();
    assertThat(all.get(1).outcome().sameAs()).hasValue(1);
    assertThat(all.get(3).outcome().sameAs()).hasValue(3);
    assertThat(all.get(4).isCharged()).isTrue();
    assertThat(all.get(8).outcome().sameAs()).hasValue(8);
    assertThat(all.get(0).errors())
        .singleElement()
        .satisfies(
            column -> {
              assertThat(column.column()).isEqualTo("COUNT(*)");
              assertThat(column.error()).hasValue(6);
            });
    assertThat(all.get(5).errors().get(0).error()).as("the error of a mean").isEmpty();
    assertThat(all.subList(15, 20)).allMatch(each -> !each.isCharged());
    assertThat(all.subList(20, 23))
        .extracting(each -> each.refusal().orElseThrow().code())
        .containsExactly(RefusalCode.RAW_ROWS, RefusalCode.SYNTAX, RefusalCode.UNKNOWN_TABLE);
    assertThat(plan.hasRefused()).isTrue();
  }

  @Test
  void touchesNeitherPrivateRowsNorTheLedger() throws Exception {
    session.dryRun(STATEMENTS).asWritten();
    session.dryRun(STATEMENTS.subList(4, 12)).cheapest();
    assertThat(ObservedDriver.ASKED)
        .isNotEmpty()
        .allSatisfy(asked -> assertThat(asked.sql()).doesNotContainIgnoringCase("people"));
    assertThat(session.ledger().spending("ann")).isEmpty();
    run(session, STATEMENTS.get(0));
    assertThat(session.ledger().spending("ann")).as("nothing was kept").hasSize(1);
    assertThat(session.dryRun(STATEMENTS).asWritten().statements().get(0).outcome().keptSince())
        .hasValue(NOW);
  }

  /** What a dry run makes up is for no other session, though it asks at the same time. */
  @Test
  void givesNobodyWhatItMadeUp() throws Exception {
    List<Rows> others = new ArrayList<>();
    String sql = "SELECT COUNT(*) FROM people WHERE age > (SELECT MIN(n) FROM limits)";
    ObservedDriver.beforePreparing =
        asked -> {
          ObservedDriver.beforePreparing = again -> {};
          others.add(run(session, sql));
        };
    try (DpSession dry = connect(Path.of(session.settings().policy()), Optional.empty())) {
      assertThat(dry.dryRun(List.of(sql)).asWritten().statements().get(0).refusal()).isEmpty();
    }
    assertThat(others).singleElement().extracting(rows -> rows.get(0, 0)).isEqualTo(790L);
    assertThat(run(session, sql).get(0, 0)).isEqualTo(790L);
  }

  /** Composed, one charge takes what the charges one by one would. */
  @ParameterizedTest
  @ValueSource(strings = {"basic", "zcdp", "pld"})
  void onePaymentIsForAllOfAPlan(String composition) throws Exception {
    List<String> statements = new ArrayList<>(STATEMENTS.subList(0, 15));
    statements.removeIf(sql -> sql.startsWith("SELECT l.name")); // refused
    BigDecimal oneByOne;
    try (DpSession other = connect("100", composition, "PT24H")) {
      for (StatementPlan each : other.dryRun(statements).cheapest().statements()) {
        run(other, statements.get(each.number() - 1));
      }
      oneByOne = other.ledger().budget("ann").get(1).spent().epsilon();
    }
    try (DpSession own = connect("100", composition, "PT24H")) {
      SessionPlan plan = own.dryRun(statements).cheapest();
      DpSession paid = own.prepaid(plan, statements);
      long steps = plan.statements().stream().filter(StatementPlan::inSteps).count();
      assertThat(own.ledger().spending("ann")).hasSize(1);
      for (StatementPlan each : plan.statements()) {
        run(paid, statements.get(each.number() - 1));
      }
      assertThat(own.ledger().spending("ann")).hasSizeLessThanOrEqualTo(1 + 4 * (int) steps);
      assertThat(own.ledger().budget("ann").get(1).spent().epsilon())
          .isCloseTo(oneByOne, within(new BigDecimal("1e-6")));
      if (steps == 0) {
        assertThat(own.ledger().spending("ann").get(0).cost()).isEqualTo(plan.sum());
      }
      own.ledger().verify();
      assertThat(own.dryRun(statements).asWritten().sum().isFree()).isTrue();
    }
  }

  /** A crash between the payment and the answers loses what was not used. */
  @Test
  void aPaymentIsUsedOnceAndNeverGivenBack() throws Exception {
    List<String> statements =
        List.of(
            "SELECT COUNT(*) FROM people WHERE age > 10",
            "SELECT COUNT(*) FROM people WHERE age > 20",
            "SELECT SUM(age) FROM people");
    DpSession paid = session.prepaid(session.dryRun(statements).asWritten(), statements);
    assertThat(charged(session, statements.get(0))).hasValue(new BigDecimal("0.5"));
    run(paid, statements.get(1));
    int before = session.ledger().spending("ann").size();
    run(paid, "SELECT COUNT(*) FROM people WHERE age > 30");
    assertThat(session.ledger().spending("ann")).as("the same mechanism").hasSize(before);
    run(paid, "SELECT COUNT(*) FROM people WHERE age > 40");
    run(paid, "SELECT MEDIAN(age) FROM people");
    assertThat(session.ledger().spending("ann")).as("not paid for").hasSize(before + 2);
    try (DpSession other = connect(Path.of(session.settings().policy()), Optional.empty())) {
      SessionPlan plan = other.dryRun(statements).asWritten();
      assertThat(plan.statements().subList(0, 2)).noneMatch(StatementPlan::isCharged);
      assertThat(other.ledger().budget("ann").get(1).spent().epsilon()).isEqualByComparingTo("3");
    }
  }

  /** Nothing is charged if not all of it can be. */
  @Test
  void aPaymentBeyondTheBudgetIsNotMade() throws Exception {
    try (DpSession poor = connect("1.2", "basic", "PT24H")) {
      List<String> statements =
          List.of(
              "SELECT COUNT(*) FROM people",
              "SELECT SUM(age) FROM people",
              "SELECT MEDIAN(age) FROM people");
      SessionPlan plan = poor.dryRun(statements).asWritten();
      assertThatThrownBy(() -> poor.prepaid(plan, statements))
          .isInstanceOfSatisfying(
              RefusedException.class, e -> assertThat(e.code()).isEqualTo(RefusalCode.BUDGET));
      assertThat(poor.ledger().spending("ann")).isEmpty();
    }
  }

  @Test
  void chargesEachTimeIfNothingIsKept() throws Exception {
    try (DpSession forgetful = connect("2", "basic", "PT0S")) {
      SessionPlan plan = forgetful.dryRun(STATEMENTS.subList(0, 2)).asWritten();
      assertThat(plan.sum().epsilon()).isEqualByComparingTo("1");
      assertThat(plan.refreshes()).isEqualTo(2);
    }
  }

  @Test
  void refusesWhatItCannotPlan() {
    SessionPlan plan =
        session
            .dryRun(List.of("SELECT COUNT(*) FROM people WHERE age > ?", "DELETE FROM people"))
            .asWritten();
    assertThat(plan.statements())
        .extracting(each -> each.refusal().orElseThrow().code())
        .containsExactly(RefusalCode.UNSUPPORTED, RefusalCode.READ_ONLY);
  }

  @Test
  void findsTheLeastEpsilon() throws Exception {
    List<String> statements =
        List.of(STATEMENTS.get(0), "SELECT sex, SUM(age) AS s, COUNT(*) FROM people GROUP BY sex");
    ErrorTarget target = ErrorTarget.of("600");
    BigDecimal least = session.dryRun(statements).leastEpsilon(target).orElseThrow();
    assertThat(largestError(statements, least)).isLessThanOrEqualTo(600);
    assertThat(largestError(statements, least.subtract(least.ulp()))).isGreaterThan(600);
  }

  private double largestError(List<String> statements, BigDecimal epsilon) throws Exception {
    try (DpSession other = connect(Path.of(session.settings().policy()), Optional.of(epsilon))) {
      return other.dryRun(statements).asWritten().statements().stream()
          .flatMap(each -> each.errors().stream())
          .mapToDouble(each -> each.error().orElseThrow())
          .max()
          .orElseThrow();
    }
  }

  @Test
  void saysWhichChangeSavesMost() {
    List<String> statements = new ArrayList<>();
    for (int town = 1; town <= 5; town++) {
      statements.add("SELECT COUNT(*) FROM people WHERE town = 'town" + town + "'");
    }
    statements.add("SELECT SUM(age) FROM people");
    SessionPlan.Saving saving = session.dryRun(statements).saving().orElseThrow();
    assertThat(saving.statements()).containsExactly(1, 2, 3, 4, 5);
    assertThat(saving.epsilon()).isEqualTo(2);
    statements.replaceAll(sql -> sql.replace("town =", "town <="));
    assertThat(session.dryRun(statements).saving().orElseThrow().statements())
        .as("ranges are no groups of one statement")
        .containsExactly(6);
    SessionPlan.Saving narrower = session.dryRun(statements.subList(5, 6)).saving().orElseThrow();
    assertThat(narrower.change()).contains("LEAST(");
    assertThat(narrower.epsilon()).isCloseTo(0.5 * 110 / 120, within(1e-12));
  }
}
