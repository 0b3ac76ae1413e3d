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
   * The smallest k &ge; 1 for which noise of scale 1/ε truncated to [-k, k] takes the value k with
   * probability at most δ.
   *
   * <p>With r = exp(-ε) that probability is (1 - r) r^k / (1 + r - 2 r^(k+1)). It is at most δ if
   * and only if r^k &le; δ (1 + r) / (1 - r + 2rδ), that is, k &ge; log((1 - r + 2rδ) / (δ (1 + r)))
   * / ε. Where the bounds of the right-hand side hold an integer between them (which, a logarithm of
   * transcendental numbers being no integer, only rounding does), the next one is taken.
   */
  static BigInteger smallestBound(BigFraction epsilon, BigFraction delta) {
    Interval r = ratio(epsilon);
    Interval d = MATH.of(delta);
    Interval rd = MATH.multiply(r, d);
    Interval numerator = MATH.add(MATH.subtract(Interval.ONE, r), MATH.add(rd, rd));
    Interval denominator = MATH.multiply(d, MATH.add(Interval.ONE, r));
    Interval k = MATH.divide(MATH.log(MATH.divide(numerator, denominator)), MATH.of(epsilon));
    return k.high().setScale(0, RoundingMode.CEILING).toBigInteger().max(BigInteger.ONE);
  }

  /**
   * P(X &ge; x).
   *
   * <p>For x &ge; 1 it is (r^x - r^(k+1)) / (1 + r - 2 r^(k+1)); for x &le; 0, by symmetry, 1 - P(X
   * &ge; 1 - x).
   */
  static Interval tail(TruncatedLaplace noise, BigInteger x) {
    if (x.compareTo(noise.bound()) > 0) {
      return Interval.ZERO;
    }
    if (x.compareTo(noise.bound().negate()) <= 0) {
      return Interval.ONE;
    }
    if (x.signum() <= 0) {
      return MATH.subtract(Interval.ONE, tail(noise, BigInteger.ONE.subtract(x)));
    }
    BigFraction epsilon = noise.scale().reciprocal();
    Interval beyond = ratio(epsilon.multiply(noise.bound().add(BigInteger.ONE)));
    Interval mass = MATH.subtract(ratio(epsilon.multiply(x)), beyond);
    Interval total =
        MATH.subtract(MATH.add(Interval.ONE, ratio(epsilon)), MATH.add(beyond, beyond));
    return clip(MATH.divide(mass, total));
  }

  /** exp(-x). */
  private static Interval ratio(BigFraction x) {
    return MATH.exp(MATH.of(x).negate());
  }

  private static Interval clip(Interval p) {
    return new Interval(p.low().max(BigDecimal.ZERO), p.high().min(BigDecimal.ONE));
  }
}
