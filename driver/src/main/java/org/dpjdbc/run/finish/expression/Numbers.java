package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;

/** Views of a runtime number of any of the seven classes. */
public final class Numbers {
  private Numbers() {}

  static boolean isInteger(Object number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte;
  }

  public static boolean isApproximate(Object number) {
    return number instanceof Double || number instanceof Float;
  }

  public static long toLong(Object number) {
    return ((Number) number).longValue();
  }

  public static double toDouble(Object number) {
    return ((Number) number).doubleValue();
  }

  /** The decimal that the number is written as; a floating number must be finite. */
  public static BigDecimal toDecimal(Object number) {
    if (number instanceof BigDecimal decimal) {
      return decimal;
    }
    if (isInteger(number)) {
      return BigDecimal.valueOf(toLong(number));
    }
    // By its shortest decimal representation: 0.1 is 0.1, and a REAL 0.1 is not 0.10000000149.
    return new BigDecimal(number.toString());
  }

  /**
   * Orders numbers by value across classes: −0 equals 0, NaN equals NaN and is above all else. A
   * floating number counts with its exact binary value.
   */
  public static int compare(Object left, Object right) {
    if (isInteger(left) && isInteger(right)) {
      return Long.compare(toLong(left), toLong(right));
    }
    if (isApproximate(left) && isApproximate(right)) {
      return compareDoubles(toDouble(left), toDouble(right));
    }
    if (isApproximate(left) && !Double.isFinite(toDouble(left))) {
      return toDouble(left) == Double.NEGATIVE_INFINITY ? -1 : 1;
    }
    if (isApproximate(right) && !Double.isFinite(toDouble(right))) {
      return toDouble(right) == Double.NEGATIVE_INFINITY ? 1 : -1;
    }
    return exactly(left).compareTo(exactly(right));
  }

  private static int compareDoubles(double left, double right) {
    return left == right ? 0 : Double.compare(left, right);
  }

  private static BigDecimal exactly(Object number) {
    return isApproximate(number) ? new BigDecimal(toDouble(number)) : toDecimal(number);
  }

  /** An object that is equal for numbers of equal value, whatever their class and scale. */
  public static Object key(Object number) {
    if (isInteger(number)) {
      return toLong(number);
    }
    if (isApproximate(number) && !Double.isFinite(toDouble(number))) {
      return toDouble(number);
    }
    BigDecimal exact = exactly(number);
    if (exact.signum() == 0) {
      return 0L;
    }
    BigDecimal stripped = exact.stripTrailingZeros();
    boolean fitsLong = stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 18;
    return fitsLong ? (Object) stripped.longValueExact() : stripped;
  }
}
