package org.dpjdbc.policy;

import java.math.BigDecimal;

/** The order of values of one kind, and their canonical text. */
public final class ValueOrder {
  private ValueOrder() {}

  /** Whether values of that kind can be bounds. */
  public static boolean isOrdered(PolicyValue value) {
    return !(value instanceof PolicyValue.Text || value instanceof PolicyValue.Bool);
  }

  /**
   * Compares two values of one ordered kind.
   *
   * @return negative, zero or positive, as {@link Comparable#compareTo} does
   * @throws IllegalArgumentException if they are not
   */
  public static int compare(PolicyValue left, PolicyValue right) {
    if (left instanceof PolicyValue.Number a && right instanceof PolicyValue.Number b) {
      return a.value().compareTo(b.value());
    }
    if (left instanceof PolicyValue.Date a && right instanceof PolicyValue.Date b) {
      return a.value().compareTo(b.value());
    }
    if (left instanceof PolicyValue.Time a && right instanceof PolicyValue.Time b) {
      return a.value().compareTo(b.value());
    }
    if (left instanceof PolicyValue.Timestamp a && right instanceof PolicyValue.Timestamp b) {
      return a.value().compareTo(b.value());
    }
    throw new IllegalArgumentException("no order between " + left + " and " + right);
  }

  /** The value as text, equal for equal values of one kind: 1, 1.0 and 1e0 are all {@code 1}. */
  public static String text(PolicyValue value) {
    if (value instanceof PolicyValue.Number number) {
      return text(number.value());
    }
    if (value instanceof PolicyValue.Text text) {
      return text.value();
    }
    if (value instanceof PolicyValue.Bool bool) {
      return Boolean.toString(bool.value());
    }
    if (value instanceof PolicyValue.Date date) {
      return date.value().toString();
    }
    if (value instanceof PolicyValue.Time time) {
      return time.value().toString();
    }
    return ((PolicyValue.Timestamp) value).value().toString();
  }

  /** A number in plain digits without trailing zeros. */
  static String text(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
