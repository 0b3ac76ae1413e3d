package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Interval arithmetic. Every result encloses the result of the operation for all values inside the
 * operands; where an end is not exact it is rounded outward.
 */
final class Intervals {
  /** Beyond this a floating-point number is too close to overflow for computations. */
  static final BigDecimal FLOATING_LIMIT = new BigDecimal("1E300");

  /** Beyond what is counted or added up of one unit. */
  static final BigDecimal UNLIKELY = BigDecimal.valueOf(1L << 62);

  private static final int DIGITS = 45;

  private Intervals() {}

  static Interval add(Interval a, Interval b) {
    return new Interval(a.lower().add(b.lower()), a.upper().add(b.upper()));
  }

  static Interval subtract(Interval a, Interval b) {
    return add(a, negate(b));
  }

  static Interval negate(Interval a) {
    return new Interval(a.upper().negate(), a.lower().negate());
  }

  static Interval multiply(Interval a, Interval b) {
    return outward(corners(a, b, BigDecimal::multiply, BigDecimal::multiply), DIGITS);
  }

  static Interval abs(Interval a) {
    if (a.lower().signum() >= 0) {
      return a;
    }
    return a.upper().signum() <= 0 ? negate(a) : new Interval(BigDecimal.ZERO, a.magnitude());
  }

  /** Where both ends go, of a function that never decreases. */
  static Interval map(Interval a, UnaryOperator<BigDecimal> function) {
    return new Interval(function.apply(a.lower()), function.apply(a.upper()));
  }

  /** Both ends rounded to a number of decimals, which may be negative. */
  static Interval round(Interval a, int scale, RoundingMode mode) {
    return map(a, value -> value.setScale(scale, mode));
  }

  /** Integers that enclose. */
  static Interval enclose(Interval a, int scale) {
    return new Interval(
        a.lower().setScale(scale, RoundingMode.FLOOR),
        a.upper().setScale(scale, RoundingMode.CEILING));
  }

  /**
   * Quotients whose divisor is never closer to zero than {@code nearest}.
   *
   * @return empty if no divisor is left
   */
  static Optional<Interval> divide(Interval a, Interval b, BigDecimal nearest) {
    Optional<Interval> found = Optional.empty();
    if (b.upper().compareTo(nearest) >= 0) {
      found = Optional.of(quotients(a, new Interval(b.lower().max(nearest), b.upper())));
    }
    if (b.lower().compareTo(nearest.negate()) <= 0) {
      Interval negative = quotients(a, new Interval(b.lower(), b.upper().min(nearest.negate())));
      found = Optional.of(found.map(negative::hull).orElse(negative));
    }
    return found;
  }

  private static Interval quotients(Interval a, Interval b) {
    MathContext down = new MathContext(DIGITS, RoundingMode.FLOOR);
    MathContext up = new MathContext(DIGITS, RoundingMode.CEILING);
    return corners(a, b, (x, y) -> x.divide(y, down), (x, y) -> x.divide(y, up));
  }

  private interface Operation {
    BigDecimal apply(BigDecimal x, BigDecimal y);
  }

  private static Interval corners(Interval a, Interval b, Operation down, Operation up) {
    BigDecimal lower =
        down.apply(a.lower(), b.lower())
            .min(down.apply(a.lower(), b.upper()))
            .min(down.apply(a.upper(), b.lower()))
            .min(down.apply(a.upper(), b.upper()));
    BigDecimal upper =
        up.apply(a.lower(), b.lower())
            .max(up.apply(a.lower(), b.upper()))
            .max(up.apply(a.upper(), b.lower()))
            .max(up.apply(a.upper(), b.upper()));
    return new Interval(lower, upper);
  }

  /** Encloses, with at most so many significant digits. */
  static Interval outward(Interval a, int digits) {
    return new Interval(
        tidy(a.lower().round(new MathContext(digits, RoundingMode.FLOOR))),
        tidy(a.upper().round(new MathContext(digits, RoundingMode.CEILING))));
  }

  private static BigDecimal tidy(BigDecimal value) {
    return value.scale() > 0 ? plain(value) : value;
  }

  /**
   * Encloses both the numbers and their nearest doubles, in which the database computes. Rounding
   * to nearest never decreases, so it is enough to round the ends.
   */
  static Interval floating(Interval a) {
    if (a.magnitude().compareTo(FLOATING_LIMIT) > 0) {
      return a;
    }
    Interval doubles = map(a, value -> new BigDecimal(value.doubleValue()));
    // A database may make a decimal of the shortest number that is written for a double.
    Interval written = map(a, value -> BigDecimal.valueOf(value.doubleValue()));
    return outward(a.hull(doubles).hull(written), DIGITS);
  }

  /** Widened by a part of its magnitude: for functions that the database only approximates. */
  static Interval widened(Interval a, BigDecimal relative) {
    return new Interval(
        a.lower().subtract(a.lower().abs().multiply(relative)),
        a.upper().add(a.upper().abs().multiply(relative)));
  }

  /** The same number without trailing zeros and without an exponent. */
  static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  /** Digits before the decimal point, at least 1. */
  static int integerDigits(BigDecimal value) {
    return value.signum() == 0 ? 1 : Math.max(1, value.precision() - value.scale());
  }
}
