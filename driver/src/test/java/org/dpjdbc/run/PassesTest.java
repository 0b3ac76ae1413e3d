package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.AnalysisSteps.Pass;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query is parsed, rewritten, validated, translated and planned once. */
class PassesTest {
  private static final Map<Pass, Integer> ONCE = passes(1, 1, 1, 1, 1);

  @TempDir private Path folder;
  private TestDatabase database;
  private Engine engine;
  private Settings settings;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, AGE INTEGER, TOWN VARCHAR(20), BORN DATE,
          TALL BOOLEAN, NAME VARCHAR(20));
        CREATE TABLE TOWNS (TOWN VARCHAR(20) PRIMARY KEY, LAND VARCHAR(20));
        INSERT INTO PEOPLE VALUES (1, 50, 'Ulm', DATE '1970-01-01', TRUE, 'Ann');
        """);
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 100, delta: 1.0e-3}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      {ID: {}, AGE: {lower: 0, upper: 120}, TOWN: {}, BORN: {}, TALL: {}, NAME: {}}
                  TOWNS: {public: true}
            """));
    engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
    settings = Noiseless.settings(database, policy);
    session = engine.connect(settings);
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
  }

  private static Map<Pass, Integer> passes(
      int parse, int rewrite, int validate, int translate, int plan) {
    return passes(parse, rewrite, validate, translate, plan, 0);
  }

  private static Map<Pass, Integer> passes(int... each) {
    Map<Pass, Integer> passes = new EnumMap<>(Pass.class);
    for (Pass pass : Pass.values()) {
      if (each[pass.ordinal()] > 0) {
        passes.put(pass, each[pass.ordinal()]);
      }
    }
    return passes;
  }

  private static Map<Pass, Integer> counted(Supplier<?> step) {
    return AnalysisSteps.stoppable(
        () -> false,
        () -> {
          assertThat(step.get()).isNotNull();
          return AnalysisSteps.passes();
        });
  }

  private Answer ask(String sql, @Nullable Object... parameters) {
    return session
        .prepare(sql)
        .run(Arrays.asList(parameters), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private RefusedException refused(String sql) {
    return catchThrowableOfType(RefusedException.class, () -> ask(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM people",
        "SELECT town, AVG(age) FROM people GROUP BY town HAVING COUNT(*) > 1 ORDER BY 2",
        "SELECT COUNT(*) FROM people WHERE age > 40",
        "SELECT SUM(age) FROM people WHERE age > 40 AND name <> 'Bob'",
        "SELECT t.land, COUNT(*) FROM people p JOIN towns t ON p.town = t.town"
            + " WHERE p.born < DATE '2000-01-01' GROUP BY t.land",
        "WITH old AS (SELECT * FROM people WHERE age > 40) SELECT MEDIAN(age) FROM old",
        "SELECT COUNT(*) FROM people WHERE name = USER",
        "SELECT COUNT(*) FROM (SELECT DISTINCT town FROM people WHERE age IN (1, 2, 3)) x"
      })
  void aNewQueryPassesOnce(String sql) {
    assertThat(counted(() -> ask(sql))).isEqualTo(ONCE);
    assertThat(counted(() -> ask(sql))).isEmpty();
    assertThat(counted(() -> session.prepare(sql).columns())).isEmpty();
  }

  @Test
  void aQueryWithOtherValuesIsParsedAlone() {
    ask("SELECT town, COUNT(*) FROM people WHERE age > 40 GROUP BY town");
    String other = "SELECT town, COUNT(*) FROM people WHERE age > 41 GROUP BY town";
    assertThat(counted(() -> ask(other))).isEqualTo(passes(1, 0, 0, 0, 0));
    assertThat(counted(() -> session.prepare(other).columns())).isEmpty();
  }

  /** Its description and its plan are made of one algebra, whichever is asked for first. */
  @Test
  void aDescribedQueryPassesOnce() {
    String sql = "SELECT town, COUNT(*) FROM people WHERE age > 40 GROUP BY town";
    assertThat(
            counted(
                () -> {
                  var query = session.prepare(sql);
                  query.columns();
                  query.parameters();
                  return query.run(
                      Arrays.asList(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
                }))
        .isEqualTo(ONCE);
  }

  /** With other options it is only planned again. */
  @Test
  void anExplainedQueryIsReadOnce() {
    assertThat(counted(() -> ask("EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM people WHERE age > 40")))
        .containsEntry(Pass.REWRITE, 1)
        .containsEntry(Pass.VALIDATE, 1)
        .containsEntry(Pass.TRANSLATE, 1);
  }

  /** Sessions with and without errors of one database share neither descriptions nor plans. */
  @Test
  void columnsWithErrorsAreFoundIfErrorsAreShown() {
    String sql = "SELECT town, COUNT(*) FROM people GROUP BY town";
    assertThat(counted(() -> ask(sql))).isEqualTo(ONCE);
    Session errors = engine.connect(withErrors());
    assertThat(counted(() -> errors.prepare(sql).columns())).isEqualTo(passes(1, 1, 1, 1, 0, 1));
    assertThat(errors.prepare(sql).columns()).hasSize(3);
    errors.close();
    assertThat(session.prepare(sql).columns()).hasSize(2);
  }

  private Settings withErrors() {
    return new Settings(
        settings.backendUrl(),
        settings.backendProperties(),
        settings.backendDriver(),
        settings.policy(),
        settings.ledger(),
        settings.ledgerUser(),
        settings.ledgerPassword(),
        settings.analyst(),
        settings.epsilon(),
        settings.delta(),
        /* errorColumns= */ true,
        settings.pool(),
        settings.fetchSize());
  }

  /** It is described without its values, and planned with them; later values are bound. */
  @Test
  void aQueryWithParametersIsReadOnceMoreForItsValues() {
    String sql = "SELECT COUNT(*) FROM people WHERE age > ? AND town = ?";
    assertThat(counted(() -> ask(sql, 40, "Ulm"))).isEqualTo(passes(1, 2, 2, 2, 1));
    assertThat(counted(() -> ask(sql, 41, "Bonn"))).isEmpty();
  }

  @Test
  void aQueryOfTheDayIsReadOnceMoreForTheDay() {
    String sql = "SELECT COUNT(*) FROM people WHERE born < CURRENT_DATE";
    assertThat(counted(() -> ask(sql))).isEqualTo(passes(1, 2, 2, 2, 1));
    assertThat(counted(() -> ask(sql))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT name FROM people",
        "SELECT SUM(age * age * id) FROM people",
        "SELECT COUNT(*) FROM people p JOIN people q ON p.town = q.town",
        "SELECT COUNT(*) FROM nothing WHERE age > 40",
        "SELECT COUNT(nothing) FROM people WHERE age > 40",
        "SELECT nothing(age) FROM people",
        "SELECT COUNT(*) FROM",
        "DELETE FROM people"
      })
  void aRefusedQueryPassesOnceAtMost(String sql) {
    assertThat(counted(() -> refused(sql)).values()).containsOnly(1);
  }

  /** Whatever its values, a query with this fault is refused for it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT name FROM people WHERE age > 40",
        "SELECT town, SUM(id) FROM people WHERE age > 40 GROUP BY town",
        "SELECT nothing FROM people WHERE age > 40",
      })
  void aQueryWithValuesIsRefusedForAllOfThem(String sql) {
    assertThat(counted(() -> refused(sql)).values()).containsOnly(1);
  }

  /** Its values might make it right, so it is read again with them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM people p JOIN people q ON p.town = q.town WHERE p.name = 'Ann'",
        "SELECT COUNT(*) FROM people WHERE born < 'soon'",
      })
  void aQueryThatMayBeRefusedForItsValuesIsReadWithThem(String sql) {
    assertThat(counted(() -> refused(sql))).isEqualTo(passes(1, 2, 2, 2, 2));
  }

  /** What only the values can tell is told, whoever asked before with others. */
  @Test
  void valuesThatMatterAreRead() {
    assertThat(ask("SELECT COUNT(*) FROM people WHERE born < '1980-01-01'").rows().row(0)[0])
        .isEqualTo(1L);
    assertThat(refused("SELECT COUNT(*) FROM people WHERE born < 'soon'"))
        .hasMessageContaining("soon");
    assertThat(ask("SELECT name FROM people WHERE age = 1 AND 1 = 0").rows().size()).isZero();
    assertThat(refused("SELECT name FROM people WHERE age = 1")).hasMessageContaining("RAW");
    assertThat(ask("SELECT COUNT(*) FROM people WHERE tall = 1").rows().row(0)[0]).isEqualTo(1L);
  }
}
