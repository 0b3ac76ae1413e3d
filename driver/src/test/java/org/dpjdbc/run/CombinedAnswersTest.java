package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers that are put together with what is kept: without noise they are the database's own, with
 * noise their intervals hold and are never longer than those of a part.
 */
class CombinedAnswersTest {
  private static final int TRIALS = 3_000;

  @TempDir private Path folder;
  private TestDatabase database;
  private final Random random = new Random(475);
  private final List<DpSession> open = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY,
          REGION INTEGER NOT NULL CHECK (REGION IN (1, 2, 3, 4)),
          SEX VARCHAR(1) NOT NULL CHECK (SEX IN ('F', 'M')),
          TALL BOOLEAN, TOWN VARCHAR(4) NOT NULL, BORN DATE NOT NULL, PAY INTEGER NOT NULL);
        INSERT INTO PEOPLE SELECT X, MOD(X, 4) + 1, CASE MOD(X, 3) WHEN 0 THEN 'F' ELSE 'M' END,
          CASE MOD(X, 7) WHEN 0 THEN NULL WHEN 1 THEN TRUE ELSE FALSE END,
          CASE MOD(X, 5) WHEN 0 THEN 'Rom' WHEN 1 THEN 'Kiel' ELSE 'Bonn' END,
          DATEADD('DAY', MOD(X * 13, 360), DATE '2020-01-01'),
          MOD(X * 11, 50) FROM SYSTEM_RANGE(0, 1999);
        """);
  }

  @AfterEach
  void close() throws Exception {
    for (DpSession session : open) {
      session.close();
    }
    database.close();
  }

  private DpSession connected(String answers, NoiseSource noise, boolean errors, Clock clock)
      throws Exception {
    Path policy = folder.resolve("policy" + open.size()).resolve("people.yaml");
    Files.createDirectories(policy.getParent());
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000000, delta: 0.9}
            answers: {reuse_for: PT1H%s}
            limits: {max_epsilon_per_query: 100}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      REGION: {values: [1, 2, 3, 4]}
                      SEX: {values: [F, M]}
                      TALL: {}
                      TOWN: {values: [Bonn, Kiel]}
                      BORN: {lower: 2020-01-01, upper: 2020-12-31}
                      PAY: {lower: 0, upper: 50}
            """
                .formatted(answers)));
    Settings own = Noiseless.settings(database, policy);
    DpSession session =
        (DpSession)
            new Engine(noise, clock)
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
                        errors,
                        0,
                        0));
    open.add(session);
    return session;
  }

  private DpSession exact(String answers) throws Exception {
    return connected(answers, TestNoise.zeroShowingEveryGroup(), false, Clock.systemUTC());
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

  private static int charges(DpSession session) throws Exception {
    return session.ledger().spending("analyst").size();
  }

  private static boolean isCombined(Answer answer) {
    return answer.warnings().stream().anyMatch(warning -> warning.startsWith("DP-COMBINED"));
  }

  private static String query(double epsilon, String keys, String measures, String where) {
    return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = %s) %s FROM people%s%s"
        .formatted(
            epsilon,
            keys.isEmpty() ? measures : keys + ", " + measures,
            where.isEmpty() ? "" : " WHERE " + where,
            keys.isEmpty() ? "" : " GROUP BY " + keys);
  }

  private static final List<String> KEYS = List.of("region", "sex", "tall", "town");
  private static final List<String> MEASURES =
      List.of("COUNT(*)", "SUM(pay)", "AVG(pay)", "VAR_POP(pay)", "STDDEV_SAMP(pay)");
  private static final List<String> CONDITIONS =
      List.of("born < DATE '2020-09-01'", "region <> 2", "sex = 'F'", "town = 'Bonn'", "tall");

  private Set<String> some(List<String> all, int one) {
    return all.stream()
        .filter(each -> random.nextInt(one) == 0)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Without noise, whatever is kept and however it is put together. */
  @ParameterizedTest
  @ValueSource(strings = {"", ", consistent: true", ", derive: always, consistent: true"})
  void withoutNoiseAnswersAreExact(String answers) throws Exception {
    DpSession session = exact(answers);
    DpSession fresh = exact(", derive: never");
    int combined = 0;
    for (int i = 0; i < SuiteCases.REWRITTEN_QUERIES.number() / 8; i++) {
      Set<String> measures = some(MEASURES, 3);
      String sql =
          query(
              List.of(0.25, 1.0, 4.0).get(random.nextInt(3)),
              String.join(", ", some(KEYS, 2)),
              measures.isEmpty() ? "COUNT(*)" : String.join(", ", measures),
              String.join(" AND ", some(CONDITIONS, 5)));
      Answer answer = ask(session, sql);
      combined += isCombined(answer) ? 1 : 0;
      boolean partly = answer.warnings().stream().anyMatch(w -> w.startsWith("DP-LEFT-OUT"));
      if (!partly || !answers.contains("always")) {
        assertThat(rows(answer)).as(sql).isEqualTo(rows(ask(fresh, sql)));
      }
    }
    assertThat(combined).isPositive();
  }

  private double error(DpSession session, String sql) {
    List<List<@Nullable Object>> rows = rows(ask(session, sql));
    List<@Nullable Object> row = rows.get(rows.size() - 1);
    return ((Number) row.get(row.size() - 1)).doubleValue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sex | sex | COUNT(*)
          sex, region | sex | COUNT(*)
          sex, tall | sex | AVG(pay)
          sex, region | sex | SUM(pay)
          """)
  void anotherDrawMakesErrorsSmaller(String kept, String asked, String measure) throws Exception {
    NoiseSource noise = TestNoise.seeded(5);
    DpSession session = connected("", noise, true, Clock.systemUTC());
    DpSession apart = connected(", derive: never", noise, true, Clock.systemUTC());
    ask(session, query(0.1, kept, measure, ""));
    String sql = query(0.12, asked, measure, "");
    int before = charges(session);
    Answer answer = ask(session, sql);
    assertThat(charges(session)).isEqualTo(before + 1);
    assertThat(isCombined(answer)).isTrue();
    double combined = error(session, sql);
    double alone = error(apart, sql);
    double other = error(apart, query(0.1, kept, measure, ""));
    int cells = kept.equals(asked) ? 1 : kept.contains("region") ? 4 : 3;
    if (measure.equals("AVG(pay)")) {
      assertThat(combined).isLessThan(0.97 * alone);
    } else {
      // Half-widths of sums of Laplace noise and of Gaussian noise are not quite in proportion.
      double expected = Math.sqrt(1 / (1 / (alone * alone) + 1 / (other * other * cells)));
      assertThat(combined).isBetween(0.96 * expected, 1.06 * expected + 1);
    }
    assertThat(rows(ask(session, sql))).isEqualTo(rows(answer));
    assertThat(charges(session)).isEqualTo(before + 1);
    // What is known is given to whoever asks for less.
    assertThat(error(session, query(0.05, asked, measure, ""))).isEqualTo(combined);
    assertThat(charges(session)).isEqualTo(before + 1);
  }

  @Test
  void whatIsTooOldIsNotCombined() throws Exception {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    Instant[] now = {start};
    Clock clock =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now[0];
          }
        };
    DpSession session = connected("", TestNoise.seeded(6), true, clock);
    ask(session, query(0.1, "sex", "COUNT(*)", ""));
    now[0] = start.plus(Duration.ofMinutes(50));
    String sql = query(0.2, "sex", "COUNT(*)", "");
    double combined = error(session, sql);
    assertThat(ask(session, sql).warnings()).anyMatch(w -> w.contains("since 00:00"));
    now[0] = start.plus(Duration.ofMinutes(61));
    assertThat(error(session, sql)).isGreaterThan(combined);
    assertThat(isCombined(ask(session, sql))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sex | town | COUNT(*)
          sex, town | sex | COUNT(*)
          sex | sex | SUM(pay)
          sex | sex | COUNT(DISTINCT pay)
          """)
  void whatDoesNotFollowIsNotCombined(String kept, String asked, String measure) throws Exception {
    DpSession session = exact(", consistent: true");
    ask(session, query(0.1, kept, "COUNT(*)", ""));
    boolean combined = isCombined(ask(session, query(0.2, asked, measure, "")));
    assertThat(combined).isFalse();
  }

  /** Tiles that were all asked add up, but for what is rounded. */
  @Test
  void consistentTilesAgree() throws Exception {
    DpSession session =
        connected(", consistent: true", TestNoise.seeded(7), true, Clock.systemUTC());
    List<String> tiles = List.of("", "region", "sex", "region, sex", "sex, tall");
    for (String keys : tiles) {
      ask(session, query(0.1, keys, "COUNT(*)", ""));
    }
    Map<String, Double> totals = new HashMap<>();
    for (String keys : tiles) {
      double total = 0;
      for (List<@Nullable Object> row : rows(ask(session, query(0.1, keys, "COUNT(*)", "")))) {
        total += ((Number) row.get(row.size() - 2)).doubleValue();
      }
      totals.put(keys, total);
    }
    assertThat(totals.values()).allMatch(total -> Math.abs(total - totals.get("")) <= 4.5);
    assertThat(charges(session)).isEqualTo(tiles.size());
  }

  /**
   * Intervals of 95 % hold as often as they say: in the thorough build, since every trial is
   * charged. Cells of trials are independent but for those of one trial, of which one is looked at.
   * If 95 to 97 % hold, then of 3,000 fewer than 2,768 or more than 2,960 do so by chance with a
   * probability below 1e-9.
   */
  @ParameterizedTest
  @ValueSource(strings = {"laplace", "gaussian"})
  void intervalsHold(String noise) throws Exception {
    assumeTrue(TestBackends.isThorough());
    DpSession session =
        connected(", consistent: true", TestNoise.seeded(8), true, Clock.systemUTC());
    int held = 0;
    for (int i = 0; i < TRIALS; i++) {
      String where = "pay <> " + i % 50 + " AND id <> " + i;
      List<String> asked = new ArrayList<>(List.of("region", "region, sex", "sex", "", "tall"));
      Collections.shuffle(asked, random);
      Answer answer = null;
      for (String keys : asked.subList(0, 3)) {
        answer =
            ask(
                session,
                query(List.of(0.3, 0.5, 1.0).get(random.nextInt(3)), keys, "COUNT(*)", where)
                    .replace("OPTIONS (", "OPTIONS (noise = '" + noise + "', "));
      }
      List<List<@Nullable Object>> noisy = rows(answer);
      List<@Nullable Object> row = noisy.get(random.nextInt(noisy.size()));
      int last = row.size() - 1;
      double error = ((Number) row.get(last)).doubleValue();
      double value = ((Number) row.get(last - 1)).doubleValue();
      held += Math.abs(value - count(asked.get(2), row, where)) <= error ? 1 : 0;
    }
    assertThat(held).isBetween(2_768, 2_960);
  }

  /** What the database says of one group. */
  private double count(String keys, List<@Nullable Object> row, String where) throws Exception {
    StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM people WHERE " + where);
    List<String> columns = keys.isEmpty() ? List.of() : List.of(keys.split(", "));
    for (int i = 0; i < columns.size(); i++) {
      Object value = row.get(i);
      sql.append(" AND %s IS NOT DISTINCT FROM ".formatted(columns.get(i)))
          .append(value instanceof String ? "'" + value + "'" : value);
    }
    try (Connection raw = database.connect();
        Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(sql.toString())) {
      rows.next();
      return rows.getDouble(1);
    }
  }
}
