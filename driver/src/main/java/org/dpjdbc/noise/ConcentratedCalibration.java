package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The smallest σ² whose concentrated differential privacy gives (ε, δ).
 *
 * <p>A ρ-zCDP mechanism is (ε, δ)-differentially private for δ = exp((α - 1)(αρ - ε)) / α · (1 -
 * 1/α)^(α - 1), for every α &gt; 1 (Canonne, Kamath, Steinke 2020, Proposition 12). With β = α - 1,
 * log δ = β((1 + β)ρ - ε) - log(1 + β) + β log(β/(1 + β)), and its derivative in β vanishes at ρ =
 * (ε - log(β/(1 + β))) / (2β + 1): so each β is the best for one ρ, and δ falls as β grows. The
 * search for β proves nothing; its result is checked with certain bounds for the β that was found.
 */
final class ConcentratedCalibration {
  private static final IntervalMath SEARCH = new IntervalMath(10);
  private static final IntervalMath MATH = new IntervalMath(40);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** Halvings of an interval of ratio 2: σ² is flat in β, so 2^-20 off costs 2^-40. */
  private static final int SEARCH_STEPS = 20;

  /** What a ρ that misses by rounding is made smaller by. */
  private static final BigDecimal SHRINK = new BigDecimal("0.999999999");

  private static final MathContext RHO = new MathContext(18, RoundingMode.FLOOR);

  private final BigFraction epsilon;
  private final BigDecimal logDelta;

  private ConcentratedCalibration(BigFraction epsilon, BigFraction delta) {
    this.epsilon = epsilon;
    this.logDelta = MATH.log(MATH.of(delta)).low();
  }

  /** A σ² that is certain to suffice, in the grid of {@link SigmaGrid}. */
  static BigFraction sigmaSquared(
      BigFraction l2SensitivitySquared, BigFraction epsilon, BigFraction delta) {
    return new ConcentratedCalibration(epsilon, delta).sigmaSquared(l2SensitivitySquared);
  }

  /** A ρ that is certain to give (ε, δ), and all but the greatest. */
  static BigFraction greatestRho(BigFraction epsilon, BigFraction delta) {
    return new ConcentratedCalibration(epsilon, delta).greatestRho();
  }

  private BigFraction greatestRho() {
    BigDecimal beta = bestBeta();
    BigDecimal rho = bestRho(SEARCH, beta).low().round(RHO);
    while (!isPrivate(SigmaGrid.fraction(rho), beta)) {
      rho = rho.multiply(SHRINK, RHO);
    }
    return SigmaGrid.fraction(rho);
  }

  private BigFraction sigmaSquared(BigFraction l2SensitivitySquared) {
    BigDecimal beta = bestBeta();
    BigFraction rho = SigmaGrid.fraction(bestRho(SEARCH, beta).low());
    BigFraction sigmaSquared = SigmaGrid.up(l2SensitivitySquared.divide(rho.multiply(2)));
    while (!isPrivate(l2SensitivitySquared.divide(sigmaSquared.multiply(2)), beta)) {
      sigmaSquared = SigmaGrid.next(sigmaSquared);
    }
    return sigmaSquared.compareTo(DiscreteGaussian.SMALLEST) < 0
        ? DiscreteGaussian.SMALLEST
        : sigmaSquared;
  }

  /** Finds a β just large enough for δ. */
  private BigDecimal bestBeta() {
    BigDecimal high = BigDecimal.ONE;
    while (!suffices(high)) {
      high = high.multiply(TWO);
    }
    BigDecimal low = high.divide(TWO);
    while (suffices(low)) {
      high = low;
      low = low.divide(TWO);
    }
    for (int i = 0; i < SEARCH_STEPS; i++) {
      BigDecimal middle = low.add(high).divide(TWO);
      if (suffices(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private boolean suffices(BigDecimal beta) {
    return logDelta(SEARCH, beta, bestRho(SEARCH, beta)).isAtMost(logDelta);
  }

  private boolean isPrivate(BigFraction rho, BigDecimal beta) {
    return logDelta(MATH, beta, MATH.of(rho)).isAtMost(logDelta);
  }

  /** (ε - log(β/(1 + β))) / (2β + 1). */
  private RealInterval bestRho(IntervalMath math, BigDecimal beta) {
    RealInterval numerator = math.subtract(math.of(epsilon), logRatio(math, beta));
    return math.divide(numerator, RealInterval.exactly(beta.multiply(TWO).add(BigDecimal.ONE)));
  }

  /** β((1 + β)ρ - ε + log(β/(1 + β))) - log(1 + β). */
  private RealInterval logDelta(IntervalMath math, BigDecimal beta, RealInterval rho) {
    RealInterval alpha = RealInterval.exactly(beta.add(BigDecimal.ONE));
    RealInterval slope = math.subtract(math.multiply(alpha, rho), math.of(epsilon));
    RealInterval sum = math.add(slope, logRatio(math, beta));
    return math.subtract(math.multiply(RealInterval.exactly(beta), sum), math.log(alpha));
  }

  private static RealInterval logRatio(IntervalMath math, BigDecimal beta) {
    RealInterval b = RealInterval.exactly(beta);
    return math.log(math.divide(b, math.add(b, RealInterval.ONE)));
  }
}
