package org.dpjdbc.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.it.DriverJar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * That audits would notice is shown by noise that is 10 % too small, noise of floating-point
 * numbers, a threshold of the continuous distribution, and groups without a limit. Each passes but
 * with probability below 1e-9: the bound is expected to be eight deviations above what is claimed,
 * and more.
 */
class NoticeTest {
  /** What the tests that ask the driver need to be sure. */
  private static final int SOME = 60_000;

  private static final int FEW = 20_000;

  /** What the others have, which draw for themselves. */
  private static final int MANY = 200_000;

  @TempDir private static Path folder;

  @BeforeAll
  static void require() throws URISyntaxException {
    DriverJar.require();
  }

  private static void seen(String name, double claimed, LowerBound bound) {
    System.out.printf(
        Locale.ROOT,
        "audit of %s: epsilon is at least %.3f, by %s%n",
        name,
        bound.epsilon(),
        bound.event());
    assertThat(bound.epsilon()).as(name).isGreaterThan(claimed);
  }

  /**
   * The scale is what it would be if epsilon were 2 / 0.9. Of the event that tells most, 48,000
   * draws a side bound it by 2.11 on average, with a deviation of 0.014.
   */
  @Test
  void tooLittleNoise() throws SQLException, IOException {
    Audit audit =
        Audit.of(
            "noise 10 % too small",
            Audit.Terms.laplace(1, 1).spending(2 / 0.9),
            List.of(),
            Outcomes.one(0),
            "SELECT trial, COUNT(*) FROM facts GROUP BY trial",
            Outcomes::value);
    seen(audit.name(), 2, Trials.bound(audit, SOME, folder));
  }

  /** The scale is that for two groups of a unit; it is in four. */
  @Test
  void forgottenGroupLimit() throws SQLException, IOException {
    Audit audit =
        Audit.of(
            "no group limit",
            Audit.Terms.laplace(3, 4).spending(4),
            List.of(),
            Outcomes.across(4, 4, 0),
            "SELECT trial, part, COUNT(*) FROM facts GROUP BY trial, part",
            Outcomes.least(4));
    seen(audit.name(), 2, Trials.bound(audit, FEW, folder));
  }

  /** Which floating-point numbers there are tells what they were added to (Mironov 2012). */
  @Test
  void floatingPointNoise() {
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
    seen("floating-point noise", 1, bound);
  }

  /** Whether the logarithm of a multiple of 2^-53 is that very number. */
  private static boolean isNoise(double outcome) {
    long near = Math.round(Math.exp(-Math.abs(outcome)) * (1L << 53));
    return IntStream.rangeClosed(-4, 4)
        .anyMatch(i -> Math.log((near + i) * 0x1p-53) == -Math.abs(outcome));
  }

  /** One unit's group passes with the tail of the continuous distribution, which is the smaller. */
  @Test
  void thresholdOfTheContinuousDistribution() {
    Random random = new Random();
    double delta = Math.exp(-3) / 2;
    double threshold = 1 + Math.log(1 / (2 * delta));
    Supplier<Object> withUnit =
        () -> {
          long noisy = 1 + geometric(random) - geometric(random);
          return noisy >= threshold ? noisy : "absent";
        };
    LowerBound bound = LowerBound.of(draws(withUnit), draws(() -> "absent"), delta);
    seen("a continuous threshold", 1, bound);
  }

  /** The difference of two such has probability in proportion to exp(-|k|). */
  private static long geometric(Random random) {
    return (long) Math.floor(-Math.log(1 - random.nextDouble()));
  }

  private static List<Object> draws(Supplier<Object> one) {
    return Stream.generate(one).limit(MANY).collect(Collectors.toList());
  }
}
