package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.query.ExplainColumn;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Surveys of the same {@value #PEOPLE} people, {@value #SURVEYS} of them, each with answers flipped
 * anew: 30 smoke, of whom 20 drink, and 40 do not, of whom 10 drink; 10 say nothing of smoking.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomizedResponseTest {
  private static final String BACKEND = "jdbc:h2:mem:surveys";
  private static final int SURVEYS = 4000;
  private static final int PEOPLE = 80;
  private static final double SMOKER_FLIP = 0.2;
  private static final double DRINKER_FLIP = 0.125;
  private static final int BATCH = 10_000;

  /** A normal value strays further with a probability of 1e-7. */
  private static final double FAR = 5.33;

  @TempDir private static Path folder;
  private Connection raw;

  @BeforeAll
  void fill() throws SQLException {
    raw = DriverManager.getConnection(BACKEND);
    try (Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE answers (id INTEGER PRIMARY KEY, survey INTEGER NOT NULL, smoker BOOLEAN,"
              + " drinker INTEGER, income INTEGER)");
    }
    Random random = new Random(20_260_101);
    try (PreparedStatement insert =
        raw.prepareStatement("INSERT INTO answers VALUES (?, ?, ?, ?, ?)")) {
      for (int i = 0; i < SURVEYS * PEOPLE; i++) {
        int person = i % PEOPLE;
        boolean smoker = person < 30 ^ random.nextDouble() < SMOKER_FLIP;
        boolean drinker = isDrinker(person) ^ random.nextDouble() < DRINKER_FLIP;
        insert.setInt(1, i);
        insert.setInt(2, i / PEOPLE);
        insert.setObject(3, person < 70 ? smoker : null);
        insert.setInt(4, drinker ? 1 : 0);
        insert.setInt(5, income(person));
        insert.addBatch();
        if (i % BATCH == BATCH - 1) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private static boolean isDrinker(int person) {
    return person < 20 || (person >= 30 && person < 40);
  }

  private static int income(int person) {
    return person - 20;
  }

  @AfterAll
  void close() throws SQLException {
    raw.close();
  }

  private static Session connect(double flip, double epsilon) throws IOException {
    Path policy = Files.createTempFile(folder, "surveys", ".yaml");
    String surveys =
        IntStream.range(0, SURVEYS).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: %s}
        budget: {epsilon: 100000}
        limits: {max_epsilon_per_query: 1000}
        schemas:
          PUBLIC:
            tables:
              ANSWERS:
                privacy_unit: ID
                columns:
                  ID: {}
                  SURVEY: {values: [%s]}
                  SMOKER: {values: [true, false], randomized_response: %s}
                  DRINKER: {values: [0, 1], randomized_response: 0.125}
                  INCOME: {lower: -20, upper: 60}
        """
            .formatted(epsilon, surveys, flip));
    return new Engine(TestNoise.seeded(7), Clock.systemUTC())
        .connect(
            new Settings(
                BACKEND,
                Map.of(),
                Optional.empty(),
                policy.toString(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "ann",
                Optional.empty(),
                Optional.empty(),
                true,
                0,
                0));
  }

  private static Rows run(Session session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private static Rows run(String sql) throws IOException {
    try (Session session = connect(SMOKER_FLIP, 1)) {
      return run(session, sql);
    }
  }

  /** An aggregate over a survey, the true value, and how much of the noise there is. */
  static Stream<Arguments> aggregates() {
    double drinkers = 30;
    double smokersIncome = IntStream.range(0, 30).map(RandomizedResponseTest::income).sum();
    double othersIncome = IntStream.range(30, 70).map(RandomizedResponseTest::income).sum();
    return Stream.of(
        Arguments.of("COUNT(*) FILTER (WHERE smoker)", 30.0, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE NOT smoker)", 40.0, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE smoker IS NOT TRUE)", 50.0, 2.0),
        Arguments.of("SUM(CASE WHEN smoker THEN 1 ELSE 0 END)", 30.0, 2.0),
        Arguments.of("SUM(CASE WHEN smoker THEN 3 ELSE -2 END)", -10.0, 2.0),
        Arguments.of("SUM(drinker)", drinkers, 2.0),
        Arguments.of("AVG(CAST(drinker AS DOUBLE))", drinkers / PEOPLE, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE smoker AND drinker = 1)", 20.0, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE smoker OR drinker = 1)", 40.0, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE smoker AND income >= 0)", 10.0, 2.0),
        Arguments.of("SUM(income) FILTER (WHERE smoker)", smokersIncome, 2.0),
        Arguments.of("SUM(income) FILTER (WHERE NOT smoker)", othersIncome, 2.0),
        Arguments.of("SUM(CASE WHEN smoker THEN income ELSE 0 END)", smokersIncome, 2.0),
        Arguments.of("COUNT(*) FILTER (WHERE smoker)", 30.0, 0.2),
        Arguments.of("COUNT(*) FILTER (WHERE smoker)", 30.0, 50.0),
        Arguments.of("SUM(income) FILTER (WHERE smoker)", smokersIncome, 50.0));
  }

  /**
   * The mean over all surveys strays by {@value #FAR} standard errors with a probability of 1e-7.
   * Of so many intervals the share that hold the truth strays by 0.018 with a probability below
   * 1e-7.
   */
  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("aggregates")
  void estimatesAreUnbiasedAndTheirIntervalsHold(String aggregate, double bool, double epsilon)
      throws IOException {
    Rows rows;
    try (Session session = connect(SMOKER_FLIP, epsilon)) {
      rows = run(session, "SELECT survey, " + aggregate + " FROM answers GROUP BY survey");
    }
    double[] found = column(rows, 1);
    double mean = IntStream.range(0, found.length).mapToDouble(i -> found[i]).average().orElse(0);
    double variance =
        IntStream.range(0, found.length)
                .mapToDouble(i -> (found[i] - mean) * (found[i] - mean))
                .sum()
            / (found.length - 1);
    double[] errors = column(rows, 2);
    long held =
        IntStream.range(0, found.length)
            .filter(i -> Math.abs(found[i] - bool) <= errors[i])
            .count();

    assertThat(rows.size()).isEqualTo(SURVEYS);
    // Counts are rounded half up, which on average adds nothing to what has noise.
    assertThat(mean).isCloseTo(bool, within(FAR * Math.sqrt(variance / SURVEYS)));
    assertThat((double) held / SURVEYS).isGreaterThan(0.95 - 0.018);
    assertThat(errors[0]).isLessThan(4 * Math.sqrt(variance));
  }

  private static double[] column(Rows rows, int column) {
    return IntStream.range(0, rows.size())
        .mapToDouble(row -> number(rows.get(row, column)))
        .toArray();
  }

  private static double number(@Nullable Object value) {
    return ((Number) Objects.requireNonNull(value)).doubleValue();
  }

  /** The test above would find a wrong probability. */
  @Test
  void estimatesByAnotherProbabilityAreOff() throws IOException {
    Rows rows;
    try (Session session = connect(0.19, 50)) {
      rows = run(session, "SELECT survey, COUNT(*) FROM answers WHERE smoker GROUP BY survey");
    }
    double[] found = column(rows, 1);
    double mean = IntStream.range(0, found.length).mapToDouble(i -> found[i]).average().orElse(0);

    assertThat(Math.abs(mean - 30)).isGreaterThan(FAR * 6.0 / Math.sqrt(SURVEYS) / 6);
  }

  /** A pair of groups has one release: together it costs no more than a count of everybody. */
  @Test
  void groupsOfAnswersAreListedForThePriceOfOneCount() throws IOException {
    Rows one = run("EXPLAIN PRIVACY FOR SELECT COUNT(*) FROM answers");
    Rows two = run("EXPLAIN PRIVACY FOR SELECT smoker, COUNT(*) FROM answers GROUP BY smoker");

    assertThat(String.valueOf(two.get(0, 0)))
        .isEqualTo("COUNT(*) by SMOKER (randomized response with p = 0.2, local epsilon 1.3863)");
    assertThat(two.get(0, ExplainColumn.SENSITIVITY.ordinal()))
        .isEqualTo(one.get(0, ExplainColumn.SENSITIVITY.ordinal()));
    assertThat(two.get(0, ExplainColumn.EPSILON.ordinal()))
        .isEqualTo(one.get(0, ExplainColumn.EPSILON.ordinal()));
    assertThat(lines(two)).isEqualTo(lines(one));
  }

  /** The rows, but for advice and notes. */
  private static long lines(Rows rows) {
    return IntStream.range(0, rows.size())
        .filter(i -> !List.of("smaller error", "note").contains(String.valueOf(rows.get(i, 0))))
        .count();
  }

  /** Both answers may be NULL: such rows have neither. */
  @ParameterizedTest
  @ValueSource(strings = {"smoker", "drinker"})
  void rowsWithoutAnAnswerAreNamed(String key) throws IOException {
    try (Session session = connect(SMOKER_FLIP, 1)) {
      String sql = "SELECT " + key + ", COUNT(*) FROM answers GROUP BY " + key;
      RunOptions options = new RunOptions(Duration.ZERO, 0, new Cancellation());
      assertThat(session.prepare(sql).run(List.of(), options).warnings())
          .anyMatch(
              text -> text.startsWith("DP-LEFT-OUT: rows whose " + key.toUpperCase(Locale.ROOT)));
      assertThat(
              session
                  .prepare("SELECT COUNT(" + key + ") FROM answers")
                  .run(List.of(), options)
                  .warnings())
          .noneMatch(text -> text.startsWith("DP-LEFT-OUT"));
    }
  }

  @Test
  void groupsOfAnswersHaveTheirTrueSizes() throws IOException {
    Rows rows = run("SELECT smoker, COUNT(*) FROM answers GROUP BY smoker ORDER BY smoker");

    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.get(0, 0)).isEqualTo(false);
    assertThat(number(rows.get(0, 1)))
        .isCloseTo(40.0 * SURVEYS, within(number(rows.get(0, 2)) * 3));
    assertThat(number(rows.get(1, 1)))
        .isCloseTo(30.0 * SURVEYS, within(number(rows.get(1, 2)) * 3));
    // sqrt(n p (1 - p)) / (1 - 2 p), by far the most of it
    double flips = Math.sqrt(70.0 * SURVEYS * 0.16) / 0.6;
    assertThat(number(rows.get(1, 2))).isCloseTo(1.96 * flips, within(6.0));
  }

  @Test
  void columnsSayHowTheyWereRandomized() throws IOException {
    Rows rows =
        run(
            "SELECT column_name, randomized_response, local_epsilon FROM DP.COLUMNS"
                + " WHERE local_epsilon IS NOT NULL ORDER BY 1");

    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.get(1, 0)).isEqualTo("SMOKER");
    assertThat(rows.get(1, 1)).isEqualTo(0.2);
    assertThat(number(rows.get(1, 2))).isCloseTo(Math.log(4), within(1e-12));
  }
}
