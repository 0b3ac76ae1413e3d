package org.dpjdbc.noise;

import java.math.BigDecimal;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * From ρ-zero-concentrated differential privacy to (ε, δ) and back, with arithmetic rounded against
 * us.
 *
 * <p>Guarantee: a ρ-zCDP mechanism is (ε, δ)-differentially private for δ = exp((α - 1)(αρ - ε)) /
 * α · (1 - 1/α)^(α - 1) with any α &gt; 1. Source: C. Canonne, G. Kamath, T. Steinke, "The Discrete
 * Gaussian for Differential Privacy", NeurIPS 2020, Proposition 12.
 */
public final class ConcentratedPrivacy {
  private static final IntervalMath MATH = new IntervalMath(30);
  private static final IntervalMath SEARCH = new IntervalMath(10);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** Halvings of an interval of ratio 2: ε is flat in α, so 2^-20 off costs 2^-40. */
  private static final int SEARCH_STEPS = 20;

  private ConcentratedPrivacy() {}

  /**
   * A ρ, as good as the largest, for which ρ-zCDP is certain to be (ε, δ)-differentially private.
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static BigFraction maxRho(BigFraction epsilon, BigFraction delta) {
    return ConcentratedCalibration.maxRho(
        MechanismChecks.positive("Epsilon", epsilon), MechanismChecks.probability("Delta", delta));
  }

  /**
   * An ε, as good as the smallest, for which ρ-zCDP is certain to be (ε, δ)-differentially private.
   *
   * @param rho ρ &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @return at least 0
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static BigDecimal smallestEpsilon(BigFraction rho, BigFraction delta) {
    BigFraction r = MechanismChecks.positive("Rho", rho);
    RealInterval logDelta = MATH.log(MATH.of(MechanismChecks.probability("Delta", delta)));
    RealInterval beta = RealInterval.exactly(bestBeta(SEARCH.of(r), logDelta.low().negate()));
    RealInterval alpha = MATH.add(beta, RealInterval.ONE);
    RealInterval ratio = MATH.log(MATH.divide(beta, alpha));
    RealInterval rest = MATH.divide(MATH.add(logDelta, MATH.log(alpha)), beta);
    RealInterval epsilon = MATH.subtract(MATH.add(MATH.multiply(alpha, MATH.of(r)), ratio), rest);
    return epsilon.high().max(BigDecimal.ZERO);
  }

  /**
   * With β = α - 1 the ε of each α is (1 + β)ρ + log(β/(1 + β)) - (log δ + log(1 + β))/β. Its
   * derivative vanishes where β²ρ + log(1 + β) = log(1/δ), whose left side grows. The search proves
   * nothing; ε is certain for the β that was found.
   */
  private static BigDecimal bestBeta(RealInterval rho, BigDecimal logInverseDelta) {
    BigDecimal high = BigDecimal.ONE;
    while (!isBeyond(high, rho, logInverseDelta)) {
      high = high.multiply(TWO);
    }
    BigDecimal low = high.divide(TWO);
    while (isBeyond(low, rho, logInverseDelta)) {
      high = low;
      low = low.divide(TWO);
    }
    for (int i = 0; i < SEARCH_STEPS; i++) {
      BigDecimal middle = low.add(high).divide(TWO);
      if (isBeyond(middle, rho, logInverseDelta)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static boolean isBeyond(BigDecimal beta, RealInterval rho, BigDecimal logInverseDelta) {
    RealInterval b = RealInterval.exactly(beta);
    RealInterval sum =
        SEARCH.add(
            SEARCH.multiply(SEARCH.multiply(b, b), rho),
            SEARCH.log(SEARCH.add(b, RealInterval.ONE)));
    return sum.high().compareTo(logInverseDelta) >= 0;
  }
}
