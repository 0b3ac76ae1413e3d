package org.dpjdbc.gateway.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HexFormat;

/** Numbers and bytes as PostgreSQL writes them. */
final class NumberFormat {
  /** From so many digits before the point on there is an exponent, with doubles and with floats. */
  private static final int LONGEST_DOUBLE = 15;

  private static final int LONGEST_FLOAT = 6;
  private static final int SMALLEST = -4;
  private static final int TWO_DIGITS = 10;

  private NumberFormat() {}

  static String of(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? Double.toString(value)
        : of(shortest(value), isNegative(value), LONGEST_DOUBLE);
  }

  static String of(float value) {
    return Float.isNaN(value) || Float.isInfinite(value)
        ? Float.toString(value)
        : of(shortest(value), isNegative(value), LONGEST_FLOAT);
  }

  private static BigDecimal shortest(double value) {
    return shortest(
        new BigDecimal(value),
        neighbour(Math.nextDown(value), value),
        neighbour(Math.nextUp(value), value));
  }

  private static BigDecimal shortest(float value) {
    return shortest(
        new BigDecimal(value),
        neighbour(Math.nextDown(value), value),
        neighbour(Math.nextUp(value), value));
  }

  /** The largest number has none above it, but is as far from one as from that below it. */
  private static BigDecimal neighbour(double next, double value) {
    return new BigDecimal(Double.isInfinite(next) ? value : next);
  }

  /**
   * The fewest digits that are read as the value and as nothing else. A number half way to a
   * neighbour is not taken: PostgreSQL does not rely on how a reader rounds those.
   */
  private static BigDecimal shortest(BigDecimal value, BigDecimal below, BigDecimal above) {
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal gapBelow =
        value.compareTo(below) == 0 ? above.subtract(value) : value.subtract(below);
    BigDecimal gapAbove =
        value.compareTo(above) == 0 ? value.subtract(below) : above.subtract(value);
    for (int digits = 1; ; digits++) {
      BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      BigDecimal off = rounded.subtract(value).multiply(two);
      if (off.compareTo(gapBelow.negate()) > 0 && off.compareTo(gapAbove) < 0) {
        return rounded;
      }
    }
  }

  private static boolean isNegative(double value) {
    return Double.compare(value, 0.0) < 0;
  }

  private static String of(BigDecimal value, boolean negative, int longest) {
    if (value.signum() == 0) {
      return negative ? "-0" : "0";
    }
    BigDecimal shortest = value.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= SMALLEST && exponent < longest) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    return (negative ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < TWO_DIGITS ? "0" : "")
        + Math.abs(exponent);
  }

  static String hex(byte[] value) {
    return "\\x" + HexFormat.of().formatHex(value);
  }
}
