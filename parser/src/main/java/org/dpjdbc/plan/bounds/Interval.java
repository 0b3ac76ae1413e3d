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

  static Interval of(long lower, long upper) {
    return new Interval(BigDecimal.valueOf(lower), BigDecimal.valueOf(upper));
  }

  static Interval point(BigDecimal value) {
    return new Interval(value, value);
  }

  /** From −{@code limit} to {@code limit}. */
  static Interval within(BigDecimal limit) {
    return new Interval(limit.negate(), limit);
  }

  boolean contains(BigDecimal value) {
    return lower.compareTo(value) <= 0 && upper.compareTo(value) >= 0;
  }

  /** Whether all of another is inside. */
  public boolean contains(Interval other) {
    return contains(other.lower) && contains(other.upper);
  }

  /** The largest absolute value. */
  BigDecimal magnitude() {
    return lower.abs().max(upper.abs());
  }

  BigDecimal width() {
    return upper.subtract(lower);
  }

  /** The nearest value inside. */
  BigDecimal clip(BigDecimal value) {
    return value.max(lower).min(upper);
  }

  /** Both ends moved inside. */
  Interval clip(Interval other) {
    return new Interval(clip(other.lower), clip(other.upper));
  }

  Interval hull(Interval other) {
    return new Interval(lower.min(other.lower), upper.max(other.upper));
  }
}
