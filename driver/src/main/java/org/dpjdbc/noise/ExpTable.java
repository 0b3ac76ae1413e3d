package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Bounds of exp(-rate · d) for integers d ≥ 0, in units of 2^-bits: {@link #low} is never above the
 * true value, and {@code low + error} never below it.
 *
 * <p>A distance is cut into digits of 6 bits; the powers of each digit are tabulated, from
 * exponentials that {@link IntervalMath} bounds, and multiplied. A product of two numbers up to 1
 * that are each too small by at most a and b is too small by at most a + b, and by less than two
 * units more for what is rounded off. The work of a distance depends on the rate and on the bits
 * alone. Immutable.
 */
final class ExpTable {
  private static final int DIGIT_BITS = 6;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final int bits;
  private final BigInteger farthest;
  private final BigInteger[][] powers;
  private final BigInteger error;

  /**
   * Tabulates.
   *
   * @param rate positive
   * @param bits of a unit, at least 1
   */
  ExpTable(BigFraction rate, int bits) {
    this.bits = bits;
    // From there on exp(-rate · d) is below 2^-bits, for log 2 < 7/10: all such distances are one.
    this.farthest = ceiling(BigFraction.of(7L * (bits + 1L), 10).divide(rate));
    int levels = Math.max(1, (farthest.bitLength() + DIGIT_BITS - 1) / DIGIT_BITS);
    this.powers = new BigInteger[levels][DIGITS];
    IntervalMath math = new IntervalMath(bits * 3 / 10 + DIGIT_BITS);
    BigInteger rounded = BigInteger.TWO.multiply(BigInteger.valueOf(levels));
    for (int level = 0; level < levels; level++) {
      BigInteger place = BigInteger.ONE.shiftLeft(DIGIT_BITS * level);
      RealInterval one = math.exp(math.of(rate.multiply(place)).negate());
      BigInteger low = units(one.low(), RoundingMode.FLOOR).max(BigInteger.ZERO);
      BigInteger width = units(one.high(), RoundingMode.CEILING).subtract(low);
      powers[level][0] = BigInteger.ONE.shiftLeft(bits);
      for (int digit = 1; digit < DIGITS; digit++) {
        powers[level][digit] = powers[level][digit - 1].multiply(low).shiftRight(bits);
      }
      rounded = rounded.add(width.add(BigInteger.TWO).multiply(BigInteger.valueOf(DIGITS)));
    }
    this.error = rounded;
  }

  private BigInteger units(BigDecimal value, RoundingMode mode) {
    return value
        .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(bits)))
        .setScale(0, mode)
        .toBigIntegerExact();
  }

  private static BigInteger ceiling(BigFraction value) {
    BigInteger below = value.getDenominator().subtract(BigInteger.ONE);
    return value.getNumerator().add(below).divide(value.getDenominator());
  }

  /** How many bits a unit has. */
  int bits() {
    return bits;
  }

  /** A lower bound of exp(-rate · distance) in units of 2^-bits. */
  BigInteger low(BigInteger distance) {
    BigInteger rest = distance.min(farthest);
    BigInteger low = powers[0][digit(rest, 0)];
    for (int level = 1; level < powers.length; level++) {
      low = low.multiply(powers[level][digit(rest, level)]).shiftRight(bits);
    }
    return low;
  }

  private static int digit(BigInteger distance, int level) {
    return distance.shiftRight(DIGIT_BITS * level).intValue() & (DIGITS - 1);
  }

  /** The true value is above {@link #low} by no more units than that. */
  BigInteger error() {
    return error;
  }
}
