package org.dpjdbc.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.it.DriverJar;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No two neighbouring databases are told apart better than is claimed: in the ordinary build with
 * {@value #FEW} draws a side for each mechanism, in the thorough one with twice as many, with
 * {@code -Pfast,audit} a million. Each audit fails by chance with probability at most 1e-12 ({@link
 * LowerBound}). That they would notice is shown by noise that is 10 % too small, noise of
 * floating-point numbers, a threshold of the continuous distribution, and groups without a limit.
 */
class AuditTest {
  private static final int FEW = 10_000;
  private static final int DRAWS = Integer.getInteger("audit.draws", FEW);

  /** Of these a group takes milliseconds: they have a tenth of the draws. */
  private static final Set<String> SLOW = Set.of("covariance", "slope of nobody", "quartiles");

  /** An epsilon by which clamps are found for few totals: one more than so many are enough. */
  private static final int FOUND = 4;

  private static final int JUST_FEWER = 17;

  /** Trials whose choices one query has. */
  private static final int CHOICES = 40;

  /** What the tests of the audit itself need to be sure. */
  private static final int MANY = 400_000;

  private static final Audit.Row NONE = new Audit.Row(0, 0, 0);

  @TempDir private static Path folder;

  @BeforeAll
  static void require() throws URISyntaxException {
    DriverJar.require();
  }

  private static List<Audit.Row> units(int number, int x) {
    return IntStream.rangeClosed(1, number).mapToObj(i -> new Audit.Row(i, i % 4, x)).toList();
  }

  private static List<Audit.Row> unit(Audit.Row... rows) {
    return List.of(rows);
  }

  /** Rows of the unit in so many groups. */
  private static List<Audit.Row> across(int parts, int each, int x) {
    return IntStream.range(0, parts * each).mapToObj(i -> new Audit.Row(0, i % parts, x)).toList();
  }

  /** The only value. */
  private static Object value(List<List<@Nullable Object>> rows) {
    return rows.isEmpty() ? "absent" : plain(rows.get(0).get(0));
  }

  private static Object plain(@Nullable Object value) {
    return value == null ? "NULL" : value;
  }

  /** The least value: where all move together, that all are large tells most. */
  private static Object min(List<List<@Nullable Object>> rows) {
    return rows.isEmpty()
        ? "absent"
        : (Object)
            rows.stream()
                .flatMap(List::stream)
                .mapToDouble(value -> value == null ? 0 : ((Number) value).doubleValue())
                .min()
                .orElseThrow();
  }

  /** Which groups there are, and how many people together. */
  private static Object listed(List<List<@Nullable Object>> rows) {
    return rows.size() + " groups";
  }

  /** In how many groups the value is 1. */
  private static Object modes(List<List<@Nullable Object>> rows) {
    return rows.stream().flatMap(List::stream).filter(Integer.valueOf(1)::equals).count();
  }

  /** Which groups are chosen, one after the other. */
  private static Object chosen(List<List<@Nullable Object>> rows) {
    return rows.toString();
  }

  /**
   * A choice among the parts of a trial: one query has the choices of some trials, among which its
   * epsilon is divided.
   */
  private static Audit best(
      String name, Audit.Terms terms, List<Audit.Row> base, List<Audit.Row> unit, String order) {
    String sql =
        IntStream.range(0, CHOICES)
            .mapToObj(
                trial ->
                    "(SELECT %1$d AS trial, part FROM facts WHERE trial = %1$d GROUP BY part ORDER BY %2$s)"
                        .formatted(trial, order))
            .collect(Collectors.joining(" UNION ALL "));
    return new Audit(name, terms.spending(CHOICES), CHOICES, base, unit, sql, AuditTest::chosen);
  }

  private static Audit audit(
      String name,
      Audit.Terms terms,
      List<Audit.Row> base,
      List<Audit.Row> unit,
      String sql,
      Function<List<List<@Nullable Object>>, Object> outcome) {
    return new Audit(name, terms, Trials.MOST, base, unit, sql, outcome);
  }

  static Stream<Audit> audits() {
    Audit.Terms one = Audit.Terms.of("laplace", 1, 1);
    Audit.Terms some = Audit.Terms.of("laplace", 3, 2);
    Audit.Terms inAll = Audit.Terms.of("laplace", 3, 0);
    Audit.Terms gaussian = Audit.Terms.of("gaussian", 1, 1);
    Audit.Terms wide = Audit.Terms.of("gaussian", 3, 4);
    String counts = "SELECT trial, COUNT(*) FROM facts GROUP BY trial";
    String parts = "SELECT trial, COUNT(*) FROM facts GROUP BY trial, part";
    String hidden = "SELECT hidden, COUNT(*) FROM facts GROUP BY hidden";
    return Stream.of(
        audit("count", one, List.of(), unit(NONE), counts, AuditTest::value),
        audit("count, several rows", some, List.of(), across(1, 9, 0), counts, AuditTest::value),
        audit("count, Gaussian", gaussian, List.of(), unit(NONE), counts, AuditTest::value),
        audit("counts, group limit", some, units(4, 0), across(4, 9, 0), parts, AuditTest::min),
        audit("counts, Gaussian", wide, List.of(), across(4, 9, 0), parts, AuditTest::min),
        audit(
            "sum",
            one,
            units(3, 0),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, SUM(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "sum, several rows",
            some,
            List.of(),
            across(1, 9, 50),
            "SELECT trial, SUM(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "mean",
            one,
            units(9, 20),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, AVG(CAST(x AS DOUBLE)) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "mean of nobody",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, AVG(CAST(x AS DOUBLE)) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "variance",
            one,
            units(9, 20),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, VAR_POP(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "deviation of nobody",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 20)),
            "SELECT trial, STDDEV_SAMP(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "count and sum",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, COUNT(*) + SUM(x) / 50.0 FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "two Gaussian sums",
            gaussian,
            List.of(),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT trial, SUM(x) / 50.0 + SUM(y) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "count and sums, Gaussian",
            wide,
            List.of(),
            across(4, 9, 49),
            "SELECT trial, COUNT(DISTINCT unit) + SUM(x) / 150.0 + SUM(y) / 3.0 FROM facts"
                + " GROUP BY trial, part",
            AuditTest::min),
        audit(
            "variance, several rows",
            some,
            List.of(),
            across(1, 9, 50),
            "SELECT trial, COUNT(x) + SUM(x) / 50.0 + VAR_POP(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "count, and count of some",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 1)),
            "SELECT trial, COUNT(*) + COUNT(*) FILTER (WHERE y = 1) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "counts of some, several rows",
            some,
            List.of(),
            across(1, 9, 1),
            "SELECT trial, COUNT(*) FILTER (WHERE y = 1) - COUNT(*) FILTER (WHERE x > 2) FROM facts"
                + " GROUP BY trial",
            AuditTest::value),
        audit(
            "count, and mean of some",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT trial, COUNT(*) + SUM(CASE WHEN y = 1 THEN x END) / 50.0 FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "count, and variance of others",
            some,
            List.of(),
            across(1, 9, 50),
            "SELECT trial, COUNT(*) - VAR_POP(CASE WHEN y = 1 THEN x END) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "distinct units",
            some,
            List.of(),
            across(1, 9, 0),
            "SELECT trial, COUNT(DISTINCT unit) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "distinct values",
            some,
            List.of(),
            IntStream.range(0, 9).mapToObj(i -> new Audit.Row(0, 0, i)).toList(),
            "SELECT trial, COUNT(DISTINCT x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "clipped, L1",
            some,
            List.of(),
            across(4, 9, 0),
            parts.replace(
                "SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip')"),
            AuditTest::min),
        audit(
            "clipped, L2",
            wide,
            List.of(),
            across(4, 9, 0),
            parts.replace(
                "SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip')"),
            AuditTest::min),
        audit("rows in all", inAll, List.of(), across(4, 9, 0), parts, AuditTest::min),
        audit(
            "rows in all, in one group",
            inAll,
            List.of(),
            across(1, 9, 0),
            parts,
            AuditTest::value),
        audit(
            "rows in all, Gaussian",
            Audit.Terms.of("gaussian", 3, 0),
            List.of(),
            across(4, 9, 0),
            parts,
            AuditTest::min),
        audit(
            "covariance",
            one,
            units(9, 20),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT trial, COVAR_POP(x, y) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "slope of nobody",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT trial, REGR_SLOPE(x, y) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "median",
            one,
            units(4, 10),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "median, wide bounds",
            one,
            units(4, -1),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY w) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "median, several rows",
            some,
            List.of(),
            across(1, 9, 50),
            "SELECT trial, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "greatest",
            one,
            units(9, 0),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, MAX(x) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "quartiles",
            one,
            units(4, -10),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x) + PERCENTILE_CONT(0.5)"
                + " WITHIN GROUP (ORDER BY x) + PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY x)"
                + " FROM (SELECT trial, LEAST(x, -6) AS x FROM facts) AS f GROUP BY trial",
            AuditTest::value),
        audit(
            "sum, bounds found",
            new Audit.Terms(FOUND, 5e-4, "laplace", 1, 1, FOUND),
            units(JUST_FEWER, 50),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, SUM(z) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "sum below 0, bounds found",
            new Audit.Terms(FOUND, 5e-4, "laplace", 1, 1, FOUND),
            units(JUST_FEWER, -50),
            unit(new Audit.Row(0, 0, -50)),
            "SELECT trial, SUM(z) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "count, rows found",
            new Audit.Terms(FOUND, 5e-4, "laplace", 0, 1, FOUND),
            IntStream.range(0, 9 * JUST_FEWER)
                .mapToObj(i -> new Audit.Row(1 + i % JUST_FEWER, 0, 0))
                .toList(),
            across(1, 9, 0),
            "SELECT trial, COUNT(*) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "mode",
            one,
            units(4, 0),
            unit(NONE),
            "SELECT trial, MODE(part) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "mode of nobody",
            one,
            List.of(),
            unit(NONE),
            "SELECT trial, MODE(part) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "mode, several rows",
            some,
            List.of(),
            across(1, 9, 0),
            "SELECT trial, MODE(part) FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "modes, group limit",
            some,
            units(4, 0),
            across(4, 9, 1),
            "SELECT trial, MODE(y) FROM facts GROUP BY trial, part",
            AuditTest::modes),
        best("best group", one, units(4, 0), unit(NONE), "COUNT(*) DESC LIMIT 1"),
        best("best group, several rows", some, List.of(), across(1, 9, 50), "SUM(x) DESC LIMIT 1"),
        best("two best groups", some, units(4, 0), across(2, 9, 0), "COUNT(*) DESC LIMIT 2"),
        best("worst price", some, units(4, 0), across(4, 9, 0), "part * COUNT(*) LIMIT 1"),
        audit(
            "count by a range",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT trial, n FROM (SELECT trial, FLOOR(x / 10) AS d, COUNT(*) AS n FROM facts"
                + " GROUP BY trial, FLOOR(x / 10)) WHERE d = 5",
            AuditTest::value),
        audit("selection, first", one, List.of(), unit(NONE), hidden, AuditTest::value),
        audit("selection, tenth", one, units(9, 0), unit(NONE), hidden, AuditTest::value),
        audit(
            "selection, several groups",
            some,
            units(4, 0),
            across(4, 9, 0),
            "SELECT hidden, part + 0, COUNT(*) FROM facts GROUP BY hidden, part + 0",
            AuditTest::listed),
        audit(
            "people who select, several groups",
            some,
            units(4, 0),
            across(4, 9, 0),
            "SELECT hidden, part + 0, COUNT(DISTINCT unit) FROM facts GROUP BY hidden, part + 0",
            AuditTest::min),
        audit(
            "clipped counts that select",
            some,
            units(4, 0),
            across(4, 9, 0),
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip') hidden, part + 0,"
                + " COUNT(DISTINCT unit) FROM facts GROUP BY hidden, part + 0",
            AuditTest::min),
        audit(
            "rows in all that select, and are told",
            inAll,
            units(20, 0),
            across(1, 9, 0),
            hidden,
            AuditTest::value),
        audit(
            "rows in all that select beside a sum",
            inAll,
            units(36, 0),
            across(1, 9, 50),
            "SELECT hidden, SUM(x) FROM facts GROUP BY hidden",
            AuditTest::value),
        audit(
            "Gaussian counts that select, several groups",
            wide,
            units(96, 0),
            across(4, 9, 0),
            "SELECT hidden, part + 0, COUNT(DISTINCT unit) FROM facts GROUP BY hidden, part + 0",
            AuditTest::min),
        audit(
            "selection of its own",
            one,
            units(4, 0),
            unit(new Audit.Row(0, 0, 50)),
            "SELECT hidden, SUM(x) FROM facts GROUP BY hidden",
            AuditTest::value),
        audit("selection, Gaussian", gaussian, units(12, 0), unit(NONE), hidden, AuditTest::value),
        audit(
            "totals of totals",
            one,
            units(4, 0),
            unit(NONE),
            "SELECT trial, COUNT(*) FROM facts GROUP BY GROUPING SETS ((trial, part), (trial))",
            AuditTest::min),
        audit(
            "HAVING",
            one,
            units(2, 0),
            unit(NONE),
            counts + " HAVING COUNT(*) > 3",
            AuditTest::value),
        audit(
            "a share",
            one,
            units(4, 0),
            unit(new Audit.Row(0, 0, 1)),
            "SELECT trial, COUNT(*) FILTER (WHERE y = 1) / CAST(NULLIF(COUNT(*), 0) AS DOUBLE)"
                + " FROM facts GROUP BY trial",
            AuditTest::value),
        audit(
            "sums of unequal weights",
            one,
            List.of(),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT /*+ DP(weights='s = 9') */ trial, SUM(x) / 49.0 AS s, SUM(y) AS p FROM facts"
                + " GROUP BY trial",
            AuditTest::min),
        audit(
            "Gaussian sums of unequal weights",
            gaussian,
            List.of(),
            unit(new Audit.Row(0, 0, 49)),
            "SELECT /*+ DP(weights='s = 9') */ trial, SUM(x) / 49.0 AS s, SUM(y) AS p FROM facts"
                + " GROUP BY trial",
            AuditTest::min));
  }

  @ParameterizedTest
  @MethodSource("audits")
  void nothingIsToldBeyondTheClaim(Audit audit) throws SQLException, IOException {
    boolean slow = SLOW.contains(audit.name()) || audit.trials() < Trials.MOST;
    int draws = slow ? DRAWS / 10 : DRAWS;
    LowerBound bound = bound(audit, draws);
    print(audit.name(), audit.terms().claimed(), bound, draws);
    assertThat(bound.epsilon()).as(bound.event()).isLessThanOrEqualTo(audit.terms().claimed());
  }

  private static LowerBound bound(Audit audit, int draws) throws SQLException, IOException {
    try (Trials trials = Trials.of(audit, folder)) {
      Trials.Draws drawn = trials.draw(draws);
      return LowerBound.of(drawn.with(), drawn.without(), audit.delta());
    }
  }

  private static void print(String name, double claimed, LowerBound bound, int draws) {
    System.out.printf(
        Locale.ROOT,
        "audit of %s: epsilon is at least %.3f of the %.3f claimed, by %s (%d draws a side)%n",
        name,
        bound.epsilon(),
        claimed,
        bound.event(),
        draws);
  }

  private static void seen(String name, LowerBound bound) {
    print(name, 1, bound, MANY);
    assertThat(bound.epsilon()).as(name).isGreaterThan(1);
  }

  /**
   * The scale is what it would be if epsilon were 1 / 0.9. Of the event that tells most, 200,000
   * draws a side bound it by 1.07 on average, 14 deviations above what is claimed.
   */
  @Test
  void seesTooLittleNoise() throws SQLException, IOException {
    Audit audit =
        audit(
            "noise 10 % too small",
            Audit.Terms.of("laplace", 1, 1).spending(1 / 0.9),
            List.of(),
            unit(NONE),
            "SELECT trial, COUNT(*) FROM facts GROUP BY trial",
            AuditTest::value);
    seen(audit.name(), bound(audit, MANY));
  }

  /** The scale is that for two groups of a unit; it is in four. */
  @Test
  void seesForgottenGroupLimit() throws SQLException, IOException {
    Audit audit =
        audit(
            "no group limit",
            Audit.Terms.of("laplace", 3, 4).spending(2),
            List.of(),
            across(4, 9, 0),
            "SELECT trial, COUNT(*) FROM facts GROUP BY trial, part",
            AuditTest::min);
    seen(audit.name(), bound(audit, MANY));
  }

  /** Which floating-point numbers there are tells what they were added to (Mironov 2012). */
  @Test
  void seesFloatingPointNoise() {
    Random random = new Random();
    Function<Double, Object> release =
        exact -> {
          double u = random.nextDouble();
          return exact + (random.nextBoolean() ? 1 : -1) * Math.log(1 - u);
        };
    LowerBound.Event unreachable =
        new LowerBound.Event("a number that noise is not", outcome -> !isNoise((double) outcome));
    LowerBound bound =
        LowerBound.of(
            draws(() -> release.apply(0.0)), draws(() -> release.apply(1.0)), 0, unreachable);
    seen("floating-point noise", bound);
  }

  /** Whether the logarithm of a multiple of 2^-53 is that very number. */
  private static boolean isNoise(double outcome) {
    long near = Math.round(Math.exp(-Math.abs(outcome)) * (1L << 53));
    return IntStream.rangeClosed(-4, 4)
        .anyMatch(i -> Math.log((near + i) * 0x1p-53) == -Math.abs(outcome));
  }

  /** One unit's group passes with the tail of the continuous distribution, which is the smaller. */
  @Test
  void seesThresholdOfTheContinuousDistribution() {
    Random random = new Random();
    double delta = Math.exp(-3) / 2;
    double threshold = 1 + Math.log(1 / (2 * delta));
    Supplier<Object> withUnit =
        () -> {
          long noisy = 1 + geometric(random) - geometric(random);
          return noisy >= threshold ? noisy : "absent";
        };
    LowerBound bound = LowerBound.of(draws(withUnit), draws(() -> "absent"), delta);
    seen("a continuous threshold", bound);
  }

  /** The difference of two such has probability in proportion to exp(-|k|). */
  private static long geometric(Random random) {
    return (long) Math.floor(-Math.log(1 - random.nextDouble()));
  }

  private static List<Object> draws(Supplier<Object> one) {
    return Stream.generate(one).limit(MANY).collect(Collectors.toList());
  }
}
