package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.GaussianMechanism.Calibration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianMechanismTest {
  /** Standard deviations of the analytic Gaussian mechanism at δ = 10^-6 (Balle and Wang 2018). */
  @ParameterizedTest
  @CsvSource({"0.1,36.30", "0.5,8.058", "1,4.225", "2,2.231"})
  void oneIntegerNeedsWhatTheAnalyticGaussianNeeds(String epsilon, double known) {
    GaussianMechanism mechanism = one("1", epsilon, "1e-6");
    assertThat(mechanism.calibration()).isEqualTo(Calibration.EXACT);
    assertThat(deviation(mechanism)).isCloseTo(known, withPercentage(1));
    assertThat(deviation(one("5000", epsilon, "1e-6")) / 5000)
        .isCloseTo(known, withPercentage(0.4));
  }

  /** Published figure for zCDP with the tight conversion. */
  /** A weight below 1 makes noise less that is the smallest already. */
  @Test
  void noWeightMakesNoiseLessThanTheMinimum() {
    GaussianMechanism mechanism =
        GaussianMechanism.ofVector(BigFraction.ONE, rational("1e6"), rational("1e-8"));
    assertThat(mechanism.noise(BigFraction.of(15, 28)).sigmaSquared())
        .isEqualTo(DiscreteGaussian.SMALLEST);
  }

  @Test
  void aVectorNeedsWhatConcentratedPrivacyNeeds() {
    GaussianMechanism mechanism = vector("1", "1", "1e-6");
    assertThat(mechanism.calibration()).isEqualTo(Calibration.CONCENTRATED);
    assertThat(deviation(mechanism)).isCloseTo(4.53, withPercentage(0.1));
  }

  /** The formula of CKS Proposition 12 once more, minimised by brute force in floating point. */
  @ParameterizedTest
  @CsvSource({
    "1,0.01,1e-6",
    "1,0.1,1e-10",
    "1,1,1e-8",
    "7,1,1e-2",
    "2.5,5,1e-12",
    "1,50,1e-6",
    "100,1,1e-30"
  })
  void vectorNoiseIsEnoughAndNotMuchMore(String squared, String epsilon, String delta) {
    GaussianMechanism mechanism = vector(squared, epsilon, delta);
    double rho = mechanism.rho().doubleValue();
    double d = Double.parseDouble(delta);
    assertThat(convertedDelta(rho, Double.parseDouble(epsilon))).isLessThanOrEqualTo(d * 1.0001);
    assertThat(convertedDelta(rho * 1.001, Double.parseDouble(epsilon))).isGreaterThan(d);
  }

  /** The sum of max(P(k) - e^ε P(k + s), 0), by brute force, for every shift up to Δ. */
  @ParameterizedTest
  @CsvSource({
    "1,0.1,1e-6",
    "1,1,1e-6",
    "1,1,1e-12",
    "1,5,1e-6",
    "3,1,1e-8",
    "40,0.5,1e-6",
    "500,1,1e-6",
    "2,20,1e-3"
  })
  void oneIntegerGetsExactlyDelta(int sensitivity, String epsilon, String delta) {
    GaussianMechanism mechanism = one(Integer.toString(sensitivity), epsilon, delta);
    double d = Double.parseDouble(delta);
    double e = Double.parseDouble(epsilon);
    double variance = mechanism.noise().sigmaSquared().doubleValue();
    for (int shift = 1; shift <= sensitivity; shift += Math.max(1, sensitivity / 7)) {
      assertThat(exactDelta(variance, e, shift)).isLessThanOrEqualTo(d * (1 + 1e-9));
    }
    assertThat(exactDelta(variance, e, sensitivity)).isLessThanOrEqualTo(d * (1 + 1e-9));
    if (mechanism.calibration() == Calibration.EXACT) {
      assertThat(exactDelta(variance * 0.99, e, sensitivity)).isGreaterThan(d);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.1,1,5", "30,1,1", "270,1,1", "300000,100,2", "1e8,1,0.001", "1e8,5000,1"})
  void theUpperBoundOfDeltaIsCertainAndClose(String variance, int shift, String epsilon) {
    double bound =
        GaussianDelta.upperBound(rational(variance), BigInteger.valueOf(shift), rational(epsilon))
            .doubleValue();
    double exact = exactDelta(Double.parseDouble(variance), Double.parseDouble(epsilon), shift);
    assertThat(bound).isGreaterThanOrEqualTo(exact * (1 - 1e-9));
    assertThat(bound).isLessThanOrEqualTo(exact * 1.06);
  }

  @Test
  void rhoIsSensitivityOverNoise() {
    GaussianMechanism mechanism = vector("3", "1", "1e-6");
    assertThat(mechanism.rho().multiply(2).multiply(mechanism.noise().sigmaSquared()))
        .isEqualTo(rational("3"));
  }

  @Test
  void aWeightWidensTheNoise() {
    GaussianMechanism mechanism = vector("3", "1", "1e-6");
    assertThat(mechanism.noise(rational("1.5")).sigmaSquared())
        .isEqualTo(mechanism.noise().sigmaSquared().multiply(rational("2.25")));
  }

  @Test
  void theExactCalibrationHoldsForAWeightOfOneAlone() {
    GaussianMechanism mechanism = one("1", "1", "1e-6");
    BigFraction three = rational("3");
    assertThat(mechanism.noise(BigFraction.ONE)).isEqualTo(mechanism.noise());
    assertThat(mechanism.noise(three)).isEqualTo(vector("1", "1", "1e-6").noise(three));
  }

  @Test
  void sigmaIsShortEnoughForFastSampling() {
    assertThat(LongGaussianSampler.fits(vector("1e12", "0.1", "1e-8").noise().sigmaSquared()))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0,1,1e-6", "-1,1,1e-6", "1,0,1e-6", "1,-1,1e-6", "1,1,0", "1,1,1", "1,1,-1e-6"})
  void badParametersAreRefused(String sensitivity, String epsilon, String delta) {
    assertThatThrownBy(() -> vector(sensitivity, epsilon, delta))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> one(sensitivity, epsilon, delta))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static GaussianMechanism one(String sensitivity, String epsilon, String delta) {
    return GaussianMechanism.ofInteger(
        new BigInteger(sensitivity), rational(epsilon), rational(delta));
  }

  private static GaussianMechanism vector(String squared, String epsilon, String delta) {
    return GaussianMechanism.ofVector(rational(squared), rational(epsilon), rational(delta));
  }

  private static double deviation(GaussianMechanism mechanism) {
    return Math.sqrt(mechanism.noise().sigmaSquared().doubleValue());
  }

  private static double convertedDelta(double rho, double epsilon) {
    double best = 1;
    for (double log = -30; log < 40; log += 0.001) {
      double beta = Math.exp(log);
      double alpha = 1 + beta;
      double exponent =
          beta * (alpha * rho - epsilon) - Math.log1p(beta) - beta * Math.log1p(1 / beta);
      best = Math.min(best, Math.exp(exponent));
    }
    return best;
  }

  private static double exactDelta(double variance, double epsilon, int shift) {
    int reach = (int) Math.ceil(40 * Math.sqrt(variance)) + shift + 2;
    double total = 0;
    double sum = 0;
    for (int k = -reach; k <= reach; k++) {
      double mass = Math.exp(-(double) k * k / (2 * variance));
      double loss = (2.0 * k * shift + (double) shift * shift) / (2 * variance) - epsilon;
      total += mass;
      sum += loss > 0 ? mass * -Math.expm1(-loss) : 0;
    }
    return sum / total;
  }
}
