package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * From Gaussian differential privacy to (ε, δ) and back, with arithmetic rounded against us.
 *
 * <p>Guarantee: a mechanism whose outputs on neighbours are no easier to distinguish than N(0, 1)
 * and N(μ, 1) is (ε, δ)-differentially private for every ε &ge; 0 with δ = Φ(μ/2 - ε/μ) - e^ε
 * Φ(-μ/2 - ε/μ), and with no smaller δ. Source: J. Dong, A. Roth, W. Su, "Gaussian Differential
 * Privacy", JRSS B 84(1), 2022, Corollary 2.13; B. Balle, Y.-X. Wang, ICML 2018, Theorem 8.
 *
 * <p>With Mills' ratio R, a = ε/μ - μ/2 and b = ε/μ + μ/2, and since e^ε φ(b) = φ(a), this is φ(a)
 * (R(a) - R(b)) for a &ge; 0, and 1 - φ(a) (R(-a) + R(b)) otherwise: no digits cancel.
 */
public final class GaussianPrivacy {
  private static final int DIGITS = 18;
  private static final IntervalMath MATH = new IntervalMath(DIGITS);
  private static final MillsRatio MILLS = new MillsRatio(MATH);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final MathContext DOWN = new MathContext(16, RoundingMode.FLOOR);
  private static final MathContext UP = new MathContext(16, RoundingMode.CEILING);

  /** From here on δ &lt; φ(100) / 100 &lt; 10^-2000. */
  private static final BigDecimal FAR = BigDecimal.valueOf(100);

  private static final BigDecimal BEYOND_FAR = new BigDecimal("1e-2000");

  /** Steps of a bisection, each of which halves: 10^-12 of the result. */
  private static final int STEPS = 40;

  /** The same, to 10^-4. */
  private static final int FEW_STEPS = 12;

  private GaussianPrivacy() {}

  /**
   * A number that is certainly not below δ, and close to it.
   *
   * @param muSquared μ² &gt; 0
   * @param epsilon ε &ge; 0
   */
  public static BigDecimal upperDelta(BigDecimal muSquared, BigDecimal epsilon) {
    RealInterval mu = MillsRatio.root(muSquared, DIGITS + 5);
    RealInterval middle = MATH.divide(RealInterval.exactly(epsilon), mu);
    RealInterval half = MATH.divide(mu, RealInterval.exactly(TWO));
    RealInterval a = MATH.subtract(middle, half);
    if (a.low().compareTo(FAR) > 0) {
      return BEYOND_FAR;
    }
    RealInterval farther = MILLS.of(MATH.add(middle, half));
    if (a.low().signum() >= 0) {
      RealInterval gap = MATH.subtract(MILLS.of(a), farther);
      return MATH.multiply(MILLS.density(a), gap).high();
    }
    // Where the sign of a is not certain, all from 0 to its farther end.
    RealInterval near =
        a.high().signum() > 0
            ? new RealInterval(BigDecimal.ZERO, a.high().max(a.low().negate()))
            : a.negate();
    RealInterval tails = MATH.add(MILLS.of(near), farther);
    return MATH.subtract(RealInterval.ONE, MATH.multiply(MILLS.density(near), tails)).high();
  }

  /**
   * A μ², as good as the largest, that is certain to give (ε, δ).
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   */
  public static BigDecimal maxMuSquared(BigFraction epsilon, BigFraction delta) {
    return maxMuSquared(epsilon, delta, BigDecimal.ONE, BigDecimal.ONE, STEPS);
  }

  /**
   * A μ² that is certain to give (ε, δ), within 10^-4 of the largest, and found in a third of the
   * time: plans wait for it. The search begins at what concentrated differential privacy gives:
   * N(0, 1) and N(μ, 1) are ρ-concentrated for ρ = μ²/2.
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   */
  static BigDecimal nearlyMaxMuSquared(BigFraction epsilon, BigFraction delta) {
    BigDecimal start =
        MATH.of(ConcentratedCalibration.maxRho(epsilon, delta).multiply(2)).low().round(DOWN);
    return maxMuSquared(epsilon, delta, start, new BigDecimal("0.25"), FEW_STEPS);
  }

  /** From a first guess on, in steps of this part of it, which are halved so many times. */
  private static BigDecimal maxMuSquared(
      BigFraction epsilon, BigFraction delta, BigDecimal start, BigDecimal part, int steps) {
    BigDecimal e = low(MechanismChecks.positive("Epsilon", epsilon));
    BigDecimal d = low(MechanismChecks.probability("Delta", delta));
    BigDecimal kept = start;
    while (!isPrivate(kept, e, d)) {
      kept = kept.divide(TWO, DOWN);
    }
    BigDecimal step = kept.multiply(part, DOWN);
    while (isPrivate(kept.add(step), e, d)) {
      kept = kept.add(step);
      step = step.add(step);
    }
    for (int i = 0; i < steps; i++) {
      step = step.divide(TWO, DOWN);
      BigDecimal candidate = kept.add(step).round(DOWN);
      if (isPrivate(candidate, e, d)) {
        kept = candidate;
      }
    }
    return kept;
  }

  /**
   * An ε, as good as the smallest, that is certain to be given by μ² with δ.
   *
   * @param muSquared μ² &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @return at least 0
   */
  public static BigDecimal smallestEpsilon(BigDecimal muSquared, BigFraction delta) {
    BigDecimal d = low(MechanismChecks.probability("Delta", delta));
    if (isPrivate(muSquared, BigDecimal.ZERO, d)) {
      return BigDecimal.ZERO;
    }
    BigDecimal high = BigDecimal.ONE;
    while (!isPrivate(muSquared, high, d)) {
      high = high.multiply(TWO);
    }
    BigDecimal low = BigDecimal.ZERO;
    for (int i = 0; i < STEPS; i++) {
      BigDecimal middle = low.add(high).divide(TWO, UP);
      if (isPrivate(muSquared, middle, d)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static boolean isPrivate(BigDecimal muSquared, BigDecimal epsilon, BigDecimal delta) {
    return upperDelta(muSquared, epsilon).compareTo(delta) <= 0;
  }

  private static BigDecimal low(BigFraction value) {
    return MATH.of(value).low();
  }
}
