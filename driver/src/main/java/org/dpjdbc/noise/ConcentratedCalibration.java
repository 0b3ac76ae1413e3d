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

  private static final RecentResults<Asked, ConcentratedCalibration> KNOWN =
      new RecentResults<>(512, ConcentratedCalibration::new);

  private final BigFraction epsilon;
  private final BigDecimal logDelta;
  private final BigDecimal beta;

  private record Asked(BigFraction epsilon, BigFraction delta) {}

  private ConcentratedCalibration(Asked asked) {
    this.epsilon = asked.epsilon();
    this.logDelta = MATH.log(MATH.of(asked.delta())).low();
    this.beta = bestBeta(epsilon, logDelta);
  }

  /** A σ² that is certain to suffice, in the grid of {@link SigmaGrid}. */
  static BigFraction sigmaSquared(
      BigFraction l2SensitivitySquared, BigFraction epsilon, BigFraction delta) {
    return KNOWN.of(new Asked(epsilon, delta)).sigmaSquared(l2SensitivitySquared);
  }

  /** A ρ that is certain to give (ε, δ), and all but the largest. */
  static BigFraction maxRho(BigFraction epsilon, BigFraction delta) {
    return KNOWN.of(new Asked(epsilon, delta)).maxRho();
  }

  private BigFraction maxRho() {
    BigDecimal rho = bestRho(SEARCH, epsilon, beta).low().round(RHO);
    while (!isPrivate(SigmaGrid.fraction(rho))) {
      rho = rho.multiply(SHRINK, RHO);
    }
    return SigmaGrid.fraction(rho);
  }

  private BigFraction sigmaSquared(BigFraction l2SensitivitySquared) {
    BigFraction rho = SigmaGrid.fraction(bestRho(SEARCH, epsilon, beta).low());
    BigFraction sigmaSquared = SigmaGrid.up(l2SensitivitySquared.divide(rho.multiply(2)));
    while (!isPrivate(l2SensitivitySquared.divide(sigmaSquared.multiply(2)))) {
      sigmaSquared = SigmaGrid.next(sigmaSquared);
    }
    return sigmaSquared.compareTo(DiscreteGaussian.SMALLEST) < 0
        ? DiscreteGaussian.SMALLEST
        : sigmaSquared;
  }

  /** Finds a β just large enough for δ. */
  private static BigDecimal bestBeta(BigFraction epsilon, BigDecimal logDelta) {
    BigDecimal high = BigDecimal.ONE;
    while (!suffices(high, epsilon, logDelta)) {
      high = high.multiply(TWO);
    }
    BigDecimal low = high.divide(TWO);
    while (suffices(low, epsilon, logDelta)) {
      high = low;
      low = low.divide(TWO);
    }
    for (int i = 0; i < SEARCH_STEPS; i++) {
      BigDecimal middle = low.add(high).divide(TWO);
      if (suffices(middle, epsilon, logDelta)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static boolean suffices(BigDecimal beta, BigFraction epsilon, BigDecimal logDelta) {
    return logDelta(SEARCH, epsilon, beta, bestRho(SEARCH, epsilon, beta)).isAtMost(logDelta);
  }

  private boolean isPrivate(BigFraction rho) {
    return logDelta(MATH, epsilon, beta, MATH.of(rho)).isAtMost(logDelta);
  }

  /** (ε - log(β/(1 + β))) / (2β + 1). */
  private static RealInterval bestRho(IntervalMath math, BigFraction epsilon, BigDecimal beta) {
    RealInterval numerator = math.subtract(math.of(epsilon), logRatio(math, beta));
    return math.divide(numerator, RealInterval.exactly(beta.multiply(TWO).add(BigDecimal.ONE)));
  }

  /** β((1 + β)ρ - ε + log(β/(1 + β))) - log(1 + β). */
  private static RealInterval logDelta(
      IntervalMath math, BigFraction epsilon, BigDecimal beta, RealInterval rho) {
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
