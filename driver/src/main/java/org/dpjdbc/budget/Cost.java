package org.dpjdbc.budget;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * An amount of privacy loss (ε, δ), kept in whole units so that adding and comparing are exact: ε
 * in nano-ε (10<sup>−9</sup>) and δ in yocto-δ (10<sup>−24</sup>).
 *
 * <p>The units are decimal because people write ε and δ in decimal: ten queries of δ =
 * 10<sup>−7</sup> then fill a budget of 10<sup>−6</sup> to the last unit, which no binary unit
 * allows. What is charged is rounded up ({@link #of}) and what is allowed is rounded down ({@link
 * #limitOf}), so that the sum of the true costs never exceeds the true limit. There is no
 * conversion from {@code double}.
 *
 * @param epsilonNanos ε in units of 10<sup>−9</sup>; at least 0
 * @param deltaYoctos δ in units of 10<sup>−24</sup>; from 0 up to, but not including,
 *     10<sup>38</sup> (38 digits are what every database stores exactly; the δ of one query is at
 *     most 1, that is 10<sup>24</sup>)
 */
public record Cost(long epsilonNanos, BigInteger deltaYoctos) {
  private static final int EPSILON_DIGITS = 9;
  private static final int DELTA_DIGITS = 24;
  private static final BigInteger MAX_EPSILON = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger MAX_DELTA = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
  private static final BigInteger DELTA_ONE = BigInteger.TEN.pow(DELTA_DIGITS);

  /** Nothing: what an answer costs that no private row had a part in, or that was given before. */
  public static final Cost FREE = new Cost(0, BigInteger.ZERO);

  /** Checks the ranges. */
  public Cost {
    if (epsilonNanos < 0) {
      throw new IllegalArgumentException("epsilon is negative");
    }
    if (deltaYoctos.signum() < 0 || deltaYoctos.compareTo(MAX_DELTA) > 0) {
      throw new IllegalArgumentException("delta is out of range");
    }
  }

  /**
   * What a release costs, rounded up to whole units: 10<sup>−300</sup> costs one unit, never
   * nothing.
   *
   * @param epsilon at least 0 and at most 9.2·10<sup>9</sup>
   * @param delta from 0 to 1
   * @throws IllegalArgumentException outside these ranges
   */
  public static Cost of(BigDecimal epsilon, BigDecimal delta) {
    BigInteger yoctos = units(delta, DELTA_DIGITS, RoundingMode.CEILING, "delta");
    return checked(units(epsilon, EPSILON_DIGITS, RoundingMode.CEILING, "epsilon"), yoctos);
  }

  /**
   * As {@link #of(BigDecimal, BigDecimal)}, for the exact shares into which a plan splits a cost.
   */
  public static Cost of(BigFraction epsilon, BigFraction delta) {
    return checked(
        ceiling(epsilon, EPSILON_DIGITS, "epsilon"), ceiling(delta, DELTA_DIGITS, "delta"));
  }

  /**
   * A limit, rounded down to whole units. A limit beyond what can be counted (ε above
   * 9.2·10<sup>9</sup>, δ above 1) counts as the largest that can.
   *
   * @param epsilon at least 0
   * @param delta at least 0
   */
  public static Cost limitOf(BigDecimal epsilon, BigDecimal delta) {
    BigInteger nanos = units(epsilon, EPSILON_DIGITS, RoundingMode.FLOOR, "epsilon");
    BigInteger yoctos = units(delta, DELTA_DIGITS, RoundingMode.FLOOR, "delta");
    return new Cost(nanos.min(MAX_EPSILON).longValueExact(), yoctos.min(DELTA_ONE));
  }

  /**
   * Both amounts added, exactly: the basic composition theorem (Dwork and Roth 2014, theorem 3.16).
   *
   * @throws ArithmeticException beyond the range of this type
   */
  public Cost plus(Cost other) {
    BigInteger delta = deltaYoctos.add(other.deltaYoctos);
    if (delta.compareTo(MAX_DELTA) > 0) {
      throw new ArithmeticException("delta overflows");
    }
    return new Cost(Math.addExact(epsilonNanos, other.epsilonNanos), delta);
  }

  /** What remains of this limit once {@code spent} is gone; never below nothing. */
  public Cost minus(Cost spent) {
    return new Cost(
        Math.max(0, epsilonNanos - spent.epsilonNanos),
        deltaYoctos.subtract(spent.deltaYoctos).max(BigInteger.ZERO));
  }

  /** The smaller ε and the smaller δ of the two. */
  public Cost min(Cost other) {
    return new Cost(Math.min(epsilonNanos, other.epsilonNanos), deltaYoctos.min(other.deltaYoctos));
  }

  /** Whether neither ε nor δ is above that of {@code limit}. */
  public boolean fitsIn(Cost limit) {
    return epsilonNanos <= limit.epsilonNanos && deltaYoctos.compareTo(limit.deltaYoctos) <= 0;
  }

  /** Whether this is nothing at all. */
  public boolean isFree() {
    return equals(FREE);
  }

  /** ε, exact, without trailing zeros. */
  public BigDecimal epsilon() {
    return plain(BigDecimal.valueOf(epsilonNanos, EPSILON_DIGITS));
  }

  /** δ, exact, without trailing zeros. */
  public BigDecimal delta() {
    return plain(new BigDecimal(deltaYoctos, DELTA_DIGITS));
  }

  /** For people: {@code ε = 0.5, δ = 1E-8}. */
  @Override
  public String toString() {
    return "ε = " + epsilon().toPlainString() + ", δ = " + delta();
  }

  private static BigDecimal plain(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }

  /** Never builds a number much longer than the one given, however large its exponent. */
  private static BigInteger units(
      BigDecimal value, int digits, RoundingMode rounding, String what) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException(what + " is negative");
    }
    if (value.signum() == 0) {
      return BigInteger.ZERO;
    }
    long magnitude = (long) value.precision() - value.scale();
    if (magnitude > 40) {
      return MAX_DELTA.add(BigInteger.ONE);
    }
    if (magnitude < -40) {
      return rounding == RoundingMode.CEILING ? BigInteger.ONE : BigInteger.ZERO;
    }
    return value.setScale(digits, rounding).unscaledValue();
  }

  private static BigInteger ceiling(BigFraction value, int digits, String what) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException(what + " is negative");
    }
    BigInteger scaled = value.getNumerator().multiply(BigInteger.TEN.pow(digits));
    BigInteger[] parts = scaled.divideAndRemainder(value.getDenominator());
    // Rounding by the remainder's sign is right for a denominator of either sign: the value is >=
    // 0.
    return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
  }

  private static Cost checked(BigInteger nanos, BigInteger yoctos) {
    if (nanos.compareTo(MAX_EPSILON) > 0) {
      throw new IllegalArgumentException("epsilon is above 9.2e9");
    }
    if (yoctos.compareTo(DELTA_ONE) > 0) {
      throw new IllegalArgumentException("delta is above 1");
    }
    return new Cost(nanos.longValueExact(), yoctos);
  }
}
