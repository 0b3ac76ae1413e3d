package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against values that others published, and against the integral that δ is. */
class GaussianPrivacyTest {
  /** 1 - Φ(x) over φ(x), from tables of Φ to 30 digits (Abramowitz and Stegun 1964, table 26.1). */
  @ParameterizedTest
  @CsvSource({
    "0, 1.25331413731550025120788264241",
    "1, 0.655679542418798471543871230730",
    "2.9999999, 0.304590298710102971389885",
    "3, 0.304590298710102948,",
    "10, 0.0990285964717319214"
  })
  void millsRatioIsBetweenItsBounds(String x, String value) {
    RealInterval bounds =
        new MillsRatio(new IntervalMath(18)).of(RealInterval.exactly(new BigDecimal(x)));
    BigDecimal expected = new BigDecimal(value);
    BigDecimal slack = expected.movePointLeft(7);
    assertThat(bounds.low()).isBetween(expected.subtract(slack), expected.add(slack));
    assertThat(bounds.high().subtract(bounds.low())).isLessThan(new BigDecimal("1e-14"));
  }

  @ParameterizedTest
  @CsvSource({"0.01, 1", "0.0562, 1", "1, 0.5", "4, 0", "4, 1.9999", "4, 2", "9, 10", "0.25, 3"})
  void isNeverBelowTheIntegral(String muSquared, String epsilon) {
    double mu = Math.sqrt(Double.parseDouble(muSquared));
    double integral = integral(mu, Double.parseDouble(epsilon));
    double bound =
        GaussianPrivacy.upperDelta(new BigDecimal(muSquared), new BigDecimal(epsilon))
            .doubleValue();
    assertThat(bound).isBetween(integral * (1 - 1e-9), integral * (1 + 1e-6));
  }

  /**
   * The standard deviation of k answers at (ε, 10^-6) for all of them: √k times that of the
   * analytic Gaussian mechanism (Balle and Wang 2018).
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 4.2248",
    "1, 10, 13.36",
    "1, 100, 42.248",
    "1, 1000, 133.6",
    "0.1, 100, 363.0",
    "0.1, 1000, 1148",
    "10, 10, 1.71",
    "10, 100, 5.41",
    "10, 1000, 17.1"
  })
  void findsThePublishedNoise(String epsilon, int answers, double published) {
    BigDecimal muSquared = GaussianPrivacy.maxMuSquared(rational(epsilon), rational("0.000001"));
    double deviation = Math.sqrt(answers / muSquared.doubleValue());
    assertThat(deviation).isBetween(published * 0.995, published * 1.005);
  }

  @Test
  void thereAndBack() {
    for (String epsilon : new String[] {"0.001", "0.1", "1", "7", "300"}) {
      BigDecimal muSquared =
          GaussianPrivacy.maxMuSquared(rational(epsilon), rational("0.00000001"));
      double back =
          GaussianPrivacy.smallestEpsilon(muSquared, rational("0.00000001")).doubleValue();
      double there = Double.parseDouble(epsilon);
      assertThat(back).isBetween(there * (1 - 1e-6), there * (1 + 1e-6));
    }
  }

  /** Simpson's rule over the densities' difference, where it is positive. */
  private static double integral(double mu, double epsilon) {
    double from = epsilon / mu + mu / 2;
    double step = 14.0 / 20_000;
    double sum = 0;
    for (int i = 0; i <= 20_000; i++) {
      double x = from + i * step;
      double value = density(x - mu) - Math.exp(epsilon) * density(x);
      sum += (i == 0 || i == 20_000 ? 1 : i % 2 == 1 ? 4 : 2) * value;
    }
    return sum * step / 3;
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
