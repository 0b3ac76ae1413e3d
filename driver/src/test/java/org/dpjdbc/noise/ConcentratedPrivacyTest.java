package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcentratedPrivacyTest {
  /**
   * The standard deviation of k answers with Gaussian noise, at (ε, 10^-6) for all of them: √(k/2ρ)
   * with the ρ of the conversion by Canonne, Kamath and Steinke (2020).
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 4.53",
    "1, 10, 14.3",
    "1, 100, 45.3",
    "1, 1000, 143",
    "0.1, 100, 395",
    "0.1, 1000, 1248",
    "10, 10, 1.80",
    "10, 100, 5.70",
    "10, 1000, 18.0"
  })
  void findsThePublishedNoise(String epsilon, int answers, double published) {
    BigFraction rho = ConcentratedPrivacy.maxRho(rational(epsilon), rational("0.000001"));
    double deviation = Math.sqrt(answers / (2 * rho.doubleValue()));
    assertThat(deviation).isBetween(published * 0.995, published * 1.005);
  }

  @Test
  void thereAndBack() {
    for (String epsilon : new String[] {"0.001", "0.1", "1", "7", "300", "1000000"}) {
      BigFraction rho = ConcentratedPrivacy.maxRho(rational(epsilon), rational("0.00000001"));
      double back = ConcentratedPrivacy.smallestEpsilon(rho, rational("0.00000001")).doubleValue();
      double there = Double.parseDouble(epsilon);
      assertThat(back).isBetween(there * (1 - 1e-5), there * (1 + 1e-6));
    }
  }

  /** What is ρ-zCDP and as bad as can be with it, a Gaussian, is never worse than is said. */
  @ParameterizedTest
  @CsvSource({"0.001, 0.000001", "0.0171, 0.000001", "0.5, 0.001", "10, 0.00000001", "100, 0.1"})
  void isNeverBelowTheGaussian(String rho, String delta) {
    double said = ConcentratedPrivacy.smallestEpsilon(rational(rho), rational(delta)).doubleValue();
    double gaussian =
        GaussianPrivacy.smallestEpsilon(
                new BigDecimal(rho).multiply(BigDecimal.valueOf(2)), rational(delta))
            .doubleValue();
    assertThat(said).isBetween(gaussian, gaussian * 1.25);
  }
}
