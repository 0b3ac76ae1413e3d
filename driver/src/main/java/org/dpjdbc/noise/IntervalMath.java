package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Interval arithmetic: every result contains the true value, because every lower end is rounded
 * down and every upper end up, and series are truncated with a proved bound on the remainder.
 *
 * <p>Privacy parameters are computed with it if an exponential is unavoidable (δ of a mechanism,
 * thresholds). Immutable.
 */
final class IntervalMath {
  /** Digits beyond those asked for, lost in argument reduction. */
  private static final int GUARD_DIGITS = 12;

  /** exp is expanded below 2^-6, where 6 terms give 16 digits. */
  private static final int EXP_REDUCTION_BITS = 6;

  private static final BigDecimal LOG_RANGE_LOW = new BigDecimal("0.75");
  private static final BigDecimal LOG_RANGE_HIGH = new BigDecimal("1.5");

  private final MathContext down;
  private final MathContext up;
  private final RealInterval logTwo;

  /**
   * @param digits significant decimal digits that results are computed with
   */
  IntervalMath(int digits) {
    this.down = new MathContext(digits + GUARD_DIGITS, RoundingMode.FLOOR);
    this.up = new MathContext(digits + GUARD_DIGITS, RoundingMode.CEILING);
    this.logTwo = logSeries(RealInterval.exactly(2));
  }

  RealInterval of(BigFraction value) {
    BigDecimal numerator = new BigDecimal(value.getNumerator());
    BigDecimal denominator = new BigDecimal(value.getDenominator());
    return new RealInterval(numerator.divide(denominator, down), numerator.divide(denominator, up));
  }

  RealInterval add(RealInterval a, RealInterval b) {
    return new RealInterval(a.low().add(b.low(), down), a.high().add(b.high(), up));
  }

  RealInterval subtract(RealInterval a, RealInterval b) {
    return add(a, b.negate());
  }

  RealInterval multiply(RealInterval a, RealInterval b) {
    if (a.low().signum() >= 0 && b.low().signum() >= 0) {
      return new RealInterval(a.low().multiply(b.low(), down), a.high().multiply(b.high(), up));
    }
    BigDecimal p = a.low().multiply(b.low());
    BigDecimal q = a.low().multiply(b.high());
    BigDecimal r = a.high().multiply(b.low());
    BigDecimal s = a.high().multiply(b.high());
    return new RealInterval(p.min(q).min(r.min(s)).round(down), p.max(q).max(r.max(s)).round(up));
  }

  /**
   * The quotient a / b.
   *
   * @throws ArithmeticException unless b is certainly positive
   */
  RealInterval divide(RealInterval a, RealInterval b) {
    if (b.low().signum() <= 0) {
      throw new ArithmeticException("Divisor may be 0 or negative: " + b);
    }
    BigDecimal low = a.low().divide(a.low().signum() >= 0 ? b.high() : b.low(), down);
    BigDecimal high = a.high().divide(a.high().signum() >= 0 ? b.low() : b.high(), up);
    return new RealInterval(low, high);
  }

  RealInterval exp(RealInterval x) {
    return new RealInterval(exp(x.low()).low(), exp(x.high()).high());
  }

  /**
   * The natural logarithm.
   *
   * @throws ArithmeticException unless x is certainly positive
   */
  RealInterval log(RealInterval x) {
    if (x.low().signum() <= 0) {
      throw new ArithmeticException("Logarithm of what may be 0 or negative: " + x);
    }
    return new RealInterval(log(x.low()).low(), log(x.high()).high());
  }

  /** exp(x) = exp(x / 2^j)^(2^j), where x / 2^j is at most 2^-6; 1 / exp(-x) below 0. */
  private RealInterval exp(BigDecimal x) {
    if (x.signum() < 0) {
      return divide(RealInterval.ONE, exp(x.negate()));
    }
    int halvings = Math.max(0, x.toBigInteger().bitLength() + EXP_REDUCTION_BITS);
    BigDecimal power = new BigDecimal(BigInteger.ONE.shiftLeft(halvings));
    RealInterval result = expSeries(new RealInterval(x.divide(power, down), x.divide(power, up)));
    for (int i = 0; i < halvings; i++) {
      result = multiply(result, result);
    }
    return result;
  }

  /**
   * Taylor's series; for 0 &le; x &le; 1/2 the terms from the n-th on sum to at most 2 x^n / n!.
   */
  private RealInterval expSeries(RealInterval x) {
    BigDecimal negligible = BigDecimal.ONE.movePointLeft(up.getPrecision() + 1);
    RealInterval sum = RealInterval.ONE;
    RealInterval term = RealInterval.ONE;
    BigDecimal bound = BigDecimal.ONE;
    for (int n = 1; ; n++) {
      BigDecimal divisor = BigDecimal.valueOf(n);
      bound = bound.multiply(x.high(), up).divide(divisor, up);
      if (bound.compareTo(negligible) <= 0) {
        return add(sum, new RealInterval(BigDecimal.ZERO, bound.add(bound)));
      }
      term = divide(multiply(term, x), RealInterval.exactly(divisor));
      sum = add(sum, term);
    }
  }

  /** log x = log(x / 2^e) + e log 2, where x / 2^e is between 3/4 and 3/2. */
  private RealInterval log(BigDecimal x) {
    int exponent = (int) ((x.precision() - x.scale()) * 3322L / 1000); // log2(10) = 3.3219…
    RealInterval scaled = scale(RealInterval.exactly(x), -exponent);
    for (; scaled.low().compareTo(LOG_RANGE_LOW) < 0; exponent--) {
      scaled = add(scaled, scaled);
    }
    for (; scaled.high().compareTo(LOG_RANGE_HIGH) > 0; exponent++) {
      scaled = scale(scaled, -1);
    }
    return add(logSeries(scaled), multiply(RealInterval.exactly(exponent), logTwo));
  }

  /** The product a · 2^exponent. */
  private RealInterval scale(RealInterval a, int exponent) {
    RealInterval power = RealInterval.exactly(BigInteger.TWO.pow(Math.abs(exponent)));
    return exponent >= 0 ? multiply(a, power) : divide(a, power);
  }

  /** 2 (z + z³/3 + z⁵/5 + …) with z = (x - 1) / (x + 1), for x near 1. */
  private RealInterval logSeries(RealInterval x) {
    RealInterval z = divide(subtract(x, RealInterval.ONE), add(x, RealInterval.ONE));
    RealInterval zz = multiply(z, z);
    BigDecimal negligible = BigDecimal.ONE.movePointLeft(up.getPrecision() + 1);
    RealInterval sum = RealInterval.ZERO;
    RealInterval power = z;
    for (int n = 1; ; n += 2) {
      BigDecimal size = power.low().abs().max(power.high().abs());
      if (size.compareTo(negligible) <= 0) {
        // z² is below 1/8, so the rest is at most |z|^n / (n (1 - z²)) < 2 |z|^n
        BigDecimal rest = size.add(size);
        sum = add(sum, new RealInterval(rest.negate(), rest));
        return add(sum, sum);
      }
      sum = add(sum, divide(power, RealInterval.exactly(n)));
      power = multiply(power, zz);
    }
  }
}
