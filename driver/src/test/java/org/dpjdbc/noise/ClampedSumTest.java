package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.ExponentialMechanismTest.integers;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Choices of clamps against their exact probabilities, on the secure source. Each statistical check
 * raises a false alarm with probability at most 10^-12.
 */
class ClampedSumTest {
  private static final double FALSE_ALARM = 1e-12;
  private static final int CHOICES = 100_000;

  private final NoiseSource secure = NoiseSource.secure();

  private static ClampedSum mechanism(int moves, String epsilon) {
    return ClampedSum.of(BigInteger.valueOf(moves), rational(epsilon));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 4, 3 30 15 8 2, true",
    "1, 4, 0 0 0 0 0, false",
    "3, 8, 100 40 20 20 10 10, true",
    "2, 1, 0 100 200 0 0 90 1, true"
  })
  void aClampIsAsLikelyAsTheNoiseSays(
      int moves, String epsilon, String histogram, boolean telling) {
    BigInteger[] counts =
        Arrays.stream(histogram.split(" ")).map(BigInteger::new).toArray(BigInteger[]::new);
    ClampChoice.Draws draws = mechanism(moves, epsilon).choice().draw(secure, 1000, counts.length);
    BigInteger[] chosen = new BigInteger[CHOICES];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = BigInteger.valueOf(draws.choose(counts));
    }
    double e = Double.parseDouble(epsilon) / moves;
    double threshold = Math.ceil(70 / e);
    double[] exact = probabilities(counts, threshold, e);
    assertThat(pValue(chosen, exact)).isGreaterThan(FALSE_ALARM);
    assertThat(!telling || pValue(chosen, probabilities(counts, threshold, e * 1.1)) < FALSE_ALARM)
        .as("noise that is 10 %% off")
        .isTrue();
  }

  private static double pValue(BigInteger[] chosen, double[] exact) {
    return ChiSquare.pValue(chosen, exact.length, i -> i < 0 || i >= exact.length ? 0 : exact[i]);
  }

  /**
   * Of the first power that fails: the sum over all noises of the bar, of rate 3/16 ε, of the
   * probabilities of the noises of the counts, of rate ε/16.
   */
  private static double[] probabilities(BigInteger[] counts, double threshold, double epsilon) {
    double bar = epsilon * 3 / 16;
    double count = epsilon / 16;
    int reach = (int) (40 / bar);
    double[] all = new double[counts.length];
    double mass = Math.tanh(bar / 2);
    for (int z = -reach; z <= reach; z++) {
      double passed = mass * Math.exp(-bar * Math.abs(z));
      for (int i = 0; i < counts.length - 1; i++) {
        double fails = below(threshold + z - above(counts, i), count);
        all[i] += passed * fails;
        passed *= 1 - fails;
      }
      all[counts.length - 1] += passed;
    }
    return all;
  }

  private static long above(BigInteger[] counts, int power) {
    return IntStream.range(power + 1, counts.length).mapToLong(i -> counts[i].longValue()).sum();
  }

  /** P(ν < x) for a whole x, of discrete Laplace noise. */
  private static double below(double x, double rate) {
    double r = Math.exp(-rate);
    return x <= 0 ? Math.pow(r, 1 - x) / (1 + r) : 1 - Math.pow(r, x) / (1 + r);
  }

  /** One total more, anywhere: by its part of what all Δ of them may change. */
  @Test
  void noTotalChangesAProbabilityByMoreThanClaimed() {
    Random random = new Random(7);
    double max = 0;
    for (int round = 0; round < 300; round++) {
      double epsilon = random.nextBoolean() ? 1 : 6;
      double threshold = Math.ceil(70 / epsilon) + random.nextInt(3);
      BigInteger[] counts =
          integers(random.longs(2 + random.nextInt(6), 0, random.nextBoolean() ? 5 : 60).toArray());
      BigInteger[] more = counts.clone();
      int cell = random.nextInt(more.length);
      more[cell] = more[cell].add(BigInteger.ONE);
      double[] before = probabilities(counts, threshold, epsilon);
      double[] after = probabilities(more, threshold, epsilon);
      for (int i = 0; i < before.length; i++) {
        if (before[i] > 1e-12 && after[i] > 1e-12) {
          max = Math.max(max, Math.abs(Math.log(before[i] / after[i])) / epsilon);
        }
      }
    }
    assertThat(max).isLessThanOrEqualTo(0.25 + 1e-6).isGreaterThan(0.15);
  }

  @Test
  void theHistogramTellsClampedSumsExactly() {
    Random random = new Random(11);
    for (int round = 0; round < 50; round++) {
      long[] totals = random.longs(200, 1, 1 << (1 + random.nextInt(12))).toArray();
      BigInteger[] counts = integers(new long[13]);
      BigInteger[] sums = integers(new long[13]);
      for (long total : totals) {
        int cell = Long.SIZE - Long.numberOfLeadingZeros(total - 1);
        counts[cell] = counts[cell].add(BigInteger.ONE);
        sums[cell] = sums[cell].add(BigInteger.valueOf(total));
      }
      for (int i = 0; i < counts.length; i++) {
        long clamp = 1L << i;
        assertThat(ClampedSum.clamped(counts, sums, i))
            .isEqualTo(Arrays.stream(totals).map(total -> Math.min(total, clamp)).sum());
      }
    }
  }

  @Test
  void withoutNoiseAsManyStayAboveAsTheThresholdSays() {
    ClampedSum mechanism = mechanism(1, "1");
    assertThat(mechanism.choice().threshold()).isEqualTo(70);
    ClampChoice.Draws choices = mechanism.choice().draw(TestNoise.zero(), 1, 4);
    assertThat(choices.choose(integers(0, 0, 30, 40))).isEqualTo(2);
    assertThat(choices.choose(integers(0, 0, 30, 39))).isEqualTo(0);
    assertThat(choices.choose(integers(0, 0, 30, 70))).isEqualTo(3);
    ClampedSum.Draws draws = mechanism.draw(TestNoise.zero(), 1, 4);
    assertThat(draws.release(integers(5, 0, 30, 70), integers(5, 0, 100, 500))).isEqualTo(605);
  }

  /** 10,000 totals from 513 to 1,000: the clamp is 1,024, hardly ever another. */
  @Test
  void theErrorIsThatOfNoiseOnTheClampedSum() {
    BigInteger[] counts = integers(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10_000, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    BigInteger[] sums = integers(new long[20]);
    sums[10] = BigInteger.valueOf(7_500_000);
    ClampedSum.Draws draws = mechanism(1, "0.8").draw(secure, 2000, counts.length);
    double squares = 0;
    int runs = 20_000;
    for (int i = 0; i < runs; i++) {
      double off = draws.release(counts, sums).doubleValue() - 7_500_000;
      squares += Math.min(off * off, 1e10);
    }
    double ofClamp = Math.sqrt(2) * 1024 / 0.6;
    assertThat(Math.sqrt(squares / runs)).isBetween(0.95 * ofClamp, 1.1 * ofClamp);
  }

  @Test
  void epsilonIsDividedInTwo() {
    ClampedSum mechanism = mechanism(3, "0.7");
    assertThat(mechanism.choice().epsilon().add(mechanism.sumEpsilon())).isEqualTo(rational("0.7"));
    assertThat(mechanism.ofSum(5).noise().scale())
        .isEqualTo(BigFraction.of(3 * 32).divide(rational("0.525")));
  }

  @Test
  void whatIsNotPositiveIsRefused() {
    assertThatThrownBy(() -> mechanism(0, "1")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mechanism(1, "0")).isInstanceOf(IllegalArgumentException.class);
  }
}
