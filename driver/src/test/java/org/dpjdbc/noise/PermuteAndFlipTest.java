package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.ExponentialMechanismTest.integers;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Choices against their exact probabilities, which a sum over all orders gives, on the secure
 * source. Each statistical check raises a false alarm with probability 10^-12.
 */
class PermuteAndFlipTest {
  private static final double FALSE_ALARM = 1e-12;
  private static final int CHOICES = 100_000;

  private final NoiseSource secure = NoiseSource.secure();

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "1, 1, false, 0 0 0",
    "1, 1, false, 5 4 3 2 1 0",
    "1, 0.1, true, 30 20 10 0",
    "4, 2, true, -7 -1 -2 -2 -9"
  })
  void aCandidateIsAsLikelyAsOverAllOrders(
      String sensitivity, String epsilon, boolean monotone, String scores) {
    BigInteger[] s =
        Arrays.stream(scores.split(" ")).map(BigInteger::new).toArray(BigInteger[]::new);
    PermuteAndFlip mechanism =
        PermuteAndFlip.of(rational(sensitivity), rational(epsilon), monotone);
    double rate = mechanism.rate().doubleValue();
    assertThat(rate * Double.parseDouble(sensitivity) * (monotone ? 1 : 2))
        .isEqualTo(Double.parseDouble(epsilon));
    BigInteger[] chosen = new BigInteger[CHOICES];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = BigInteger.valueOf(mechanism.choose(s, secure));
    }
    assertThat(pValue(chosen, s, rate)).isGreaterThan(FALSE_ALARM);
    assertThat(s.length == 3 || pValue(chosen, s, rate * 1.1) < FALSE_ALARM)
        .as("a rate that is 10 %% off")
        .isTrue();
  }

  private static double pValue(BigInteger[] chosen, BigInteger[] s, double rate) {
    double[] all = probabilities(s, rate);
    return ChiSquare.pValue(chosen, s.length, i -> i < 0 || i >= s.length ? 0 : all[i]);
  }

  /** P(i) = p_i · Σ over sets S of others: (-1)^|S| / (|S| + 1) · Π p_j (the paper's section 4). */
  private static double[] probabilities(BigInteger[] s, double rate) {
    double best = Arrays.stream(s).mapToDouble(BigInteger::doubleValue).max().orElseThrow();
    double[] coin =
        Arrays.stream(s).mapToDouble(x -> Math.exp(rate * (x.doubleValue() - best))).toArray();
    double[] all = new double[s.length];
    for (int i = 0; i < s.length; i++) {
      for (int set = 0; set < 1 << s.length; set++) {
        if ((set >> i & 1) == 0) {
          double product = coin[i];
          for (int j = 0; j < s.length; j++) {
            product *= (set >> j & 1) == 1 ? -coin[j] : 1;
          }
          all[i] += product / (Integer.bitCount(set) + 1);
        }
      }
    }
    return all;
  }

  @Test
  void noNeighbourChangesAProbabilityByMoreThanClaimed() {
    Random random = new Random(42);
    for (int round = 0; round < 300; round++) {
      boolean monotone = random.nextBoolean();
      long[] scores = random.longs(2 + random.nextInt(5), -20, 20).toArray();
      BigInteger[] s = integers(scores);
      BigInteger[] moved =
          integers(
              Arrays.stream(scores)
                  .map(x -> x + random.nextInt(monotone ? 4 : 7) - (monotone ? 0 : 3))
                  .toArray());
      double rate =
          PermuteAndFlip.of(BigFraction.of(3), rational("0.7"), monotone).rate().doubleValue();
      double[] before = probabilities(s, rate);
      double[] after = probabilities(moved, rate);
      for (int i = 0; i < before.length; i++) {
        assertThat(Math.abs(Math.log(before[i] / after[i]))).isLessThanOrEqualTo(0.7 + 1e-9);
      }
    }
  }

  /**
   * Two candidates whose scores differ by 5. The worse one is chosen with probability p/2, where p
   * = exp(-5ε) is the chance that its coin comes up heads: it must be visited first, too (McKenna
   * and Sheldon 2020). The expected error is 5p/2, which is 1.516 at ε = 0.1 and 0.0168 at ε = 1.
   */
  @Test
  void theErrorIsThatOfTheTheory() {
    BigInteger[] scores = integers(5, 0);
    assertThat(5 * probabilities(scores, 0.1)[1]).isBetween(1.51, 1.55);
    assertThat(5 * probabilities(scores, 1)[1]).isBetween(0.016, 0.018);
  }

  /** As many words whichever candidate is chosen: nothing stops at the first head. */
  @Test
  void everyCoinIsTossed() {
    PermuteAndFlip mechanism = PermuteAndFlip.of(BigFraction.ONE, rational("0.5"), true);
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      RandomBits bits = new RandomBits(random::nextLong);
      mechanism.choose(integers(9, 8, 7, 0, 3, 9, 9, 9), bits);
      assertThat(bits.wordsUsed()).isBetween(32L, 34L);
    }
  }

  @Test
  void nothingToChooseFromIsRefused() {
    PermuteAndFlip mechanism = PermuteAndFlip.of(BigFraction.ONE, BigFraction.ONE, true);
    assertThatThrownBy(() -> mechanism.choose(integers(), secure))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
