package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.calcite.runtime.Hook;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.PrivateQuery;
import org.dpjdbc.run.release.PlannedQuery;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Queries that differ in values have one plan and one statement, and each its own answer. There is
 * no noise, so that an answer tells which values it is for.
 */
@OnEachDatabase
class SharedPlanTest {
  private static final String COUNT = "SELECT COUNT(*) FROM people WHERE age >= %s";

  @TempDir private Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private final Engine engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
  private Settings settings;
  private DpSession session;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, AGE INTEGER, TOWN VARCHAR(20), BORN DATE,
          PAY DECIMAL(9, 2));
        INSERT INTO PEOPLE SELECT X, MOD(X, 100), CASE MOD(X, 4) WHEN 0 THEN 'It''s' ELSE 'Ulm ' END,
          DATEADD('DAY', X, DATE '2020-01-01'), X / 4.0 FROM SYSTEM_RANGE(0, 999);
        """);
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 100, delta: 1.0e-3}
            answers: {reuse_for: PT1H}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 1
                    columns:
                      {ID: {}, AGE: {lower: 0, upper: 120}, TOWN: {}, BORN: {}, PAY: {lower: 0, upper: 500}}
            """));
    settings = Noiseless.settings(database, policy);
    session = (DpSession) engine.connect(settings);
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private long ask(String sql, @Nullable Object... parameters) {
    Rows rows =
        session
            .prepare(sql)
            .run(Arrays.asList(parameters), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    return ((Number) rows.row(0)[0]).longValue();
  }

  private PlannedQuery plan(String sql, @Nullable Object... parameters) {
    return plan(session, sql, parameters);
  }

  private static PlannedQuery plan(DpSession session, String sql, @Nullable Object... parameters) {
    return ((PrivateQuery) session.prepare(sql)).plan(Arrays.asList(parameters));
  }

  @Test
  void eachValueHasItsOwnAnswer() {
    assertThat(ask(COUNT.formatted(90))).isEqualTo(100);
    assertThat(ask(COUNT.formatted(50))).isEqualTo(500);
    assertThat(ask(COUNT.formatted(90))).isEqualTo(100);
    assertThat(ask(COUNT.formatted("?"), 80)).isEqualTo(200);
    assertThat(ask(COUNT.formatted("?"), 70)).isEqualTo(300);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE town = 'It''s'")).isEqualTo(250);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE town = 'Ulm '")).isEqualTo(750);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE town = 'Ulm'")).isZero();
    assertThat(ask("SELECT COUNT(*) FROM people WHERE town IN (?, ?)", "x", "It's")).isEqualTo(250);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE pay < 2.25")).isEqualTo(9);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE pay < 1.75")).isEqualTo(7);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE born < DATE '2020-01-11'")).isEqualTo(10);
    assertThat(ask("SELECT COUNT(*) FROM people WHERE born < DATE '2020-01-21'")).isEqualTo(20);
    assertThat(
            ask("SELECT COUNT(*) FROM people WHERE age BETWEEN 10 AND 19 AND NOT (town = 'It''s')"))
        .isEqualTo(80);
  }

  @Test
  void onePlanServesAllValues() {
    PlannedQuery plan = plan(COUNT.formatted(90));
    assertThat(plan(COUNT.formatted(50))).isSameAs(plan);
    assertThat(plan(COUNT.formatted("?"), 50)).isSameAs(plan(COUNT.formatted("?"), 51));
    assertThat(plan(COUNT.formatted("50.5"))).isNotSameAs(plan);
  }

  /** Nobody plans what was planned in another session, whoever asked there. */
  @Test
  void oneSessionPlansForAll() {
    String sql =
        "SELECT town, COUNT(*), AVG(age) FROM people WHERE age > 7 GROUP BY 1 HAVING COUNT(*) > 1";
    AtomicInteger built = new AtomicInteger();
    PlannedQuery plan;
    try (Hook.Closeable counting = count(built)) {
      plan = plan(sql);
    }
    assertThat(built).hasPositiveValue();
    for (String analyst : List.of(settings.analyst(), "another")) {
      try (DpSession other = (DpSession) engine.connect(settings.chargedTo(analyst))) {
        built.set(0);
        try (Hook.Closeable counting = count(built)) {
          assertThat(plan(other, sql)).isSameAs(plan);
        }
        assertThat(built).hasValue(0);
      }
    }
  }

  /** How often this thread makes what relations are built with. */
  private static Hook.Closeable count(AtomicInteger built) {
    Consumer<Object> counting = any -> built.incrementAndGet();
    return Hook.REL_BUILDER_SIMPLIFY.addThread(counting);
  }

  /** The range of what is summed depends on the value: so do the clamps, and the noise. */
  @Test
  void whereTheValueMattersThePlanIsOfTheValue() {
    String sum = "SELECT SUM(age) FROM people WHERE age <= %d";
    assertThat(plan(sum.formatted(50))).isNotSameAs(plan(sum.formatted(10)));
    assertThat(plan(sum.formatted(10)).frontiers().get(0).vector(0).release().l1().intValue())
        .isEqualTo(10);
    assertThat(plan(sum.formatted(50)).frontiers().get(0).vector(0).release().l1().intValue())
        .isEqualTo(50);
  }

  @Test
  void whatIsAskedTwiceIsReleasedOnce() {
    String both = COUNT + " UNION ALL " + COUNT;
    assertThat(plan(both.formatted(5, 5)).frontiers()).hasSize(1);
    assertThat(plan(both.formatted(5, 6)).frontiers()).hasSize(2);
  }

  /** The first run has a plan for the value: what only that can tell is told. */
  @Test
  void aValueOfAnotherTypeIsReadOrRefusedAsItStands() {
    assertThat(ask("SELECT COUNT(*) FROM people WHERE born < '2020-01-11'")).isEqualTo(10);
    assertThatThrownBy(() -> ask("SELECT COUNT(*) FROM people WHERE born < 'soon'"))
        .hasMessageContaining("soon");
    assertThatThrownBy(() -> ask("SELECT COUNT(*) FROM people WHERE born < 5"))
        .hasMessageContaining("DP-");
  }

  @Test
  void reusesAnAnswerForEqualValuesAlone() throws Exception {
    String sql = "SELECT COUNT(*) FROM people WHERE town = ? AND town <> ?";
    ask(sql, "a", "b");
    ask(sql, "a", "b");
    assertThat(session.ledger().spending("analyst")).hasSize(1);
    ask(sql, "b", "a");
    assertThat(session.ledger().spending("analyst")).hasSize(2);
    ask("SELECT COUNT(*) FROM people WHERE town = 'a' AND town <> 'b'");
    assertThat(session.ledger().spending("analyst")).hasSize(2);
  }
}
