package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The values that σ² is rounded up to: 24 significant bits, so that samplers work with short
 * numbers. Rounding up adds noise and costs less than 2^-23 of σ².
 */
final class SigmaGrid {
  private static final int SIGNIFICANT_BITS = 24;

  private SigmaGrid() {}

  /** The smallest value of the grid that is not below {@code value}. */
  static BigFraction up(BigFraction value) {
    return ceiling(value, exponent(value));
  }

  /** The value of the grid that follows {@code value}, which is one. */
  static BigFraction next(BigFraction value) {
    int exponent = exponent(value);
    return ceiling(value.add(power(-exponent)), exponent);
  }

  static BigFraction fraction(BigDecimal value) {
    return value.scale() >= 0
        ? BigFraction.of(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
        : BigFraction.of(value.toBigIntegerExact());
  }

  /**
   * An e for which value · 2^e has {@value #SIGNIFICANT_BITS} bits before the point, or one more.
   */
  private static int exponent(BigFraction value) {
    return SIGNIFICANT_BITS
        - (value.getNumerator().bitLength() - value.getDenominator().bitLength());
  }

  private static BigFraction ceiling(BigFraction value, int exponent) {
    BigFraction scaled = value.multiply(power(exponent));
    BigInteger[] parts = scaled.getNumerator().divideAndRemainder(scaled.getDenominator());
    BigInteger whole = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
    return power(-exponent).multiply(whole);
  }

  private static BigFraction power(int exponent) {
    BigInteger power = BigInteger.ONE.shiftLeft(Math.abs(exponent));
    return exponent >= 0 ? BigFraction.of(power) : BigFraction.of(BigInteger.ONE, power);
  }
}
