package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.PrivacySplit.Taker;
import org.junit.jupiter.api.Test;

/** Shares are exact, add up to the whole, and have the smallest sum of errors. */
class PrivacySplitTest {
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  @Test
  void sharesAddUpToTheWhole() {
    Random random = new Random(19);
    for (int round = 0; round < 5_000; round++) {
      List<Taker> takers = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        int equal = 1 + random.nextInt(3);
        BigInteger pull = BigInteger.valueOf(1 + random.nextInt(1 << random.nextInt(20)));
        takers.add(
            random.nextInt(6) == 0
                ? Taker.selection(equal)
                : new Taker(pull, equal, random.nextInt(3) == 0));
      }
      List<BigFraction> shares = PrivacySplit.divided(takers);
      assertThat(shares.stream().reduce(BigFraction.ZERO, BigFraction::add))
          .as("%s", takers)
          .isEqualTo(BigFraction.ONE);
      int all = takers.stream().mapToInt(Taker::equal).sum();
      for (int i = 0; i < shares.size(); i++) {
        assertThat(shares.get(i).signum()).as("%s", takers).isPositive();
        if (takers.get(i).selects()) {
          assertThat(shares.get(i))
              .as("%s", takers)
              .isGreaterThanOrEqualTo(BigFraction.of(takers.get(i).equal(), all));
        }
      }
    }
  }

  @Test
  void equalPullsHaveEqualShares() {
    List<Taker> equal = Collections.nCopies(7, new Taker(BigInteger.valueOf(100), 1, false));
    assertThat(PrivacySplit.divided(equal)).containsOnly(BigFraction.of(1, 7));
    assertThat(PrivacySplit.divided(List.of(Taker.selection(1), equal.get(0), equal.get(0))))
        .containsOnly(BigFraction.of(1, 3));
    assertThat(PrivacySplit.divided(List.of())).isEmpty();
  }

  /** What selects has no less than an equal share; the others divide the rest. */
  @Test
  void whatSelectsKeepsItsShare() {
    Taker once = new Taker(BigInteger.valueOf(100), 1, false);
    Taker often = new Taker(BigInteger.valueOf(300), 1, false);
    Taker counts = new Taker(BigInteger.valueOf(100), 1, true);
    assertThat(PrivacySplit.divided(List.of(Taker.selection(1), once, often)))
        .containsExactly(BigFraction.of(1, 3), BigFraction.of(1, 6), BigFraction.of(1, 2));
    assertThat(PrivacySplit.divided(List.of(counts, once, often)))
        .containsExactly(BigFraction.of(1, 3), BigFraction.of(1, 6), BigFraction.of(1, 2));
    assertThat(
            PrivacySplit.divided(List.of(new Taker(BigInteger.valueOf(400), 1, true), once, often)))
        .containsExactly(BigFraction.of(1, 2), BigFraction.of(1, 8), BigFraction.of(3, 8));
  }

  @Test
  void rootsAreRoundedDown() {
    for (int i = 1; i <= 20_000; i++) {
      BigFraction x = BigFraction.of(BigInteger.valueOf(i), THOUSAND);
      double root = 100 * Math.sqrt(i / 1000.0);
      double cube = 100 * Math.pow(i / 1000.0, 2.0 / 3);
      assertThat(PrivacySplit.root(x).doubleValue()).isBetween(root - 1.0001, root + 0.0001);
      assertThat(PrivacySplit.cubeRootOfSquare(x).doubleValue())
          .isBetween(Math.max(1, cube - 1.0001), Math.max(1, cube) + 0.0001);
    }
    assertThat(PrivacySplit.root(BigFraction.of(1, 1_000_000))).isEqualTo(BigInteger.ONE);
    assertThat(PrivacySplit.cubeRootOfSquare(BigFraction.of(1, 1_000_000)))
        .isEqualTo(BigInteger.ONE);
    assertThat(PrivacySplit.root(BigFraction.ONE)).isEqualTo(BigInteger.valueOf(100));
    assertThat(PrivacySplit.cubeRootOfSquare(BigFraction.of(8))).isEqualTo(BigInteger.valueOf(400));
  }

  /** No other split that was tried has a sum of errors less by more than rounding makes it. */
  @Test
  void noOtherSplitHasLessErrors() {
    Random random = new Random(20);
    for (int round = 0; round < 300; round++) {
      double[] weights = random.doubles(2 + random.nextInt(5), 0.1, 9).toArray();
      for (double power : new double[] {1, 0.5}) {
        List<Taker> takers = new ArrayList<>();
        for (double weight : weights) {
          BigFraction exact = BigFraction.from(weight);
          takers.add(
              new Taker(
                  power == 1 ? PrivacySplit.root(exact) : PrivacySplit.cubeRootOfSquare(exact),
                  1,
                  false));
        }
        double[] shares =
            PrivacySplit.divided(takers).stream().mapToDouble(BigFraction::doubleValue).toArray();
        double lowest = error(weights, shares, power);
        for (int other = 0; other < 50; other++) {
          double[] moved = shares.clone();
          int from = random.nextInt(moved.length);
          double amount = random.nextDouble() * moved[from];
          moved[from] -= amount;
          moved[random.nextInt(moved.length)] += amount;
          assertThat(lowest).isLessThanOrEqualTo(error(weights, moved, power) * 1.001);
        }
        double[] equal = new double[weights.length];
        Arrays.fill(equal, 1.0 / equal.length);
        assertThat(lowest).isLessThanOrEqualTo(error(weights, equal, power) * 1.001);
      }
    }
    assertThat(error(new double[] {3, 1}, new double[] {0.5, 0.5}, 1)).isCloseTo(8, within(1e-9));
  }

  private static double error(double[] weights, double[] shares, double power) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] / Math.pow(shares[i], power);
    }
    return sum;
  }
}
