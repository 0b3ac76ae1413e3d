package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A closed interval that is certain to hold a real number which we cannot write down.
 *
 * @param low never above the number
 * @param high never below the number
 */
record Interval(BigDecimal low, BigDecimal high) {
  static final Interval ZERO = exactly(BigDecimal.ZERO);
  static final Interval ONE = exactly(BigDecimal.ONE);

  Interval {
    if (low.compareTo(high) > 0) {
      throw new ArithmeticException("Empty interval: " + low + " > " + high);
    }
  }

  static Interval exactly(BigDecimal value) {
    return new Interval(value, value);
  }

  static Interval exactly(BigInteger value) {
    return exactly(new BigDecimal(value));
  }

  static Interval exactly(long value) {
    return exactly(BigDecimal.valueOf(value));
  }

  Interval negate() {
    return new Interval(high.negate(), low.negate());
  }

  /** Whether the number is certainly at most {@code bound}. */
  boolean isAtMost(BigDecimal bound) {
    return high.compareTo(bound) <= 0;
  }
}
