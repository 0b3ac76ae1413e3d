package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.SpendingLine;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query whose filter holds a private aggregate: released first, charged once for both, and one
 * value wherever it stands. Noise is 1 for the first draw, 2 for the second, and so on.
 */
class StagedReleaseTest {
  private static final String BACKEND = "jdbc:h2:mem:staged";
  private static final String ABOVE =
      "SELECT COUNT(*) FROM people WHERE age > (SELECT COUNT(*) - 950 FROM people)";

  private final AtomicLong draws = new AtomicLong();
  private final NoiseSource noise =
      TestNoise.drawing(distribution -> BigInteger.valueOf(draws.incrementAndGet()));

  @TempDir private Path folder;
  private Connection raw;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1) NOT NULL)");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 100), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M' END"
              + " FROM SYSTEM_RANGE(1, 1000)");
      statement.execute("CREATE TABLE limits (name VARCHAR(9) PRIMARY KEY, n INTEGER)");
      statement.execute("INSERT INTO limits VALUES ('low', 950), ('high', 990)");
    }
    session = connect("50", "PT0S");
    ObservedDriver.reset();
  }

  @AfterEach
  void close() throws SQLException {
    ObservedDriver.reset();
    session.close();
    raw.close();
  }

  private DpSession connect(String budget, String reuse) throws IOException {
    return connect(policy(budget, reuse), Optional.empty());
  }

  private Path policy(String budget, String reuse) throws IOException {
    Path policy = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: %s, delta: 1.0e-3}
        answers: {reuse_for: %s}
        schemas:
          PUBLIC:
            tables:
              LIMITS: {public: true}
              PEOPLE:
                privacy_unit: ID
                columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}}
        """
            .formatted(budget, reuse));
    return policy;
  }

  private DpSession connect(Path policy, Optional<String> dialect) {
    return connect(new Engine(noise, Clock.systemUTC()), policy, Optional.empty(), dialect);
  }

  private static DpSession connect(
      Engine engine, Path policy, Optional<BigDecimal> epsilon, Optional<String> dialect) {
    return (DpSession)
        engine.connect(
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
                Optional.empty(),
                false,
                0,
                0,
                true,
                dialect,
                Optional.empty(),
                0));
  }

  private Rows run(String sql) {
    return run(sql, new Cancellation());
  }

  private Rows run(String sql, Cancellation cancellation) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, cancellation))
        .rows();
  }

  private List<SpendingLine> charged() throws LedgerException {
    return session.ledger().spending("ann");
  }

  /** What was bound, by statement. */
  private static List<List<@Nullable Object>> bound() {
    return ObservedDriver.ASKED.stream().map(ObservedDriver.Asked::bound).toList();
  }

  private static long number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).longValue();
  }

  @Test
  void asksWithTheNoisyValueOfTheFirstStage() {
    // 1000 people and noise of 1, less 950: those older than 51 are 480, and noise of 2
    assertThat(number(run(ABOVE).get(0, 0))).isEqualTo(482);
    assertThat(bound()).containsExactly(List.of(), List.of(51L));
  }

  @Test
  void chargesTheWholeOnceBeforeAnythingIsAsked() throws LedgerException {
    List<Integer> chargedBefore = new ArrayList<>();
    ObservedDriver.before =
        sql -> {
          try {
            chargedBefore.add(charged().size());
          } catch (LedgerException e) {
            throw new SQLException(e);
          }
        };
    run(ABOVE);
    assertThat(chargedBefore).containsExactly(1, 1);
    assertThat(charged()).hasSize(1);
    assertThat(charged().get(0).cost().epsilon()).isEqualByComparingTo("1");
  }

  @Test
  void everyStatementIsPreparedOnceAndBeforeTheCharge() throws LedgerException {
    List<Integer> charges = new ArrayList<>();
    ObservedDriver.beforePreparing =
        sql -> {
          try {
            charges.add(charged().size());
          } catch (LedgerException e) {
            throw new SQLException(e);
          }
        };
    run(ABOVE);
    assertThat(charges).containsExactly(0, 0);
    assertThat(ObservedDriver.PREPARED)
        .isEqualTo(ObservedDriver.ASKED.stream().map(ObservedDriver.Asked::sql).toList());
  }

  @Test
  void chargesNothingWhereTheDatabaseRejectsTheSecondStage() throws LedgerException {
    ObservedDriver.beforePreparing =
        sql -> {
          if (sql.contains("?")) {
            throw new SQLException("Zq7TOKEN");
          }
        };
    assertThatThrownBy(() -> run(ABOVE)).hasMessage(RunMessages.backendRejected().getMessage());
    assertThat(ObservedDriver.ASKED).isEmpty();
    assertThat(charged()).isEmpty();
  }

  @Test
  void stopsWhileStatementsAreChecked() throws LedgerException {
    Cancellation cancellation = new Cancellation();
    ObservedDriver.beforePreparing = sql -> cancellation.cancel();
    assertThatThrownBy(() -> run(ABOVE, cancellation)).hasMessageContaining("stopped");
    assertThat(ObservedDriver.PREPARED).hasSize(1);
    assertThat(ObservedDriver.ASKED).isEmpty();
    assertThat(charged()).isEmpty();
  }

  @Test
  void staysChargedWhenTheSecondStageFails() throws LedgerException {
    ObservedDriver.before =
        sql -> {
          if (sql.contains("?")) {
            throw new SQLException("Zq7TOKEN");
          }
        };
    assertThatThrownBy(() -> run(ABOVE))
        .hasMessageContaining("DP-BACKEND")
        .hasMessageNotContaining("Zq7TOKEN")
        .hasNoCause();
    assertThat(ObservedDriver.ASKED).hasSize(1);
    assertThat(charged()).hasSize(1);
  }

  /** By the rule of released values: a quotient by zero is NULL, and no age is above NULL. */
  @Test
  void aValueThatIsUndefinedIsNull() throws LedgerException {
    String sql =
        "SELECT COUNT(*) FROM people WHERE age > (SELECT 1 / (COUNT(*) - COUNT(*)) FROM people)";
    assertThat(Math.abs(((Number) run(sql).get(0, 0)).longValue())).isLessThan(200);
    assertThat(ObservedDriver.ASKED).hasSize(2);
    assertThat(charged()).hasSize(1);
  }

  @Test
  void asksNothingWhereTheBudgetDoesNotCoverBoth() throws Exception {
    session.close();
    session = connect("1.5", "PT0S");
    run(ABOVE);
    ObservedDriver.reset();
    assertThatThrownBy(() -> run(ABOVE)).hasMessageContaining("DP-BUDGET");
    assertThat(ObservedDriver.ASKED).isEmpty();
  }

  @Test
  void stopsBetweenStages() throws LedgerException {
    Cancellation cancellation = new Cancellation();
    ObservedDriver.before = sql -> cancellation.cancel();
    assertThatThrownBy(() -> run(ABOVE, cancellation)).hasMessageContaining("stopped");
    assertThat(ObservedDriver.ASKED).hasSize(1);
    assertThat(charged()).hasSize(1);
  }

  @Test
  void oneValueStandsEverywhere() {
    String inner = "(SELECT COUNT(*) FROM people)";
    Rows rows =
        run(
            "SELECT "
                + inner
                + ", (SELECT COUNT(*) FROM people WHERE age > "
                + inner
                + " - 950), (SELECT SUM(age) FROM people WHERE age > "
                + inner
                + " - 950 AND sex = 'F')");
    long shown = number(rows.get(0, 0));
    assertThat(shown).isEqualTo(1001);
    assertThat(bound()).hasSize(3);
    assertThat(bound().get(1)).containsExactly(shown - 950);
    assertThat(bound().get(2)).containsExactlyInAnyOrder(shown - 950, "F");
  }

  @Test
  void releasesEqualFrontiersOnce() throws LedgerException {
    run(ABOVE + " UNION ALL " + ABOVE);
    assertThat(ObservedDriver.ASKED).hasSize(2);
    run(ABOVE + " AND age < (SELECT COUNT(*) - 950 FROM people) + 10");
    assertThat(ObservedDriver.ASKED).hasSize(4);
    assertThat(charged()).hasSize(2);
  }

  @Test
  void aValueMayRestOnAnother() {
    // 51 as above; then 480 + 2 - 430 = 52
    Rows rows =
        run(
            "SELECT COUNT(*) FROM people WHERE age > (SELECT COUNT(*) - 430 FROM people"
                + " WHERE age > (SELECT COUNT(*) - 950 FROM people))");
    assertThat(bound()).containsExactly(List.of(), List.of(51L), List.of(52L));
    assertThat(number(rows.get(0, 0))).isEqualTo(473);
  }

  @Test
  void showsTheTotalThatItAskedWith() {
    String total = "SELECT sex, COUNT(*) AS n FROM people GROUP BY ROLLUP (sex)";
    String level = "SELECT COUNT(*) FROM people";
    String above = "SELECT COUNT(*) AS m FROM people WHERE age > (%s)".formatted(level);
    for (String from :
        List.of(
            "(%s) t CROSS JOIN (%s) a".formatted(total, above),
            "(%s) a CROSS JOIN (%s) t".formatted(above, total))) {
      ObservedDriver.ASKED.clear();
      draws.set(0);
      Rows rows = run("SELECT n FROM " + from + " WHERE sex IS NULL");
      assertThat(ObservedDriver.ASKED).as(from).hasSize(3);
      assertThat(bound()).as(from).contains(List.of(number(rows.get(0, 0))));
    }
  }

  @Test
  void anAnswerIsReusedAsAWhole() throws Exception {
    session.close();
    session = connect("50", "PT1H");
    ObservedDriver.reset();
    String first = "SELECT (SELECT COUNT(*) - 950 FROM people), (" + ABOVE + ")";
    Rows once = run(first);
    Rows again = run(first);
    assertThat(again.row(0)).isEqualTo(once.row(0));
    assertThat(bound()).containsExactly(List.of(), List.of(again.get(0, 0)));
    assertThat(charged()).hasSize(1);
  }

  @Test
  void anAnswerToAnotherValueIsNotReused() throws Exception {
    session.close();
    session = connect("50", "PT1H");
    ObservedDriver.reset();
    run(ABOVE);
    run(ABOVE.replace("950", "940"));
    assertThat(charged()).hasSize(2);
    assertThat(bound()).containsExactly(List.of(), List.of(51L), List.of(), List.of(63L));
  }

  @Test
  void anAnswerToAnotherPublicValueIsNotReused() throws Exception {
    session.close();
    session = connect("50", "PT1H");
    ObservedDriver.reset();
    String sql =
        "SELECT COUNT(*) FROM people WHERE age > (SELECT COUNT(*)"
            + " - (SELECT MAX(n) FROM limits WHERE name = 'low') FROM people)";
    run(sql);
    assertThat(charged()).hasSize(1);
    run(sql);
    assertThat(charged()).hasSize(1);
    try (Statement statement = raw.createStatement()) {
      statement.execute("UPDATE limits SET n = 960 WHERE name = 'low'");
    }
    run(sql);
    assertThat(charged()).hasSize(2);
  }

  @Test
  void anAnswerInAnotherDialectIsNotReused() throws Exception {
    session.close();
    Path policy = policy("50", "PT1H");
    for (String dialect : List.of("H2", "PostgreSQL", "H2", "PostgreSQL")) {
      session = connect(policy, Optional.of(dialect).filter(name -> !name.equals("H2")));
      run("SELECT COUNT(*) FROM PUBLIC.people");
      if (dialect.equals("PostgreSQL")) {
        assertThat(charged()).hasSize(2);
      }
      session.close();
    }
    session = connect(policy, Optional.empty());
  }

  @Test
  void aPlanIsOfTheEpsilonOfItsSession() throws Exception {
    Path policy = policy("50", "PT0S");
    Engine engine = new Engine(noise, Clock.systemUTC());
    for (String epsilon : List.of("1", "0.5")) {
      session.close();
      session = connect(engine, policy, Optional.of(new BigDecimal(epsilon)), Optional.empty());
      run(ABOVE);
    }
    assertThat(charged().stream().map(line -> line.cost().epsilon().toPlainString()))
        .containsExactlyInAnyOrder("1", "0.5");
  }

  /** A warning may quote a row. */
  @Test
  void noWarningOfTheDatabaseIsShown() {
    ObservedDriver.warning = Optional.of("Zq7TOKEN");
    assertThat(
            session
                .prepare(ABOVE)
                .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                .warnings())
        .isEmpty();
    assertThat(ObservedDriver.ASKED).hasSize(2);
  }

  @Test
  void explainsTheStagesWithoutAskingOrCharging() throws LedgerException {
    Rows rows = run("EXPLAIN PRIVACY FOR " + ABOVE + " AND sex = 'F'");
    assertThat(ObservedDriver.ASKED).isEmpty();
    assertThat(charged()).isEmpty();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      lines.add(
          rows.get(i, 0)
              + "|"
              + rows.get(i, ExplainColumn.MECHANISM.ordinal())
              + "|"
              + rows.get(i, ExplainColumn.EPSILON.ordinal())
              + "|"
              + rows.get(i, ExplainColumn.BOUNDING.ordinal()));
    }
    assertThat(lines)
        .containsExactly(
            "COUNT(*)|discrete Laplace|0.500000000|one pass",
            "statement|null|0|one pass",
            "value S0|computed from the releases above|0|null",
            "COUNT(*) (2)|discrete Laplace|0.500000000|one pass",
            "statement|null|0|one pass, parameter 1 is value S0",
            "source|null|0|released",
            "total|null|1.000000000|null");
    assertThat((String) rows.get(4, 9)).contains("CAST(? AS BIGINT)").contains("= ?");
  }

  /** Ten people of each age, and noise of 1: three ages. */
  private static final String OFTEN =
      "(SELECT age FROM people GROUP BY age HAVING COUNT(*) > 10 AND age < 3)";

  private static final String NEVER = OFTEN.replace("10", "500");

  @Test
  void asksWithTheRowsOfASet() {
    Rows rows = run("SELECT COUNT(*) FROM people WHERE sex = 'F' AND age IN " + OFTEN);
    assertThat(bound()).hasSize(2);
    assertThat(bound().get(1)).containsExactlyInAnyOrder(0, 1, 1, 1, 2, 1, "F");
    assertThat(ObservedDriver.ASKED.get(1).sql())
        .contains(
            " UNION ALL VALUES (CAST(? AS INTEGER), CAST(? AS INTEGER)), (CAST(? AS INTEGER),"
                + " CAST(? AS INTEGER)))");
    assertThat(number(rows.get(0, 0))).isEqualTo(20 + 2);
  }

  @Test
  void chargesASetWithWhatIsAskedWithIt() throws LedgerException {
    run("SELECT COUNT(*) FROM people WHERE age IN " + OFTEN);
    assertThat(charged()).hasSize(1);
    assertThat(charged().get(0).cost().epsilon()).isEqualByComparingTo("1");
  }

  @Test
  void listsTheKeysOfASet() {
    Rows rows =
        run(
            "SELECT p.age, COUNT(*) FROM people p JOIN "
                + OFTEN
                + " t ON p.age = t.age GROUP BY p.age ORDER BY 1");
    assertThat(rows.size()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      assertThat(rows.get(i, 0)).isEqualTo(i);
      assertThat(number(rows.get(i, 1))).isEqualTo(10 + 3);
    }
  }

  @Test
  void aSetWithoutRowsPassesNobody() {
    String inner = "SELECT COUNT(*) FROM people WHERE age IN " + NEVER;
    assertThat(number(run(inner).get(0, 0))).isLessThan(200);
    assertThat(bound().get(1)).containsExactly(null, 0);
    assertThat(number(run(inner.replace(" IN ", " NOT IN ")).get(0, 0))).isGreaterThan(900);
    String keys = "SELECT p.age, COUNT(*) FROM people p JOIN %s t ON p.age = t.age GROUP BY p.age";
    assertThat(run(keys.formatted(NEVER)).size()).isZero();
  }

  @Test
  void asksWithASetAsManyTimesAsItStands() {
    String often = "(SELECT COUNT(*) AS n FROM people WHERE age IN " + OFTEN;
    run("SELECT a.n, b.n FROM " + often + ") a CROSS JOIN " + often + " AND sex = 'F') b");
    assertThat(bound()).hasSize(3);
    assertThat(bound().get(1)).containsExactly(0, 1, 1, 1, 2, 1);
    assertThat(bound().get(2)).containsExactlyInAnyOrder(0, 1, 1, 1, 2, 1, "F");
  }

  @Test
  void refusesASetThatIsTooLargeAfterTheCharge() throws LedgerException {
    // 122 ages, NULL among them, with each other
    assertThatThrownBy(
            () ->
                run(
                    "SELECT COUNT(*) FROM people p JOIN (SELECT a.age AS x, b.age AS y, COUNT(*)"
                        + " FROM (SELECT age FROM people GROUP BY age HAVING COUNT(*) > -9) a"
                        + " CROSS JOIN (SELECT age FROM people GROUP BY age HAVING COUNT(*) > -9)"
                        + " b GROUP BY a.age, b.age) t ON p.age = t.x AND p.age = t.y"))
        .hasMessageContaining("DP-LIMIT")
        .hasMessageContaining("more than 10000 rows");
    assertThat(charged()).hasSize(1);
  }

  @Test
  void refusesASetWhosePublicKeysAreTooManyBeforeTheCharge() throws LedgerException, SQLException {
    try (Statement statement = raw.createStatement()) {
      statement.execute("INSERT INTO limits SELECT 'n' || x, x FROM SYSTEM_RANGE(1, 10002)");
    }
    String sets =
        "SELECT /*+ DP(max_rows_contributed=2) */ COUNT(*) FILTER (WHERE p.age > t.c) FROM people p JOIN (SELECT l.n,"
            + " COUNT(*) AS c FROM people q JOIN limits l ON q.age = l.n GROUP BY l.n%s) t ON p.age"
            + " = t.n";
    assertThatThrownBy(() -> run(sets.formatted("")))
        .hasMessageContaining("DP-LIMIT")
        .hasMessageContaining("more than 10000 rows");
    assertThat(charged()).isEmpty();
    run(sets.formatted(" ORDER BY COUNT(*) DESC LIMIT 3"));
    assertThat(charged()).hasSize(1);
  }

  @Test
  void explainsASet() throws LedgerException {
    Rows rows =
        run(
            "EXPLAIN PRIVACY FOR SELECT t.age, COUNT(*) FROM people p JOIN "
                + OFTEN
                + " t ON p.age = t.age GROUP BY t.age");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      lines.add(
          rows.get(i, 0)
              + "|"
              + rows.get(i, ExplainColumn.KEYS.ordinal())
              + "|"
              + rows.get(i, ExplainColumn.BOUNDING.ordinal()));
    }
    assertThat(lines)
        .containsExactly(
            "COUNT(*)|AGE: 122 public values, all listed|one pass",
            "statement|null|one pass",
            "set T0|null|null",
            "COUNT(*) (2)|AGE: all values of set T1|one pass",
            "statement|null|one pass, parameter 1 begins set T0",
            "source|null|released",
            "total|null|null");
    assertThat(charged()).isEmpty();
  }

  @Test
  void describesItsColumnsWithoutAsking() throws LedgerException {
    assertThat(session.prepare(ABOVE).columns()).hasSize(1);
    assertThat(ObservedDriver.ASKED).isEmpty();
    assertThat(charged()).isEmpty();
  }
}
