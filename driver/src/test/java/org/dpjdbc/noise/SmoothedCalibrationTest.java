package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmoothedCalibrationTest {
  private static SmoothedCalibration calibration(String epsilon, String delta) {
    return SmoothedCalibration.of(rational(epsilon), rational(delta)).orElseThrow();
  }

  private static GaussianMechanism mechanism(String squared, String epsilon, String delta) {
    return GaussianMechanism.ofVector(rational(squared), calibration(epsilon, delta));
  }

  private static double variance(GaussianMechanism mechanism, String weight) {
    return mechanism.noise(rational(weight)).sigmaSquared().doubleValue();
  }

  /**
   * The δ of a vector of two integers, one moved by a and one by b, by brute force: all but the
   * whole, since both are calibrated for a² + b².
   */
  @ParameterizedTest
  @CsvSource({"1,1,1,1e-6", "3,4,1,1e-8", "1,5,0.5,1e-6", "12,1,2,1e-3", "2,2,3,1e-6"})
  void aVectorHasDeltaAndNotMuchLess(int a, int b, String epsilon, String delta) {
    GaussianMechanism mechanism = mechanism(Integer.toString(a * a + b * b), epsilon, delta);
    double variance = variance(mechanism, "1");
    double e = Double.parseDouble(epsilon);
    double d = Double.parseDouble(delta);
    assertThat(exactDelta(variance, e, a, b)).isLessThanOrEqualTo(d);
    assertThat(exactDelta((variance - 4.6) * 0.999, e, a, b)).isGreaterThan(d);
  }

  /** Each integer on the scale of its weight, and 9/2 more: as private as with weights of 1. */
  @Test
  void integersOfOtherWeightsAreAsPrivate() {
    GaussianMechanism mechanism = mechanism("25", "1", "1e-6");
    double half = variance(mechanism, "0.5");
    double twice = variance(mechanism, "2");
    double one = variance(mechanism, "1");
    assertThat(half - 4.5).isCloseTo((one - 4.5) / 4, withPercentage(1e-4));
    assertThat(twice - 4.5).isCloseTo((one - 4.5) * 4, withPercentage(1e-4));
    assertThat(exactDelta(half, twice, 1, 2, 6)).isLessThanOrEqualTo(1e-6);
    assertThat(mechanism.rho().doubleValue())
        .isGreaterThanOrEqualTo(25 / 2.0 / (twice / 4))
        .isCloseTo(25 / 2.0 / (twice / 4), withPercentage(2));
  }

  /**
   * For many integers, or wide ones: how many times more noise the conversion from ρ would take
   * ("Discrete Gaussian" in docs/explanation/mechanisms.md).
   */
  @ParameterizedTest
  @CsvSource({"1e6,1,1e-6,1.07", "1e6,1,1e-10,1.045", "1e6,0.1,1e-6,1.08", "1e12,0.5,1e-3,1.11"})
  void wideNoiseIsLessThanByConcentration(
      String squared, String epsilon, String delta, double gain) {
    GaussianMechanism concentrated =
        GaussianMechanism.ofVector(rational(squared), rational(epsilon), rational(delta));
    double ratio = variance(concentrated, "1") / variance(mechanism(squared, epsilon, delta), "1");
    assertThat(Math.sqrt(ratio)).isGreaterThan(gain);
  }

  @Test
  void narrowNoiseIsRefused() {
    assertThat(calibration("1", "1e-6").suits(rational("0.3"), BigFraction.ONE)).isTrue();
    assertThat(calibration("1", "1e-6").suits(rational("0.2"), BigFraction.ONE)).isFalse();
    assertThatThrownBy(() -> mechanism("0.2", "1", "1e-6"))
        .isInstanceOf(IllegalArgumentException.class);
    GaussianMechanism wide = mechanism("1", "1", "1e-6");
    assertThatThrownBy(() -> wide.noise(rational("0.1")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hugeAndTinyEpsilonsAreSafe() {
    assertThat(SmoothedCalibration.of(rational("1e-16"), rational("1e-6"))).isEmpty();
    assertThat(calibration("1e-15", "1e-6").muSquared().signum()).isPositive();
    assertThat(calibration("1e6", "1e-6").muSquared())
        .isEqualTo(calibration("1000", "1e-6").muSquared());
    assertThat(calibration("1", "1e-300").muSquared().signum()).isPositive();
  }

  /** A quick search that finds what the slow one does, and nothing that is not private. */
  @ParameterizedTest
  @CsvSource({
    "1,1e-6",
    "0.1,1e-9",
    "10,1e-6",
    "1000,1e-6",
    "1e-9,1e-12",
    "1e-15,1e-18",
    "3,0.5",
    "0.5,0.999999"
  })
  void whatIsFoundIsPrivateAndAsGoodAsTheGreatest(String epsilon, String delta) {
    BigDecimal found = GaussianPrivacy.nearlyMaxMuSquared(rational(epsilon), rational(delta));
    assertThat(GaussianPrivacy.upperDelta(found, new BigDecimal(epsilon)))
        .isLessThanOrEqualTo(new BigDecimal(delta));
    BigDecimal maximum = GaussianPrivacy.maxMuSquared(rational(epsilon), rational(delta));
    assertThat(found.doubleValue()).isCloseTo(maximum.doubleValue(), withPercentage(1e-2));
  }

  private static double exactDelta(double variance, double epsilon, int a, int b) {
    return exactDelta(variance, variance, epsilon, a, b);
  }

  /** The sum of max(P(i, j) - e^ε P(i + a, j + b), 0). */
  private static double exactDelta(double one, double two, double epsilon, int a, int b) {
    int first = (int) (9 * Math.sqrt(one));
    int second = (int) (9 * Math.sqrt(two));
    double sum = 0;
    double total = 0;
    for (int i = -first; i <= first; i++) {
      for (int j = -second; j <= second; j++) {
        double mass = Math.exp(-(double) i * i / (2 * one) - (double) j * j / (2 * two));
        double loss =
            (2.0 * i * a + a * a) / (2 * one) + (2.0 * j * b + b * b) / (2 * two) - epsilon;
        total += mass;
        sum += loss > 0 ? mass * -Math.expm1(-loss) : 0;
      }
    }
    return sum / total;
  }
}
