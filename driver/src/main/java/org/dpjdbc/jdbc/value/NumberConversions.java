package org.dpjdbc.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Locale;
import org.dpjdbc.jdbc.error.Errors;

/**
 * Values read as numbers and booleans. Fractions are rounded to the nearest integer, a boolean
 * counts as 1 or 0, and a string must be a numeric literal.
 */
public final class NumberConversions {
  /**
   * The maximum number of digits before or after the point: with more, a string is not a number of
   * any SQL type.
   */
  private static final int MAX_DIGITS = 10_000;

  private NumberConversions() {}

  static boolean toBoolean(Object value) throws SQLException {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue() != 0;
    }
    if (value instanceof String text) {
      switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true", "t", "yes", "y" -> {
          return true;
        }
        case "false", "f", "no", "n" -> {
          return false;
        }
        default -> {
          return decimal(text, Boolean.class).signum() != 0;
        }
      }
    }
    return exact(value, Boolean.class).signum() != 0;
  }

  static byte toByte(Object value) throws SQLException {
    return (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, Byte.class);
  }

  static short toShort(Object value) throws SQLException {
    return (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, Short.class);
  }

  static int toInteger(Object value) throws SQLException {
    return (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.class);
  }

  static long toLong(Object value) throws SQLException {
    return whole(value, Long.MIN_VALUE, Long.MAX_VALUE, Long.class);
  }

  static float toFloat(Object value) throws SQLException {
    return value instanceof Float number ? number : (float) real(value, Float.class);
  }

  static double toDouble(Object value) throws SQLException {
    return real(value, Double.class);
  }

  static BigDecimal toBigDecimal(Object value) throws SQLException {
    return value instanceof String text
        ? decimal(text, BigDecimal.class)
        : exact(value, BigDecimal.class);
  }

  static BigInteger toBigInteger(Object value) throws SQLException {
    return toBigDecimal(value).toBigInteger();
  }

  private static long whole(Object value, long min, long maximum, Class<?> target)
      throws SQLException {
    BigInteger number;
    if (value instanceof String text) {
      try {
        number = new BigInteger(checkLength(text.strip(), target));
      } catch (NumberFormatException e) {
        throw Errors.stringNotReadable(target);
      }
    } else {
      BigDecimal decimal = exact(value, target);
      if (decimal.precision() - (long) decimal.scale() > 20) {
        throw Errors.outOfRange(target);
      }
      number = decimal.setScale(0, halves(value)).toBigInteger();
    }
    if (number.bitLength() > 63 || number.longValue() < min || number.longValue() > maximum) {
      throw Errors.outOfRange(target);
    }
    return number.longValue();
  }

  /** A floating half rounds as {@link Math#round} does, an exact half away from zero. */
  private static RoundingMode halves(Object value) {
    boolean negative = value instanceof Number number && number.doubleValue() < 0;
    boolean floating = value instanceof Double || value instanceof Float;
    return floating && negative ? RoundingMode.HALF_DOWN : RoundingMode.HALF_UP;
  }

  private static double real(Object value, Class<?> target) throws SQLException {
    if (value instanceof String text) {
      try {
        return Double.parseDouble(text.strip());
      } catch (NumberFormatException e) {
        throw Errors.stringNotReadable(target);
      }
    }
    return value instanceof Number number
        ? number.doubleValue()
        : exact(value, target).doubleValue();
  }

  private static BigDecimal exact(Object value, Class<?> target) throws SQLException {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Double || value instanceof Float) {
      if (!Double.isFinite(((Number) value).doubleValue())) {
        throw Errors.outOfRange(target);
      }
      return new BigDecimal(value.toString());
    }
    if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    throw Errors.notConvertible(value, target);
  }

  private static BigDecimal decimal(String text, Class<?> target) throws SQLException {
    BigDecimal number;
    try {
      number = new BigDecimal(checkLength(text.strip(), target));
    } catch (NumberFormatException e) {
      throw Errors.stringNotReadable(target);
    }
    if (Math.abs((long) number.scale()) > MAX_DIGITS) {
      throw Errors.outOfRange(target);
    }
    return number;
  }

  private static String checkLength(String text, Class<?> target) throws SQLException {
    if (text.length() > MAX_DIGITS) {
      throw Errors.outOfRange(target);
    }
    return text;
  }
}
