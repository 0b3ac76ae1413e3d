package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Choices against their exact probabilities, on the secure source. Each statistical check raises a
 * false alarm with probability 10^-12, all of them together with less than 10^-9.
 */
class ExponentialMechanismTest {
  private static final double FALSE_ALARM = 1e-12;
  private static final int CHOICES = 400_000;

  private final NoiseSource secure = NoiseSource.secure();

  static BigInteger[] integers(long... values) {
    return Arrays.stream(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0 0 0, 1 1 1, false",
    "1, 1, 5 4 3 2 1 0, 1 1 1 1 1 1, true",
    "1, 0.1, 100 90 80 0, 1 7 50 3, true",
    "3, 2, -7 -1 -2 -2 -9, 1000 1 1 5 100000, false",
    "0.5, 0.7, 1 0 0 0 0 0 0 1, 3 2 9 1 1 1 40 2, false",
    "1000000, 1, 0 1000000 3000000 2999999, 1 1 1 1, true"
  })
  void aCandidateIsAsLikelyAsItsMass(
      String sensitivity, String epsilon, String scores, String weights, boolean telling) {
    BigInteger[] s = parse(scores);
    BigInteger[] w = parse(weights);
    ExponentialMechanism mechanism =
        ExponentialMechanism.of(rational(sensitivity), rational(epsilon));
    double rate = Double.parseDouble(epsilon) / 2 / Double.parseDouble(sensitivity);
    assertThat(mechanism.rate().doubleValue()).isCloseTo(rate, within(rate));
    BigInteger[] chosen = new BigInteger[CHOICES];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = BigInteger.valueOf(mechanism.choose(s, w, secure));
    }
    assertThat(pValue(chosen, s, w, rate)).isGreaterThan(FALSE_ALARM);
    // Pearson's statistic is above 340 on average then, 7 deviations above what is needed.
    assertThat(!telling || pValue(chosen, s, w, rate * 1.1) < FALSE_ALARM)
        .as("a rate that is 10 %% off")
        .isTrue();
  }

  private static Offset<Double> within(double rate) {
    return Offset.offset(rate * 1e-12);
  }

  private static BigInteger[] parse(String numbers) {
    return Arrays.stream(numbers.split(" ")).map(BigInteger::new).toArray(BigInteger[]::new);
  }

  private static double pValue(BigInteger[] chosen, BigInteger[] s, BigInteger[] w, double rate) {
    double best = Arrays.stream(s).mapToDouble(BigInteger::doubleValue).max().orElseThrow();
    return ChiSquare.pValue(
        chosen,
        s.length,
        i ->
            i < 0 || i >= s.length
                ? 0
                : w[i].doubleValue() * Math.exp(rate * (s[i].doubleValue() - best)));
  }

  /** Every word tells of a candidate with certainty; the shares of all words are the masses. */
  @Test
  void theUniformNumberPicksByInversion() {
    ExponentialMechanism mechanism = ExponentialMechanism.of(BigFraction.ONE, rational("0.8"));
    BigInteger[] scores = integers(3, 9, 9, 1, 0);
    BigInteger[] weights = integers(4, 1, 2, 60, 5);
    double total = 0;
    double[] masses = new double[scores.length];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = weights[i].doubleValue() * Math.exp(0.4 * scores[i].doubleValue());
      total += masses[i];
    }
    for (int from = 0; from < 1000; from++) {
      double u = (from + 0.5) / 1000;
      double running = 0;
      int i;
      for (i = 0; running + masses[i] <= u * total; i++) {
        running += masses[i];
      }
      assertThat(mechanism.choose(scores, weights, fixed(u))).isEqualTo(i);
    }
  }

  /** The 256 bits of a fraction: one of 8 bits, then four words of 62 bits, the first leading. */
  private static RandomBits fixed(double u) {
    BigInteger bits =
        new BigDecimal(u).multiply(new BigDecimal(BigInteger.ONE.shiftLeft(256))).toBigInteger();
    BigInteger reversed = BigInteger.ZERO;
    int place = 0;
    for (int taken = 0; taken < 256; ) {
      int next = Math.min(62, 256 - taken);
      BigInteger part = bits.shiftRight(256 - taken - next).mod(BigInteger.ONE.shiftLeft(next));
      reversed = reversed.or(part.shiftLeft(place));
      place += next;
      taken += next;
    }
    BigInteger stream = reversed;
    int[] word = {0};
    return new RandomBits(() -> stream.shiftRight(64 * word[0]++).longValue());
  }

  /** A number at the border of two candidates decides nothing before it has more bits. */
  @Test
  void whatIsNotCertainIsMadeFiner() {
    ExponentialMechanism mechanism = ExponentialMechanism.of(BigFraction.ONE, BigFraction.ONE);
    BigInteger[] same = integers(0, 0);
    int[] words = {0};
    RandomBits half =
        // 0.1 and 300 zeros: the first of 62 bits is the highest
        new RandomBits(() -> words[0]++ == 0 ? 1L << 61 : words[0] < 6 ? 0 : -1);
    assertThat(mechanism.choose(same, integers(1, 1), half)).isEqualTo(1);
    assertThat(words[0]).isGreaterThan(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.001", "0.37", "12.5", "1e-30", "700"})
  void theTableBoundsTheExponential(String rate) {
    IntervalMath math = new IntervalMath(120);
    ExpTable table = new ExpTable(rational(rate), 256);
    BigDecimal unit = new BigDecimal(BigInteger.ONE.shiftLeft(256));
    assertThat(table.error().bitLength()).isLessThan(24);
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      BigInteger far = BigInteger.valueOf(i).add(new BigInteger(i % 130, random));
      if (rational(rate).multiply(far).doubleValue() > 1000) {
        assertThat(table.low(far)).isEqualTo(BigInteger.ZERO);
        continue;
      }
      RealInterval exp = math.exp(math.of(rational(rate).multiply(far)).negate());
      BigDecimal low = new BigDecimal(table.low(far));
      assertThat(low).isLessThanOrEqualTo(exp.high().multiply(unit));
      assertThat(low.add(new BigDecimal(table.error())))
          .isGreaterThanOrEqualTo(exp.low().multiply(unit));
    }
    assertThat(table.low(BigInteger.ZERO)).isEqualTo(BigInteger.ONE.shiftLeft(256));
  }

  /** Theorem 6, for all neighbours of some scores: no probability changes by more than e^ε. */
  @Test
  void noNeighbourChangesAProbabilityByMoreThanClaimed() {
    Random random = new Random(42);
    double epsilon = 0.7;
    for (int round = 0; round < 200; round++) {
      int size = 2 + random.nextInt(6);
      long[] scores = random.longs(size, -20, 20).toArray();
      long[] weights = random.longs(size, 1, 9).toArray();
      long[] moved = scores.clone();
      IntStream.range(0, size).forEach(i -> moved[i] += random.nextInt(7) - 3);
      ExponentialMechanism mechanism = ExponentialMechanism.of(BigFraction.of(3), rational("0.7"));
      double rate = mechanism.rate().doubleValue();
      double ratio = 0;
      for (int i = 0; i < size; i++) {
        double before = probability(scores, weights, rate, i);
        double after = probability(moved, weights, rate, i);
        ratio = Math.max(ratio, Math.abs(Math.log(before / after)));
      }
      assertThat(ratio).isLessThanOrEqualTo(epsilon + 1e-9);
    }
  }

  private static double probability(long[] scores, long[] weights, double rate, int at) {
    double total = 0;
    for (int i = 0; i < scores.length; i++) {
      total += weights[i] * Math.exp(rate * scores[i]);
    }
    return weights[at] * Math.exp(rate * scores[at]) / total;
  }

  @Test
  void whatIsNoQuestionIsRefused() {
    ExponentialMechanism mechanism = ExponentialMechanism.of(BigFraction.ONE, BigFraction.ONE);
    assertThatThrownBy(() -> mechanism.choose(integers(), integers(), secure))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mechanism.choose(integers(1, 2), integers(1), secure))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mechanism.choose(integers(1, 2), integers(1, 0), secure))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ExponentialMechanism.of(BigFraction.ZERO, BigFraction.ONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ExponentialMechanism.of(BigFraction.ONE, BigFraction.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
