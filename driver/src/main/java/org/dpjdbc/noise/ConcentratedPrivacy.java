package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * From ρ-zero-concentrated differential privacy to (ε, δ) and back, with arithmetic rounded against
 * us.
 *
 * <p>Guarantee: what is ρ-zCDP is (ε, δ)-differentially private for δ = exp((α - 1)(αρ - ε)) / α ·
 * (1 - 1/α)^(α - 1) with any α &gt; 1. Source: C. Canonne, G. Kamath, T. Steinke, "The Discrete
 * Gaussian for Differential Privacy", NeurIPS 2020, Proposition 12.
 */
public final class ConcentratedPrivacy {
  private static final IntervalMath MATH = new IntervalMath(30);
  private static final MathContext SHORT = new MathContext(12, RoundingMode.HALF_EVEN);

  /** The best α - 1 is looked for between e to the minus this and e to this. */
  private static final double SEARCH_RANGE = 40;

  private static final int SEARCH_STEPS = 100;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private ConcentratedPrivacy() {}

  /**
   * A ρ, as good as the greatest, for which ρ-zCDP is certain to be (ε, δ)-differentially private.
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static BigFraction greatestRho(BigFraction epsilon, BigFraction delta) {
    return ConcentratedCalibration.greatestRho(
        Checks.positive("Epsilon", epsilon), Checks.probability("Delta", delta));
  }

  /**
   * An ε, as good as the smallest, for which ρ-zCDP is certain to be (ε, δ)-differentially private.
   * The search for α is in floating point and proves nothing; ε is then certain for that α.
   *
   * @param rho ρ &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @return at least 0
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static BigDecimal smallestEpsilon(BigFraction rho, BigFraction delta) {
    BigFraction r = Checks.positive("Rho", rho);
    Interval logDelta = MATH.log(MATH.of(Checks.probability("Delta", delta)));
    double logBeta = bestLogBeta(r.doubleValue(), logDelta.low().doubleValue());
    Interval beta = Interval.exactly(new BigDecimal(Math.exp(logBeta)).round(SHORT));
    Interval alpha = MATH.add(beta, Interval.ONE);
    Interval ratio = MATH.log(MATH.divide(beta, alpha));
    Interval rest = MATH.divide(MATH.add(logDelta, MATH.log(alpha)), beta);
    Interval epsilon = MATH.subtract(MATH.add(MATH.multiply(alpha, MATH.of(r)), ratio), rest);
    return epsilon.high().max(BigDecimal.ZERO);
  }

  /** Golden-section search for the smallest ε over log β. */
  private static double bestLogBeta(double rho, double logDelta) {
    double low = -SEARCH_RANGE;
    double high = SEARCH_RANGE;
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      if (epsilon(Math.exp(left), rho, logDelta) <= epsilon(Math.exp(right), rho, logDelta)) {
        high = right;
      } else {
        low = left;
      }
    }
    return (low + high) / 2;
  }

  /** (1 + β)ρ + log(β/(1 + β)) - (log δ + log(1 + β)) / β. */
  private static double epsilon(double beta, double rho, double logDelta) {
    return (1 + beta) * rho - Math.log1p(1 / beta) - (logDelta + Math.log1p(beta)) / beta;
  }
}
