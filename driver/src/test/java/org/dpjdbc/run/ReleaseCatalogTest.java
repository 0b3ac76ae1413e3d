package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.rows.Cancellation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What DP.RELEASES lists, and that exactly this is free. */
class ReleaseCatalogTest {
  private static final Instant MORNING = Instant.parse("2026-03-01T10:14:00Z");
  private static final String LIST =
      "SELECT tables, keys, filters, measure, error95, epsilon, made_at, expires_at"
          + " FROM DP.RELEASES ORDER BY made_at DESC, measure";

  @TempDir private Path folder;
  private TestDatabase database;
  private final SettableClock clock = new SettableClock(ZoneOffset.UTC, MORNING);
  private Engine engine;
  private final List<DpSession> sessions = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, REGION VARCHAR(9), SEX VARCHAR(1), AGE INTEGER);
        INSERT INTO PEOPLE SELECT X, CASE MOD(X, 2) WHEN 0 THEN 'East' ELSE 'West' END,
          CASE MOD(X, 3) WHEN 0 THEN 'F' ELSE 'M' END, MOD(X, 90) FROM SYSTEM_RANGE(1, 300);
        """);
    engine = new Engine(TestNoise.zeroShowingEveryGroup(), clock);
  }

  @AfterEach
  void close() throws Exception {
    sessions.forEach(DpSession::close);
    database.close();
  }

  private DpSession of(String analyst, String answers) throws Exception {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            budget: {epsilon: 1000, delta: 0.9}
            answers: %s
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      REGION: {values: [East, West]}
                      SEX: {values: [F, M]}
                      AGE: {lower: 0, upper: 120}
            """
                .formatted(answers)));
    DpSession session =
        (DpSession) engine.connect(Noiseless.settings(database, policy).chargedTo(analyst));
    sessions.add(session);
    return session;
  }

  private static Answer ask(DpSession session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  private static List<List<@Nullable Object>> listed(DpSession session) {
    Answer answer = ask(session, LIST);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (@Nullable Object value : answer.rows().row(r)) {
        row.add(value);
      }
      rows.add(row);
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          SELECT COUNT(*) FROM people | '' | '' | COUNT(*)
          SELECT region, COUNT(*) FROM people WHERE age > 65 GROUP BY region | REGION | AGE > 65 | COUNT(*)
          SELECT COUNT(*) FROM people WHERE region = 'West' | REGION | '' | COUNT(*)
          SELECT SUM(age) FROM people WHERE region = 'East' AND age < 80 | REGION | AGE < 80 | SUM(AGE)
          SELECT sex, age / 10, COUNT(*) FROM people GROUP BY 1, 2 | SEX, AGE / 10 | '' | COUNT(*)
          SELECT COUNT(*) FROM people WHERE age > (SELECT AVG(age) FROM people) | '' | - | COUNT(*)
          """)
  void whatIsAskedIsListed(String sql, String keys, String filters, String measure)
      throws Exception {
    DpSession ann = of("ann", "{reuse_for: PT24H}");
    assertThat(listed(ann)).isEmpty();
    ask(ann, sql);
    List<@Nullable Object> row = listed(ann).get(listed(ann).size() - 1);
    assertThat(row.subList(0, 3)).containsExactly("PEOPLE", keys, filters);
    assertThat(String.valueOf(row.get(3))).isEqualTo(measure);
    assertThat(row.get(6)).isEqualTo(LocalDateTime.ofInstant(MORNING, ZoneOffset.UTC));
    assertThat(row.get(7)).isEqualTo(LocalDateTime.ofInstant(MORNING, ZoneOffset.UTC).plusDays(1));
    ask(ann, sql);
    assertThat(listed(ann)).as("once").filteredOn(each -> each.equals(row)).hasSize(1);
  }

  @Test
  void errorsAndEpsilonAreThoseOfTheAnswer() throws Exception {
    DpSession ann = of("ann", "{reuse_for: PT24H}");
    String sql = "SELECT COUNT(*), AVG(age) FROM people";
    Answer explained = ask(ann, "EXPLAIN PRIVACY FOR " + sql);
    Object error = null;
    for (int r = 0; r < explained.rows().size(); r++) {
      if ("COUNT(*)".equals(explained.rows().get(r, ExplainColumn.RELEASE.ordinal()))) {
        error = explained.rows().get(r, ExplainColumn.ERROR95.ordinal());
      }
    }
    ask(ann, sql);
    List<List<@Nullable Object>> rows = listed(ann);
    assertThat(rows).extracting(row -> row.get(3)).containsExactly("AVG(AGE)", "COUNT(*)");
    assertThat(rows.get(0).get(4)).isNull();
    assertThat(rows.get(1).get(4)).isNotNull().isEqualTo(error);
    assertThat(rows).allMatch(row -> "1.000000000".equals(String.valueOf(row.get(5))));
  }

  /** Lists what the analyst paid for, until it expires, and nothing of others. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listsWhatTheAnalystPaidFor(boolean shared) throws Exception {
    String answers = "{reuse_for: PT2H, shared: " + shared + "}";
    DpSession ann = of("ann", answers);
    DpSession bob = of("bob", answers);
    ask(ann, "SELECT COUNT(*) FROM people");
    clock.set(MORNING.plus(Duration.ofHours(1)));
    ask(bob, "SELECT SUM(age) FROM people");
    assertThat(listed(ann)).extracting(row -> row.get(3)).containsExactly("COUNT(*)");
    assertThat(listed(bob)).extracting(row -> row.get(3)).containsExactly("SUM(AGE)");
    assertThat(listed(of("ANN ", answers))).as("one analyst").isEqualTo(listed(ann));
    int charges = ann.ledger().spending().size();
    clock.set(MORNING.plus(Duration.ofMinutes(121)));
    assertThat(listed(ann)).isEmpty();
    assertThat(listed(bob)).hasSize(1);
    assertThat(ann.ledger().spending()).hasSize(charges);
    assertThat(listed(of("ann", "{reuse_for: PT0S, shared: " + shared + "}"))).isEmpty();
  }
}
