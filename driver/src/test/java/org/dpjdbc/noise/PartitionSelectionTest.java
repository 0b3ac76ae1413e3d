package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.backends.SuiteCases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("more")
class PartitionSelectionTest {
  private static final IntervalMath MATH = new IntervalMath(50);

  /** Of so many settings that groups have with weights one is tried. */
  private static final int APART = SuiteCases.PARTITION_SELECTION_APART.number();

  record Setting(String epsilon, String delta, int groups, int weight) {
    Setting(String epsilon, String delta, int groups) {
      this(epsilon, delta, groups, 1);
    }

    PartitionSelection selection() {
      return PartitionSelection.of(rational(epsilon), rational(delta), groups, weight);
    }

    BigFraction groupEpsilon() {
      return rational(epsilon).divide(groups);
    }

    BigFraction groupDelta() {
      return rational(delta).divide(groups);
    }
  }

  static Stream<Setting> grid() {
    return Stream.of("0.1", "0.5", "1", "2", "5")
        .flatMap(
            epsilon ->
                Stream.of("1e-2", "1e-5", "1e-8", "1e-12")
                    .flatMap(
                        delta ->
                            Stream.of(1, 2, 3, 10)
                                .map(groups -> new Setting(epsilon, delta, groups))));
  }

  static Stream<Setting> weightedGrid() {
    List<Setting> all =
        grid()
            .flatMap(
                plain ->
                    Stream.of(1, 3)
                        .map(w -> new Setting(plain.epsilon(), plain.delta(), plain.groups(), w)))
            .toList();
    return IntStream.range(0, all.size()).filter(i -> i % APART == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("weightedGrid")
  void oneUnitIsShownWithProbabilityAtMostDeltaAndNoLessThanNeeded(Setting setting) {
    PartitionSelection selection = setting.selection();
    BigInteger weight = BigInteger.valueOf(setting.weight());
    RealInterval one = selection.probabilityBounds(weight);
    BigDecimal delta = MATH.of(setting.groupDelta()).low();
    assertThat(one.isAtMost(delta)).isTrue();

    BigInteger lower = selection.threshold().subtract(BigInteger.ONE);
    if (lower.compareTo(weight) < 0) {
      return; // the smallest threshold there is
    }
    TruncatedLaplace tighter = new TruncatedLaplace(selection.noise().scale(), lower);
    RealInterval boundary =
        TruncatedLaplaceMath.tail(tighter, lower.add(BigInteger.ONE).subtract(weight));
    assertThat(boundary.isAtMost(delta)).as("a threshold lower by 1").isFalse();
  }

  /** Brute force, independent of the closed form: the mass of all draws that show the group. */
  @ParameterizedTest
  @MethodSource("weightedGrid")
  void theProbabilityIsTheMassOfTheNoiseThatShowsTheGroup(Setting setting) {
    PartitionSelection selection = setting.selection();
    int bound = selection.threshold().intValueExact();
    double ratio = Math.exp(-setting.groupEpsilon().doubleValue() / setting.weight());
    double total = 0;
    double shown = 0;
    int units = 1 + bound / 2;
    for (int noise = -bound; noise <= bound; noise++) {
      double mass = Math.pow(ratio, Math.abs(noise));
      total += mass;
      if (units + noise > bound) {
        shown += mass;
      }
    }
    assertThat(selection.probability(BigInteger.valueOf(units)).doubleValue())
        .isCloseTo(shown / total, withPercentage(1e-8));
  }

  /** P(S) ≤ e^ε P'(S) + δ for "shown" and for "not shown", both ways, at every number of units. */
  @ParameterizedTest
  @MethodSource("weightedGrid")
  void neighbouringCountsAreIndistinguishable(Setting setting) {
    PartitionSelection selection = setting.selection();
    RealInterval growth = MATH.exp(MATH.of(setting.groupEpsilon()));
    RealInterval delta = MATH.of(setting.groupDelta());
    for (BigInteger n : someCounts(selection)) {
      RealInterval here = selection.probabilityBounds(n);
      RealInterval next = selection.probabilityBounds(n.add(BigInteger.valueOf(setting.weight())));
      assertBounded(next, growth, here, delta);
      assertBounded(here, growth, next, delta);
      assertBounded(complement(next), growth, complement(here), delta);
      assertBounded(complement(here), growth, complement(next), delta);
    }
  }

  /**
   * Of units that are protected together some may be in one group and some in others: m of w of
   * them take no more than m/w of epsilon and delta.
   */
  @ParameterizedTest
  @MethodSource("weightedGrid")
  void someOfTheUnitsThatGoTogetherTakeTheirPart(Setting setting) {
    PartitionSelection selection = setting.selection();
    for (int moved = 1; moved <= setting.weight(); moved++) {
      BigFraction part = BigFraction.of(moved, setting.weight());
      RealInterval growth = MATH.exp(MATH.of(setting.groupEpsilon().multiply(part)));
      RealInterval delta = MATH.of(setting.groupDelta().multiply(part));
      for (BigInteger n : someCounts(selection)) {
        RealInterval here = selection.probabilityBounds(n);
        RealInterval next = selection.probabilityBounds(n.add(BigInteger.valueOf(moved)));
        assertBounded(next, growth, here, delta);
        assertBounded(here, growth, next, delta);
        assertBounded(complement(next), growth, complement(here), delta);
        assertBounded(complement(here), growth, complement(next), delta);
      }
    }
  }

  /**
   * Over every outcome, the noisy count itself among them, by brute force: what P(S) may exceed
   * e^(ε m/w) P'(S) by is the sum over the outcomes where it does, and is at most δ m/w. For a
   * group of none beside one of w it is the mass at the boundary, so that nothing less would do.
   */
  @ParameterizedTest
  @MethodSource("weightedGrid")
  void noisyCountsOfNeighboursAreIndistinguishable(Setting setting) {
    PartitionSelection selection = setting.selection();
    double[] noise = masses(selection, setting);
    int k = selection.threshold().intValueExact();
    for (int moved = 1; moved <= setting.weight(); moved++) {
      double part = (double) moved / setting.weight();
      double growth = Math.exp(setting.groupEpsilon().doubleValue() * part);
      double delta = setting.groupDelta().doubleValue() * part;
      for (int n :
          new int[] {0, 1, 2, k / 2, k - 1, k, k + 1, 2 * k - 1, 2 * k, 2 * k + 1, 3 * k}) {
        double[] here = outcomes(noise, k, n, n + moved + k);
        double[] next = outcomes(noise, k, n + moved, n + moved + k);
        assertThat(excess(next, growth, here)).isLessThanOrEqualTo(delta * (1 + 1e-9));
        assertThat(excess(here, growth, next)).isLessThanOrEqualTo(delta * (1 + 1e-9));
      }
    }
    int w = setting.weight();
    double boundary = selection.probability(BigInteger.valueOf(w)).doubleValue();
    double growth = Math.exp(setting.groupEpsilon().doubleValue());
    assertThat(excess(outcomes(noise, k, w, w + k), growth, outcomes(noise, k, 0, w + k)))
        .isCloseTo(boundary, withPercentage(1e-6));
  }

  /** Of the noise from -k to k. */
  private static double[] masses(PartitionSelection selection, Setting setting) {
    int k = selection.threshold().intValueExact();
    double rate = setting.groupEpsilon().doubleValue() / setting.weight();
    double[] masses = new double[2 * k + 1];
    double total = 0;
    for (int i = 0; i < masses.length; i++) {
      masses[i] = Math.exp(-rate * Math.abs(i - k));
      total += masses[i];
    }
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= total;
    }
    return masses;
  }

  /** The probability of each noisy count up to the last; first, that nothing is shown. */
  private static double[] outcomes(double[] noise, int threshold, int count, int last) {
    double[] outcomes = new double[last + 1];
    for (int i = 0; i < noise.length; i++) {
      int noisy = count + i - threshold;
      outcomes[noisy > threshold ? noisy : 0] += noise[i];
    }
    return outcomes;
  }

  private static double excess(double[] p, double growth, double[] q) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      // A ratio that is exact but for rounding is no excess.
      sum += Math.max(0, p[i] * (1 - 1e-12) - growth * q[i]);
    }
    return sum;
  }

  @Test
  void theNoisyCountIsReleasedJustIfItIsAboveTheThreshold() {
    PartitionSelection selection = new Setting("1", "1e-6", 2).selection();
    BigInteger k = selection.threshold();
    for (int draw : new int[] {-5, 0, 5}) {
      NoiseTape tape =
          TestNoise.drawing(noise -> BigInteger.valueOf(draw)).tape(selection.noise(), 3);
      BigInteger needed = k.subtract(BigInteger.valueOf(draw));
      assertThat(selection.release(needed, tape)).isEmpty();
      assertThat(selection.release(needed.add(BigInteger.ONE), tape))
          .contains(k.add(BigInteger.ONE));
    }
    NoiseSource impossible = TestNoise.drawing(noise -> BigInteger.TEN.pow(9));
    assertThat(selection.release(BigInteger.ZERO, impossible.tape(selection.noise(), 1))).isEmpty();
    NoiseTape other = TestNoise.zero().tape(new Setting("1", "1e-6", 1).selection().noise(), 1);
    assertThatThrownBy(() -> selection.release(BigInteger.TEN, other))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("grid")
  void itIsTheOptimalRecurrence(Setting setting) {
    PartitionSelection selection = setting.selection();
    RealInterval growth = MATH.exp(MATH.of(setting.groupEpsilon()));
    RealInterval shrink = MATH.exp(MATH.of(setting.groupEpsilon()).negate());
    RealInterval delta = selection.probabilityBounds(BigInteger.ONE);
    for (BigInteger n : someCounts(selection)) {
      RealInterval here = selection.probabilityBounds(n);
      RealInterval next = selection.probabilityBounds(n.add(BigInteger.ONE));
      RealInterval up = MATH.add(MATH.multiply(growth, here), delta);
      RealInterval rest = MATH.subtract(complement(here), delta);
      RealInterval down = complement(MATH.multiply(shrink, rest));
      BigDecimal optimal = up.low().min(down.low()).min(BigDecimal.ONE);
      assertThat(optimal.subtract(next.high()).abs()).isLessThan(new BigDecimal("1e-40"));
    }
  }

  @Test
  void nobodyIsNeverShown() {
    PartitionSelection selection = new Setting("5", "1e-2", 1).selection();
    NoiseSource largest = TestNoise.zeroShowingEveryGroup();
    assertThat(selection.probability(BigInteger.ZERO)).isZero();
    assertThat(selection.probability(BigInteger.valueOf(-3))).isZero();
    assertThat(selection.select(BigInteger.ZERO, largest.tape(selection.noise(), 1))).isFalse();
    assertThat(selection.select(BigInteger.ONE, largest.tape(selection.noise(), 1))).isTrue();
    NoiseSource impossible = TestNoise.drawing(noise -> BigInteger.TEN.pow(9));
    assertThat(selection.select(BigInteger.ZERO, impossible.tape(selection.noise(), 1))).isFalse();
  }

  @Test
  void theThresholdItselfIsNotEnough() {
    PartitionSelection selection = new Setting("1", "1e-6", 1).selection();
    NoiseTape none = TestNoise.zero().tape(selection.noise(), 2);
    assertThat(selection.select(selection.threshold(), none)).isFalse();
    assertThat(selection.select(selection.threshold().add(BigInteger.ONE), none)).isTrue();
  }

  /**
   * Units for which a group is shown half of the time, as computed for the optimal probabilities of
   * exactly δ: an integer threshold costs at most one unit more.
   */
  @ParameterizedTest
  @CsvSource({"1e-5,1,12", "1e-5,3,33", "1e-5,10,109", "1e-6,1,14", "1e-8,1,19", "1e-8,3,54"})
  void unitsNeededAreTheKnownOnes(String delta, int groups, int units) {
    PartitionSelection selection = new Setting("1", delta, groups).selection();
    BigDecimal half = new BigDecimal("0.5");
    assertThat(selection.probability(BigInteger.valueOf(units + 1L))).isGreaterThanOrEqualTo(half);
    assertThat(selection.probability(BigInteger.valueOf(units - 1L))).isLessThan(half);
  }

  /**
   * 100,000 decisions against the closed form. The number shown is 7 standard deviations off with a
   * probability below 10^-9 for each of the 4 counts.
   */
  @ParameterizedTest
  @CsvSource({"1", "3", "5", "7"})
  void decisionsFollowTheProbability(long units) {
    int decisions = 100_000;
    PartitionSelection selection = new Setting("1", "1e-2", 1).selection();
    NoiseTape tape = NoiseSource.secure().tape(selection.noise(), decisions);
    int shown = 0;
    for (int i = 0; i < decisions; i++) {
      shown += selection.select(BigInteger.valueOf(units), tape) ? 1 : 0;
    }
    double p = selection.probability(BigInteger.valueOf(units)).doubleValue();
    assertThat(Math.abs(shown - decisions * p)).isLessThan(7 * deviation(decisions, p));
  }

  @ParameterizedTest
  @CsvSource({
    "0,1e-6,1,1",
    "-1,1e-6,1,1",
    "1,0,1,1",
    "1,1,1,1",
    "1,-1e-6,1,1",
    "1,2,1,1",
    "1,1e-6,0,1",
    "1,1e-6,1,0"
  })
  void badParametersAreRefused(String epsilon, String delta, int groups, int weight) {
    assertThatThrownBy(() -> new Setting(epsilon, delta, groups, weight).selection())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noiseOfAnotherSelectionIsRefused() {
    PartitionSelection one = new Setting("1", "1e-6", 1).selection();
    PartitionSelection two = new Setting("1", "1e-6", 2).selection();
    NoiseTape tape = TestNoise.zero().tape(two.noise(), 1);
    assertThatThrownBy(() -> one.select(BigInteger.TEN, tape))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** 0, 1, both sides of the threshold and of twice the threshold, and some between. */
  private static Set<BigInteger> someCounts(PartitionSelection selection) {
    BigInteger k = selection.threshold();
    Set<BigInteger> counts = new TreeSet<>(List.of(BigInteger.ZERO, BigInteger.ONE));
    for (int i = -2; i <= 2; i++) {
      counts.add(k.add(BigInteger.valueOf(i)).max(BigInteger.ZERO));
      counts.add(k.shiftLeft(1).add(BigInteger.valueOf(i)).max(BigInteger.ZERO));
    }
    for (int i = 1; i < 16; i += 3) {
      counts.add(k.multiply(BigInteger.valueOf(i)).shiftRight(3));
    }
    return counts;
  }

  private static double deviation(int decisions, double p) {
    return Math.sqrt(decisions * p * (1 - p));
  }

  private static RealInterval complement(RealInterval p) {
    return MATH.subtract(RealInterval.ONE, p);
  }

  /** Certain up to the last of 50 digits, for the inequalities that hold with equality. */
  private static void assertBounded(
      RealInterval p, RealInterval growth, RealInterval q, RealInterval delta) {
    RealInterval bound = MATH.add(MATH.multiply(growth, q), delta);
    assertThat(p.low()).isLessThanOrEqualTo(bound.high());
    assertThat(p.high().subtract(bound.low())).isLessThan(new BigDecimal("1e-40"));
  }
}
