package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A closed interval that is certain to contain a real number without an exact representation.
 *
 * @param low never above the number
 * @param high never below the number
 */
record RealInterval(BigDecimal low, BigDecimal high) {
  static final RealInterval ZERO = exactly(BigDecimal.ZERO);
  static final RealInterval ONE = exactly(BigDecimal.ONE);

  RealInterval {
    if (low.compareTo(high) > 0) {
      throw new ArithmeticException("Empty interval: " + low + " > " + high);
    }
  }

  static RealInterval exactly(BigDecimal value) {
    return new RealInterval(value, value);
  }

  static RealInterval exactly(BigInteger value) {
    return exactly(new BigDecimal(value));
  }

  static RealInterval exactly(long value) {
    return exactly(BigDecimal.valueOf(value));
  }

  RealInterval negate() {
    return new RealInterval(high.negate(), low.negate());
  }

  /** Whether the number is certainly at most {@code bound}. */
  boolean isAtMost(BigDecimal bound) {
    return high.compareTo(bound) <= 0;
  }
}
