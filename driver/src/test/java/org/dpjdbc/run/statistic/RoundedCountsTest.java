package org.dpjdbc.run.statistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a number of rows is rounded by is a part of its error that does not cancel in a difference:
 * without it the interval of {@code COUNT(*) - COUNT(x)} beside {@code SUM(x)} held the exact
 * number in 77 % of the draws, at ε = 4 and 60 steps between the bounds.
 */
class RoundedCountsTest {
  private static final BigInteger WIDTH = BigInteger.valueOf(60);
  private static final List<Release.Ref> REFS =
      IntStream.range(0, 3).mapToObj(i -> new Release.Ref(0, i)).toList();

  private static final Statistic ALL =
      new Statistic.Count(LinearCombination.sum(REFS).over(WIDTH), 1);
  private static final Statistic VALUES =
      new Statistic.PairCount(
          new Statistic.Pair(
              LinearCombination.of(REFS.get(0)),
              LinearCombination.of(REFS.get(1)),
              BigInteger.ZERO,
              WIDTH,
              BigDecimal.ONE,
              1));

  /** Of Gaussian noise: 45 of 60 for each integer. */
  private static double halfWidth(List<Release.Ref> refs, List<Double> weights) {
    return 45 * Math.sqrt(weights.stream().mapToDouble(weight -> weight * weight).sum());
  }

  private static List<@Nullable Double> parts(Statistic statistic) {
    return StatisticErrors.parts(statistic, ref -> BigInteger.ZERO, RoundedCountsTest::halfWidth);
  }

  private static double part(List<@Nullable Double> parts, int i) {
    return Objects.requireNonNull(parts.get(i));
  }

  @Test
  void theirPartsAreTheirErrorAndAFullShareOfTheRounding() {
    for (Statistic statistic : List.of(ALL, VALUES)) {
      List<@Nullable Double> parts = parts(statistic);
      assertThat(parts).hasSameSizeAs(StatisticErrors.sources(statistic));
      double squares =
          IntStream.range(0, parts.size()).mapToDouble(i -> Math.pow(part(parts, i), 2)).sum();
      assertThat(
              Math.sqrt(
                  squares - part(parts, parts.size() - 1) * part(parts, parts.size() - 1) + 0.25))
          .isCloseTo(
              Objects.requireNonNull(
                  StatisticErrors.halfWidth(
                      statistic, ref -> BigInteger.ZERO, RoundedCountsTest::halfWidth)),
              within(1e-9));
    }
  }

  @Test
  void theDifferenceOfTwoIsRoundedTwice() {
    List<@Nullable Double> all = parts(ALL);
    List<@Nullable Double> values = parts(VALUES);
    double shared = Math.hypot(part(all, 0) - part(values, 0), part(all, 1) - part(values, 1));
    double own = Math.hypot(part(all, 2), Math.hypot(part(all, 3), part(values, 2)));
    assertThat(Math.hypot(shared, own)).isGreaterThanOrEqualTo(1);
  }

  @Test
  void wholeNumbersAreNotRounded() {
    Statistic whole = new Statistic.Count(LinearCombination.sum(REFS), 1);
    assertThat(StatisticErrors.sources(whole)).hasSize(REFS.size());
  }
}
