package org.dpjdbc.run.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/** Formats numbers for people: four significant digits, rounded up. */
public final class SignificantDigits {
  private static final MathContext SHOWN = new MathContext(4, RoundingMode.UP);

  /** What a computation in floating point may leave behind: 54.00000000000001 is 54. */
  private static final MathContext EXACT = new MathContext(12, RoundingMode.HALF_EVEN);

  private static final int DIGITS = 40;

  private SignificantDigits() {}

  public static BigDecimal rounded(double number) {
    return BigDecimal.valueOf(number).round(EXACT).round(SHOWN).stripTrailingZeros();
  }

  public static String text(double number) {
    return rounded(number).toPlainString();
  }

  public static String text(BigFraction number) {
    return number
        .bigDecimalValue(DIGITS, RoundingMode.HALF_EVEN)
        .round(EXACT)
        .round(SHOWN)
        .stripTrailingZeros()
        .toPlainString();
  }

  public static BigFraction fraction(BigDecimal number) {
    return BigFraction.of(number.unscaledValue()).multiply(BigFraction.of(10).pow(-number.scale()));
  }

  /** A number of things: {@code 1 group}, {@code 2 groups}. */
  public static String plural(BigInteger count, String noun) {
    return count + " " + noun + (count.equals(BigInteger.ONE) ? "" : "s");
  }
}
