package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/** Probabilities of {@link TruncatedLaplace} noise, with certain bounds. */
final class TruncatedLaplaceMath {
  private static final IntervalMath MATH = new IntervalMath(50);

  private TruncatedLaplaceMath() {}

  /**
   * The smallest k &ge; w for which noise of scale b truncated to [-k, k] is above k - w with
   * probability at most δ.
   *
   * <p>With r = exp(-1/b) that probability is (r^(k+1-w) - r^(k+1)) / (1 + r - 2 r^(k+1)). It is at
   * most δ if and only if r^(k+1) &le; δ (1 + r) / (r^-w - 1 + 2δ), that is, k + 1 &ge; b log((r^-w
   * - 1 + 2δ) / (δ (1 + r))). Should rounding leave an integer between the bounds of the right-hand
   * side, then the next one is taken: too much, never too little.
   */
  static BigInteger smallestBound(BigFraction scale, int weight, BigFraction delta) {
    RealInterval d = MATH.of(delta);
    RealInterval growth = MATH.exp(MATH.of(scale.reciprocal().multiply(weight)));
    RealInterval numerator = MATH.add(MATH.subtract(growth, RealInterval.ONE), MATH.add(d, d));
    RealInterval denominator =
        MATH.multiply(d, MATH.add(RealInterval.ONE, ratio(scale.reciprocal())));
    RealInterval log = MATH.log(MATH.divide(numerator, denominator));
    BigDecimal next = MATH.multiply(MATH.of(scale), log).high();
    return next.setScale(0, RoundingMode.CEILING)
        .toBigInteger()
        .subtract(BigInteger.ONE)
        .max(BigInteger.valueOf(weight));
  }

  /**
   * P(X &ge; x).
   *
   * <p>For x &ge; 1 it is (r^x - r^(k+1)) / (1 + r - 2 r^(k+1)); for x &le; 0, by symmetry, 1 - P(X
   * &ge; 1 - x).
   */
  static RealInterval tail(TruncatedLaplace noise, BigInteger x) {
    if (x.compareTo(noise.bound()) > 0) {
      return RealInterval.ZERO;
    }
    if (x.compareTo(noise.bound().negate()) <= 0) {
      return RealInterval.ONE;
    }
    if (x.signum() <= 0) {
      return MATH.subtract(RealInterval.ONE, tail(noise, BigInteger.ONE.subtract(x)));
    }
    BigFraction epsilon = noise.scale().reciprocal();
    RealInterval beyond = ratio(epsilon.multiply(noise.bound().add(BigInteger.ONE)));
    RealInterval mass = MATH.subtract(ratio(epsilon.multiply(x)), beyond);
    RealInterval total =
        MATH.subtract(MATH.add(RealInterval.ONE, ratio(epsilon)), MATH.add(beyond, beyond));
    return clip(MATH.divide(mass, total));
  }

  /** exp(-x). */
  private static RealInterval ratio(BigFraction x) {
    return MATH.exp(MATH.of(x).negate());
  }

  private static RealInterval clip(RealInterval p) {
    return new RealInterval(p.low().max(BigDecimal.ZERO), p.high().min(BigDecimal.ONE));
  }
}
