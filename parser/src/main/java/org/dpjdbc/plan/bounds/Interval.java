package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;

/**
 * A closed, finite range of numbers. Dates count as days since 1970-01-01, times as seconds since
 * midnight, timestamps as seconds since 1970-01-01T00:00:00, booleans as 0 and 1.
 *
 * @param lower least value
 * @param upper greatest value, not below {@code lower}
 */
public record Interval(BigDecimal lower, BigDecimal upper) {
  /** Checks the order of the ends. */
  public Interval {
    if (lower.compareTo(upper) > 0) {
      throw new IllegalArgumentException("lower above upper");
    }
  }
}
