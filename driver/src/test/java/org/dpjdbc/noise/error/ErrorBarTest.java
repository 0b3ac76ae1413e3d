package org.dpjdbc.noise.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.DiscreteLaplace;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.noise.TestNoise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorBarTest {
  @ParameterizedTest
  @CsvSource({"0.2", "0.5", "1", "1.5", "10", "31.4", "1000", "1e6", "12345678.9"})
  void oneLaplace(double scale) {
    double exact = laplaceQuantile(scale);
    assertThat(ErrorBar.halfWidth95(laplace(scale))).isEqualTo(exact);
    assertThat(ErrorBar.halfWidth95(terms(-2.5, laplace(scale)))).isEqualTo(2.5 * exact);
    List<WeightedNoise> withNothing = terms(1, laplace(scale), 0, laplace(1));
    assertThat(ErrorBar.halfWidth95(withNothing)).isBetween(exact, exact * 1.012);
  }

  @ParameterizedTest
  @CsvSource({"0.01", "0.3", "0.59", "0.61", "2.25", "18", "1000", "1e6"})
  void oneGaussian(double sigmaSquared) {
    double exact = gaussianQuantile(sigmaSquared);
    double found = ErrorBar.halfWidth95(gaussian(sigmaSquared));
    assertThat(found).isBetween(exact, exact * 1.012);
    if (sigmaSquared <= 1000) {
      assertThat(found).isEqualTo(exact);
    }
  }

  /** With a random part of a step, 95 % are within it, neither more nor less. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.26, 0.35, 1, 3, 20})
  void aSpreadHoldsWhatItSays(double scale) {
    double found = ErrorBar.spread95(Map.of(new WeightedNoise(1, laplace(scale)), 1));
    double r = Math.exp(-1 / scale);
    double held = 0;
    for (int k = 0; k < 40 * scale + 2; k++) {
      double both = (k == 0 ? 1 : 2) * (1 - r) / (1 + r) * Math.pow(r, k);
      double ofStep = k == 0 ? 2 * found : found - k + 0.5;
      held += both * Math.max(0, Math.min(1, ofStep));
    }
    assertThat(held).isCloseTo(0.95, within(1e-6));
    assertThat(ErrorBar.spread95(Map.of(new WeightedNoise(-2.5, laplace(scale)), 1)))
        .isCloseTo(2.5 * found, within(1e-9 * found));
  }

  /** Counts that are exact with 95 % each are not so together. */
  @ParameterizedTest
  @CsvSource({"0.25,4", "0.3,16", "1,2", "1,100", "2,7"})
  void sumsOfManyAreNoShorterThanTheRootOfTheSquaresSays(double scale, int number) {
    double exact = ErrorBar.halfWidth95(Map.of(new WeightedNoise(1, laplace(scale)), number));
    double spread = ErrorBar.spread95(Map.of(new WeightedNoise(1, laplace(scale)), 1));
    assertThat(Math.ceil(Math.sqrt(number) * spread - 0.5)).isBetween(exact, exact * 1.1 + 1);
  }

  /** The difference of two counts: a triangle of masses, added up. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 1, 3, 20})
  void aDifferenceOnOneGridIsExact(double scale) {
    double found = ErrorBar.halfWidth95(terms(1, laplace(scale), -1, laplace(scale)));
    assertThat(found).isEqualTo(differenceQuantile(scale));
  }

  static Stream<List<WeightedNoise>> sums() {
    return Stream.of(
        terms(0.3, laplace(120), 0.7, laplace(120)),
        terms(0.01, laplace(120), 0.99, laplace(120)),
        terms(0.5, laplace(1), 0.31, laplace(1)),
        terms(1, laplace(0.4), 0.1234, laplace(7)),
        terms(1e-3, laplace(50_000), 2e-3, gaussian(1e8)),
        terms(1, gaussian(2), 0.7, laplace(1.4)),
        terms(1, laplace(0.01), 1e-4, laplace(3)),
        Collections.nCopies(400, new WeightedNoise(0.25, laplace(2))),
        Stream.of(
                Collections.nCopies(50, new WeightedNoise(2.5, laplace(2))),
                Collections.nCopies(20, new WeightedNoise(1.1, laplace(9))))
            .flatMap(List::stream)
            .toList());
  }

  /**
   * Coverage of 200,000 sums of real draws, repeatable. At least 95 % but for chance (6 standard
   * deviations, 0.3 %), and less than 95 % for an interval that is 2 % shorter and a step.
   */
  @ParameterizedTest
  @MethodSource("sums")
  void aSumStaysWithinItsBarAsOftenAsPromised(List<WeightedNoise> terms) {
    double found = ErrorBar.halfWidth95(terms);
    int draws = 4_000_000 / Math.max(20, terms.size());
    double[] sizes = sizes(terms, draws);
    double slack = 6 * Math.sqrt(0.95 * 0.05 / draws);
    assertThat(held(sizes, found)).isGreaterThan(0.95 - slack);
    double gap = terms.stream().mapToDouble(term -> Math.abs(term.weight())).min().orElseThrow();
    assertThat(held(sizes, 0.98 * found - 1.01 * gap)).isLessThan(0.95 + slack);
  }

  /** All pairs of draws, in order of the size of their sum: never too short, at most 1 % long. */
  @ParameterizedTest
  @CsvSource({
    "0.5,1,0.31,1",
    "1,0.4,0.1234,7",
    "1,0.3,0.001,2",
    "3,2,2.9,2",
    "1,0.1,0.7,0.9",
    "1,5,0.37,4",
    "1,9,1.7,3",
    "2,1.3,0.77,6",
    "1,0.3,0.001,1",
    "1,0.3,0.001,0.5",
    "1,0.28,0.001,0.7"
  })
  void aSumOfTwoIsNeverTooShort(double weight, double scale, double other, double otherScale) {
    double exact = pairQuantile(weight, scale, other, otherScale);
    List<WeightedNoise> terms = terms(weight, laplace(scale), other, laplace(otherScale));
    double found = ErrorBar.byInversion(0.95, new NoiseSum(terms));
    assertThat(found).isBetween(exact * (1 - 1e-9), exact * 1.01);
  }

  /** At an epsilon of several hundreds: the scale is that at which noise is hardly ever drawn. */
  @ParameterizedTest
  @ValueSource(doubles = {0.09, 0.085, 0.0825, 0.082, 0.0815, 0.081, 0.08})
  void noiseThatIsNearlyAlwaysZero(double scale) {
    for (double other : new double[] {1.7, 3, 1000.5}) {
      double found =
          ErrorBar.halfWidth95(
              Map.of(
                  new WeightedNoise(1, laplace(scale)), 1,
                  new WeightedNoise(other, laplace(scale)), 1));
      assertThat(found).isBetween(0.0, other);
    }
  }

  @Test
  void otherConfidences() {
    List<WeightedNoise> one = terms(1, laplace(1e6));
    assertThat(ErrorBar.halfWidth(0.5, one)).isBetween(693_000.0, 700_000.0);
    assertThat(ErrorBar.halfWidth(0.99, one)).isBetween(4_605_000.0, 4_650_000.0);
  }

  @Test
  void nothingIsCertain() {
    assertThat(ErrorBar.halfWidth95(List.of())).isZero();
    assertThat(ErrorBar.halfWidth95(terms(0, laplace(5)))).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.49, 0.9991, 1, -1, Double.NaN})
  void confidencesOutOfRangeAreRefused(double confidence) {
    assertThatThrownBy(() -> ErrorBar.halfWidth(confidence, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void weightsAreFinite(double weight) {
    assertThatThrownBy(() -> new WeightedNoise(weight, laplace(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double laplaceQuantile(double scale) {
    double r = Math.exp(-1 / scale);
    return Math.max(0, Math.ceil(Math.log(0.05 * (1 + r) / 2) / Math.log(r)) - 1);
  }

  private static double gaussianQuantile(double sigmaSquared) {
    int reach = (int) Math.ceil(12 * Math.sqrt(sigmaSquared)) + 10;
    double[] masses = new double[reach];
    for (int k = 0; k < reach; k++) {
      masses[k] = (k == 0 ? 1 : 2) * Math.exp(-(double) k * k / (2 * sigmaSquared));
    }
    return quantile(masses);
  }

  private static double differenceQuantile(double scale) {
    int reach = (int) Math.ceil(40 * scale);
    double[] masses = new double[2 * reach];
    for (int i = -reach; i < reach; i++) {
      for (int j = -reach; j < reach; j++) {
        masses[Math.min(masses.length - 1, Math.abs(i - j))] +=
            Math.exp(-(Math.abs(i) + Math.abs(j)) / scale);
      }
    }
    return quantile(masses);
  }

  private static double pairQuantile(double weight, double scale, double other, double otherScale) {
    int reach = (int) Math.ceil(30 * scale);
    int otherReach = (int) Math.ceil(30 * otherScale);
    TreeMap<Double, Double> masses = new TreeMap<>();
    for (int i = -reach; i <= reach; i++) {
      for (int j = -otherReach; j <= otherReach; j++) {
        double mass = Math.exp(-Math.abs(i) / scale - Math.abs(j) / otherScale);
        masses.merge(Math.abs(weight * i + other * j), mass, Double::sum);
      }
    }
    double total = masses.values().stream().mapToDouble(mass -> mass).sum();
    double sum = 0;
    for (Map.Entry<Double, Double> entry : masses.entrySet()) {
      sum += entry.getValue();
      if (sum >= 0.95 * total) {
        return entry.getKey();
      }
    }
    throw new AssertionError(total);
  }

  private static double quantile(double[] masses) {
    double total = DoubleStream.of(masses).sum();
    double sum = 0;
    int k = -1;
    while (sum < 0.95 * total) {
      sum += masses[++k];
    }
    return k;
  }

  private static double[] sizes(List<WeightedNoise> terms, int draws) {
    NoiseSource noise = TestNoise.seeded(2026);
    double[] sums = new double[draws];
    for (WeightedNoise term : terms) {
      NoiseTape tape = noise.tape(term.noise(), draws);
      for (int i = 0; i < draws; i++) {
        BigInteger drawn = tape.next();
        sums[i] += term.weight() * drawn.doubleValue();
      }
    }
    return Arrays.stream(sums).map(Math::abs).toArray();
  }

  private static double held(double[] sizes, double bar) {
    double slightlyMore = bar * (1 + 1e-9);
    return (double) Arrays.stream(sizes).filter(size -> size <= slightlyMore).count()
        / sizes.length;
  }

  private static List<WeightedNoise> terms(double weight, AdditiveNoise noise) {
    return List.of(new WeightedNoise(weight, noise));
  }

  private static List<WeightedNoise> terms(
      double weight, AdditiveNoise noise, double other, AdditiveNoise otherNoise) {
    return List.of(new WeightedNoise(weight, noise), new WeightedNoise(other, otherNoise));
  }

  private static AdditiveNoise laplace(double scale) {
    return new DiscreteLaplace(fraction(scale));
  }

  private static AdditiveNoise gaussian(double sigmaSquared) {
    return new DiscreteGaussian(fraction(sigmaSquared));
  }

  private static BigFraction fraction(double value) {
    BigDecimal decimal = BigDecimal.valueOf(value);
    return BigFraction.of(
        decimal.unscaledValue().multiply(BigInteger.TEN.pow(Math.max(0, -decimal.scale()))),
        BigInteger.TEN.pow(Math.max(0, decimal.scale())));
  }
}
