package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/**
 * Totals over public keys add up after the noise as before it, err less than each level alone, and
 * no more than their error bars say. Noise comes from a fixed seed; over seeds, the false-alarm
 * probability of each statistical assertion is below 1e-6 (so many standard deviations are noted
 * beside it).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsistentTotalsTest {
  private static final String BACKEND = "jdbc:h2:mem:totals";
  private static final int RUNS = 1000;
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-6}
      budget: {epsilon: 1000000, delta: 0.9}
      answers: {reuse_for: PT0S}
      limits: {max_epsilon_per_query: 10}
      schemas:
        PUBLIC:
          tables:
            PLACES: {public: true}
            PEOPLE:
              privacy_unit: ID
              columns:
                ID: {}
                A: {lower: 0, upper: 3}
                B: {lower: 0, upper: 4}
                X: {lower: -3, upper: 9}
                TOWN: {}
      """;

  private Session session;

  @BeforeAll
  void open(@TempDir Path folder) throws SQLException, IOException {
    try (Connection raw = DriverManager.getConnection(BACKEND + ";DB_CLOSE_DELAY=-1");
        Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE places (country VARCHAR(2) NOT NULL, town VARCHAR(3) PRIMARY KEY)");
      statement.execute(
          "INSERT INTO places VALUES ('a', 'a1'), ('a', 'a2'), ('a', 'a3'), ('b', 'b1'), ('c',"
              + " 'c1'), ('c', 'c2'), ('d', 'd1')");
      statement.execute(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL, x INTEGER, town"
              + " VARCHAR(3))");
      statement.execute(
          "INSERT INTO people SELECT x, MOD(x, 4), MOD(x * x, 5), MOD(x * 7, 13) - 3, CASE MOD(x,"
              + " 4) WHEN 0 THEN 'a1' WHEN 1 THEN 'b1' WHEN 2 THEN 'c2' ELSE 'a3' END FROM"
              + " SYSTEM_RANGE(1, 1000)");
    }
    Path policy = folder.resolve("people.yaml");
    Files.writeString(policy, POLICY);
    session =
        new Engine(TestNoise.seeded(20140919), Clock.systemUTC())
            .connect(
                new Settings(
                    BACKEND,
                    Map.of(),
                    Optional.empty(),
                    policy.toString(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    "analyst",
                    Optional.empty(),
                    Optional.empty(),
                    true,
                    0,
                    0));
  }

  @AfterAll
  void close() throws SQLException {
    session.close();
    DriverManager.getConnection(BACKEND).createStatement().execute("SHUTDOWN");
  }

  private Rows run(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  /** Released values and error bars of one measure, by the row's keys. */
  private static final class Sample {
    private final List<Double> values = new ArrayList<>();
    private int covered;

    void add(double value, double error, double exact) {
      values.add(value - exact);
      covered += Math.abs(value - exact) <= error ? 1 : 0;
    }

    double meanSquare() {
      return values.stream().mapToDouble(v -> v * v).average().orElseThrow();
    }

    double coverage() {
      return (double) covered / values.size();
    }
  }

  /** Runs a query of two keys, a measure and its error many times. */
  private Map<String, Sample> samples(String sql, String exactSql) throws SQLException {
    Map<String, Double> exact = new HashMap<>();
    try (Connection raw = DriverManager.getConnection(BACKEND);
        var rows = raw.createStatement().executeQuery(exactSql)) {
      while (rows.next()) {
        exact.put(rows.getString(1) + "/" + rows.getString(2), rows.getDouble(3));
      }
    }
    Map<String, Sample> samples = new HashMap<>();
    for (int i = 0; i < RUNS; i++) {
      Rows rows = run(sql);
      for (int r = 0; r < rows.size(); r++) {
        String key = rows.get(r, 0) + "/" + rows.get(r, 1);
        samples
            .computeIfAbsent(key, k -> new Sample())
            .add(number(rows.get(r, 2)), number(rows.get(r, 3)), exact.getOrDefault(key, 0.0));
      }
    }
    return samples;
  }

  private static double number(@Nullable Object value) {
    return ((Number) java.util.Objects.requireNonNull(value)).doubleValue();
  }

  private static void checkCoverage(Map<String, Sample> samples) {
    for (Map.Entry<String, Sample> sample : samples.entrySet()) {
      // 0.95 of 1000 has a standard deviation of 0.0069; 5.5 of them and a union over 30 groups
      assertThat(sample.getValue().coverage()).as(sample.getKey()).isBetween(0.908, 0.987);
    }
  }

  private static final String CUBE =
      "SELECT a, b, # FROM people GROUP BY a, b UNION ALL SELECT a, NULL, # FROM people GROUP BY a"
          + " UNION ALL SELECT NULL, b, # FROM people GROUP BY b UNION ALL SELECT NULL, NULL, #"
          + " FROM people";

  @Tag("thorough")
  @Test
  void cubesErrByTheVarianceOfLeastSquares() throws SQLException {
    Map<String, Sample> samples =
        samples(
            "SELECT a, b, COUNT(*) FROM people GROUP BY CUBE (a, b)",
            CUBE.replace("#", "COUNT(*)"));
    assertThat(samples).hasSize(30);
    // Every level's noise has variance 2 · 4² - 1/6; least squares leave 20/30 of it (20 unknowns,
    // 30 observations, all alike), and rounding adds up to 5/6.
    double alone = 31.83;
    double all = samples.values().stream().mapToDouble(Sample::meanSquare).average().orElseThrow();
    assertThat(all / alone).isBetween(0.66, 0.72); // the mean of 30 · 1000 squares: 1 %
    // The variance of 1000 squares has a relative deviation of at most 7 %.
    for (Map.Entry<String, Sample> sample : samples.entrySet()) {
      assertThat(sample.getValue().meanSquare() / alone).as(sample.getKey()).isBetween(0.5, 0.93);
    }
    checkCoverage(samples);
  }

  @Tag("thorough")
  @Test
  void meansAndSumsAreCoveredToo() throws SQLException {
    checkCoverage(
        samples(
            "SELECT a, b, SUM(x) FROM people GROUP BY ROLLUP (a, b)", CUBE.replace("#", "SUM(x)")));
    checkCoverage(
        samples(
            "SELECT a, NULL AS b, AVG(x) FROM people GROUP BY ROLLUP (a)",
            CUBE.replace("#", "AVG(CAST(x AS DOUBLE PRECISION))")));
  }

  @Tag("thorough")
  @Test
  void unevenHierarchiesErrLessThanTheirLevels() throws SQLException {
    Map<String, Sample> samples =
        samples(
            "SELECT p.country, p.town, COUNT(*) FROM people JOIN places p ON people.town = p.town"
                + " GROUP BY ROLLUP (p.country, p.town)",
            "SELECT p.country, p.town, COUNT(x) FROM places p LEFT JOIN people ON people.town ="
                + " p.town GROUP BY p.country, p.town UNION ALL SELECT p.country, NULL, COUNT(x)"
                + " FROM places p LEFT JOIN people ON people.town = p.town GROUP BY p.country UNION"
                + " ALL SELECT NULL, NULL, COUNT(*) FROM people WHERE town IS NOT NULL");
    assertThat(samples).hasSize(12);
    double alone = 17.83; // 2 · 3² - 1/6
    double all = samples.values().stream().mapToDouble(Sample::meanSquare).average().orElseThrow();
    // 7 unknowns, 12 observations; the mean of 12 · 1000 squares: 2 %
    assertThat(all / alone).isBetween(0.56, 0.66);
    // A country of one town was asked twice, and once more by the total.
    assertThat(samples.get("b/b1").meanSquare() / alone).isBetween(0.3, 0.65);
    checkCoverage(samples);
  }

  @Test
  void everythingAddsUp() {
    for (int i = 0; i < 20; i++) {
      Rows rows = run("SELECT a, b, COUNT(*) AS n, SUM(x) AS s FROM people GROUP BY CUBE (a, b)");
      Map<String, long[]> byKey = new HashMap<>();
      for (int r = 0; r < rows.size(); r++) {
        byKey.put(
            rows.get(r, 0) + "/" + rows.get(r, 1),
            new long[] {(long) number(rows.get(r, 2)), (long) number(rows.get(r, 4))});
      }
      for (int m = 0; m < 2; m++) {
        long total = 0;
        for (int a = 0; a < 4; a++) {
          long ofA = 0;
          for (int b = 0; b < 5; b++) {
            ofA += byKey.get(a + "/" + b)[m];
          }
          assertThat(byKey.get(a + "/null")[m]).isEqualTo(ofA);
          total += ofA;
        }
        assertThat(byKey.get("null/null")[m]).isEqualTo(total);
        for (int b = 0; b < 5; b++) {
          long ofB = 0;
          for (int a = 0; a < 4; a++) {
            ofB += byKey.get(a + "/" + b)[m];
          }
          assertThat(byKey.get("null/" + b)[m]).isEqualTo(ofB);
        }
      }
    }
  }

  /** The columns of a family are not independent: their sum is given the sum of their errors. */
  @Test
  void errorsAboveAddPlainly() {
    Rows rows =
        run(
            "SELECT SUM(n) FROM (SELECT a, COUNT(*) AS n FROM people GROUP BY ROLLUP (a)) AS t"
                + " WHERE a IS NOT NULL");
    Rows explained =
        run("EXPLAIN PRIVACY FOR SELECT a, COUNT(*) AS n FROM people GROUP BY ROLLUP (a)");
    // of an integer, off by as many as its error and a random part of a step are by half more
    double each = number(explained.get(0, ExplainColumn.ERROR95.ordinal()));
    assertThat(number(rows.get(0, 1))).isEqualTo(Math.ceil(4 * each - 0.5));
  }

  @Test
  void explainTellsTheErrorOfTheEstimate() {
    Rows explained =
        run("EXPLAIN PRIVACY FOR SELECT a, b, COUNT(*) AS n FROM people GROUP BY CUBE (a, b)");
    Rows rows = run("SELECT a, b, COUNT(*) AS n FROM people GROUP BY CUBE (a, b)");
    assertThat(explained.get(0, 0)).isEqualTo("COUNT(*)");
    assertThat(explained.get(0, ExplainColumn.BOUNDING.ordinal()))
        .isEqualTo("one pass, consistent totals");
    // of integers none lies between the two
    assertThat(Math.floor(number(explained.get(0, ExplainColumn.ERROR95.ordinal()))))
        .isEqualTo(number(rows.get(0, 3)));
    // alone, discrete Laplace noise of scale 4 has 11
    assertThat(number(explained.get(0, ExplainColumn.ERROR95.ordinal()))).isBetween(9.0, 9.9);
  }
}
