package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.policy.Policy.DeriveRule;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Questions that follow from an answer that is kept. There is no noise, so that what is derived
 * must be what a session that keeps nothing is answered.
 */
class DerivedAnswersTest {
  private static final String BASE =
      "SELECT region, sex, tall, COUNT(*) AS n, SUM(pay) AS s FROM people"
          + " WHERE age > 20 GROUP BY region, sex, tall";

  @TempDir private Path folder;
  private TestDatabase database;
  private DpSession session;
  private DpSession fresh;
  private final Random random = new Random(471);

  @BeforeEach
  void open() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE TOWNS (TOWN VARCHAR(20) PRIMARY KEY, LAND VARCHAR(20) NOT NULL);
        INSERT INTO TOWNS VALUES ('Bonn', 'NW'), ('Kiel', 'SH'), ('Köln', 'NW'), ('Ulm', 'BW');
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, AGE INTEGER, TOWN VARCHAR(20) NOT NULL
          REFERENCES TOWNS, REGION VARCHAR(20) NOT NULL, SEX VARCHAR(1), TALL BOOLEAN,
          BORN DATE NOT NULL, PAY INTEGER);
        INSERT INTO PEOPLE SELECT X, CASE MOD(X, 17) WHEN 0 THEN NULL ELSE MOD(X * 7, 100) END,
          CASE MOD(X, 4) WHEN 0 THEN 'Bonn' WHEN 1 THEN 'Kiel' WHEN 2 THEN 'Köln' ELSE 'Ulm' END,
          CASE MOD(X, 11) WHEN 0 THEN 'West' WHEN 1 THEN 'South' WHEN 2 THEN 'Moon' ELSE 'East' END,
          CASE MOD(X, 3) WHEN 0 THEN 'F' WHEN 1 THEN 'M' END,
          CASE MOD(X, 7) WHEN 0 THEN NULL WHEN 1 THEN TRUE ELSE FALSE END,
          DATEADD('DAY', MOD(X * 13, 700), DATE '2020-01-01'),
          CASE MOD(X, 19) WHEN 0 THEN NULL ELSE MOD(X * 11, 500) END FROM SYSTEM_RANGE(0, 1999);
        """);
    session = connected(policy("kept", "{reuse_for: PT1H}", 500), false);
    fresh = connected(policy("fresh", "{reuse_for: PT0S}", 500), false);
  }

  private DpSession connected(Path policy, boolean errorColumns) {
    return connected(policy, errorColumns, Optional.empty());
  }

  private DpSession connected(Path policy, boolean errorColumns, Optional<DeriveRule> derive) {
    Settings own = Noiseless.settings(database, policy);
    return (DpSession)
        new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC())
            .connect(
                new Settings(
                    own.backendUrl(),
                    own.backendProperties(),
                    own.backendDriver(),
                    own.policy(),
                    own.ledger(),
                    own.ledgerUser(),
                    own.ledgerPassword(),
                    own.analyst(),
                    own.epsilon(),
                    own.delta(),
                    derive,
                    errorColumns,
                    0,
                    0,
                    /* analystNamed= */ true,
                    Optional.empty(),
                    Optional.empty(),
                    0));
  }

  private Path policy(String name, String answers, int maxPay) throws Exception {
    Path policy = folder.resolve(name).resolve("people.yaml");
    Files.createDirectories(policy.getParent());
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000000, delta: 0.9}
            answers: %s
            limits: {max_epsilon_per_query: 100}
            schemas:
              PUBLIC:
                tables:
                  TOWNS: {public: true}
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      AGE: {lower: 0, upper: 120}
                      TOWN: {}
                      REGION: {values: [East, North, South, West]}
                      SEX: {values: [F, M]}
                      TALL: {}
                      BORN: {lower: 2020-01-01, upper: 2021-12-31}
                      PAY: {lower: 0, upper: %d}
            """
                .formatted(answers, maxPay)));
    return policy;
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    fresh.close();
    database.close();
  }

  private static Answer ask(DpSession of, String sql) {
    return of.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private static List<List<@Nullable Object>> rows(Answer answer) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      rows.add(Arrays.asList(answer.rows().row(r)));
    }
    return rows;
  }

  private int charges() throws Exception {
    return session.ledger().spending("analyst").size();
  }

  /** Asks, compares with a session that keeps nothing, and says whether it was charged. */
  private boolean isCharged(String sql) throws Exception {
    int before = charges();
    Answer answer = ask(session, sql);
    assertThat(rows(answer)).as(sql).isEqualTo(rows(ask(fresh, sql)));
    boolean charged = charges() > before;
    boolean derived = answer.warnings().stream().anyMatch(w -> w.startsWith("DP-DERIVED"));
    assertThat(derived && charged).as(sql).isFalse();
    return charged;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT tall, region, sex, SUM(pay) FROM people WHERE age > 20 GROUP BY tall, region, sex
          SELECT sex, tall, COUNT(pay) FROM people WHERE age > 20 AND region = 'West' GROUP BY sex, tall
          SELECT region, tall, sex, COUNT(*) FROM people WHERE age > 20 AND region <> 'West' GROUP BY region, tall, sex HAVING COUNT(*) > 30
          """)
  void aPartOfAKeptAnswerIsFree(String sql) throws Exception {
    assertThat(isCharged(BASE)).isTrue();
    assertThat(isCharged(sql)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT COUNT(*) FROM people WHERE age > 21 AND region = 'East' AND sex = 'F' AND tall
          SELECT COUNT(*) FROM people WHERE age > 20 AND region = 'Moon' AND sex = 'F' AND tall
          SELECT sex, tall, COUNT(*) FROM people WHERE region = 'West' GROUP BY sex, tall
          SELECT sex, tall, SUM(age) FROM people WHERE age > 20 AND region = 'West' GROUP BY sex, tall
          SELECT sex, tall, COUNT(*) FROM people WHERE age > 20 AND region = 'West' AND pay > 3 GROUP BY sex, tall
          SELECT sex, tall, COUNT(*) FROM people WHERE age > 20 AND town = 'West' GROUP BY sex, tall
          SELECT region, sex, COUNT(*) FROM people WHERE age > 20 GROUP BY region, sex
          """)
  void whatDoesNotFollowIsCharged(String sql) throws Exception {
    ask(session, BASE);
    assertThat(isCharged(sql)).isTrue();
  }

  /** Aggregates per person are part of the question. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT s > 4, COUNT(*) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id) t GROUP BY s > 4 | SELECT s > 400, COUNT(*) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id) t GROUP BY s > 400
          SELECT COUNT(*) FROM (SELECT id, MAX(pay) AS m FROM people GROUP BY id) t WHERE m > 20 | SELECT COUNT(*) FROM (SELECT id, MAX(pay) AS m FROM people GROUP BY id) t WHERE m > 400
          SELECT SUM(s) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id) t | SELECT SUM(s * 2) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id) t
          SELECT COUNT(*) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id) t | SELECT COUNT(*) FROM (SELECT id, SUM(pay) AS s FROM people GROUP BY id HAVING SUM(pay) > 300) t
          SELECT age, COUNT(*) FROM people GROUP BY age | SELECT COUNT(*) FROM people WHERE age IN (10, 30) AND age * 100000000 > 0
          """)
  void anotherQuestionOfEachPersonIsCharged(String kept, String asked) throws Exception {
    ask(session, kept);
    isCharged(asked); // and has its own answer
  }

  @Test
  void aSumIsFreeAfterAMean() throws Exception {
    assertThat(isCharged("SELECT tall, AVG(pay) FROM people GROUP BY tall")).isTrue();
    assertThat(isCharged("SELECT tall, SUM(pay) FROM people GROUP BY tall")).isFalse();
    assertThat(isCharged("SELECT COUNT(pay), AVG(pay) FROM people WHERE tall")).isFalse();
  }

  private void reopen(String name, String answers, int maxPay, boolean errorColumns)
      throws Exception {
    session.close();
    session = connected(policy(name, answers, maxPay), errorColumns);
  }

  private static final String SLICE =
      "SELECT tall, region, sex, SUM(pay) FROM people WHERE age > 20 GROUP BY tall, region, sex";

  @Test
  void aKeptAnswerServesAfterARestart() throws Exception {
    ask(session, BASE);
    reopen("kept", "{reuse_for: PT1H}", 500, false);
    assertThat(isCharged(SLICE)).isFalse();
  }

  @Test
  void nothingIsDerivedUnderAnotherPolicy() throws Exception {
    ask(session, BASE);
    reopen("kept", "{reuse_for: PT1H}", 501, false);
    assertThat(isCharged(SLICE)).isTrue();
  }

  @Test
  void nothingIsDerivedWhereThePolicyDoesNotWantIt() throws Exception {
    reopen("never", "{reuse_for: PT1H, derive: never}", 500, false);
    ask(session, BASE);
    assertThat(isCharged(SLICE)).isTrue();
    assertThat(isCharged(BASE)).isFalse();
  }

  private static final String CELLS =
      "SELECT tall, sex, COUNT(*) AS n FROM people GROUP BY tall, sex";

  /** What the query says goes before what the session says, and that before the policy. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "as_good, -,       -,                        true",
        "as_good, always,  -,                        false",
        "as_good, always,  derive = as_good,       true",
        "as_good, -,       derive = always,        false",
        "never,   -,       -,                        true",
        "never,   always,  -,                        false",
        "never,   -,       derive = ALWAYS,        false",
        "always,  -,       -,                        false",
        "always,  as_good, -,                        true",
        "always,  never,   -,                        true",
        "always,  -,       derive = never,         true",
        "always,  -,       epsilon = 1,              true",
        "always,  -,       epsilon = 1 AND derive = always, false"
      })
  void theNearestRuleHolds(String policy, String property, String options, boolean charged)
      throws Exception {
    session.close();
    session =
        connected(
            policy(policy, "{reuse_for: PT1H, derive: " + policy + "}", 500),
            false,
            Optional.ofNullable(property).flatMap(DeriveRule::of));
    ask(session, CELLS);
    String sums =
        (options == null ? "SELECT" : "SELECT /*+ DP(" + options.replace(" AND", ",") + ") */")
            + " tall, COUNT(*) AS n FROM people GROUP BY tall";
    assertThat(isCharged(sums)).isEqualTo(charged);
    assertThat(isCharged(sums)).isFalse();
  }

  @Test
  void whereEverythingIsDerivedErrorsGrowAndRowsInNoGroupAreNamed() throws Exception {
    reopen("always", "{reuse_for: PT1H, derive: always}", 500, true);
    Answer cells =
        ask(session, "SELECT tall, region, COUNT(*) AS n FROM people GROUP BY tall, region");
    int before = charges();
    Answer sums = ask(session, "SELECT tall, COUNT(*) AS n FROM people GROUP BY tall");
    assertThat(charges()).isEqualTo(before);
    assertThat(sums.warnings()).anyMatch(w -> w.startsWith("DP-DERIVED"));
    assertThat(sums.warnings()).anyMatch(w -> w.startsWith("DP-LEFT-OUT") && w.contains("REGION"));
    double one = ((Number) rows(cells).get(0).get(3)).doubleValue();
    for (List<@Nullable Object> row : rows(sums)) {
      // four cells: twice the deviation, and tails that are nearer to a normal distribution's
      assertThat(((Number) row.get(2)).doubleValue()).isBetween(1.5 * one, 2.1 * one);
    }
  }

  @Test
  void whatIsGeneratedIsDerivedRightly() throws Exception {
    int free = 0;
    int all = SuiteCases.REWRITTEN_QUERIES.number() / 4;
    for (int i = 0; i < all; i++) {
      if (i % 10 == 0) {
        ask(session, base());
      }
      free += isCharged(question()) ? 0 : 1;
    }
    assertThat(free).isPositive();
  }

  private static final List<String> KEYS = List.of("region", "sex", "tall", "t.land");
  private static final List<String> MEASURES =
      List.of("COUNT(*)", "SUM(pay)", "AVG(pay)", "COUNT(pay)");
  private static final List<String> ROWS =
      List.of("age > 20", "pay <> 7", "born < DATE '2021-01-01'");

  private Set<String> some(List<String> all) {
    return all.stream()
        .filter(one -> random.nextBoolean())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String base() {
    Set<String> keys = some(KEYS);
    keys.add(KEYS.get(random.nextInt(KEYS.size())));
    return query(keys, some(MEASURES), some(ROWS), 50);
  }

  private String question() {
    Set<String> conditions = some(ROWS);
    for (String key : some(KEYS)) {
      conditions.add(
          switch (key) {
            case "region" ->
                List.of("region = 'East'", "region IN ('West', 'North')", "region <> 'East'")
                    .get(random.nextInt(3));
            case "sex" ->
                List.of("sex = 'F'", "sex IS NULL", "NOT (sex = 'M')").get(random.nextInt(3));
            case "tall" ->
                List.of("tall", "NOT tall", "tall IS NOT NULL", "tall IS NULL")
                    .get(random.nextInt(4));
            default -> List.of("t.land = 'NW'", "t.land IN ('BW', 'SH')").get(random.nextInt(2));
          });
    }
    return query(some(KEYS), some(MEASURES), conditions, 1);
  }

  private String query(
      Set<String> keys, Set<String> measures, Set<String> conditions, int epsilon) {
    List<String> columns = new ArrayList<>(keys);
    columns.addAll(measures.isEmpty() ? List.of("COUNT(*)") : measures);
    return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = "
        + epsilon
        + ") "
        + String.join(", ", columns)
        + " FROM people p JOIN towns t ON p.town = t.town"
        + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions))
        + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys));
  }
}
