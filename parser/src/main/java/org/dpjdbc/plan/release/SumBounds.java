package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.Measure;

/**
 * What one unit may add to the sum of one group, in steps of the measure: zero is always within,
 * which costs nothing, since a unit that is not there adds zero.
 *
 * @param lower at most 0
 * @param upper at least 0
 */
public record SumBounds(BigInteger lower, BigInteger upper) {
  /** What so many values of a measure add up to. */
  public static SumBounds of(Measure measure, int rows) {
    BigInteger max = BigInteger.valueOf(rows);
    return new SumBounds(
        measure.lower().min(BigInteger.ZERO).multiply(max),
        measure.upper().max(BigInteger.ZERO).multiply(max));
  }

  /** The same within what the policy declares for the sum, where that is tighter. */
  SumBounds within(Optional<Interval> declared, Measure measure) {
    if (declared.isEmpty()) {
      return this;
    }
    BigInteger min = steps(declared.get().lower(), measure, RoundingMode.FLOOR);
    BigInteger maximum = steps(declared.get().upper(), measure, RoundingMode.CEILING);
    return new SumBounds(
        lower.max(min.min(BigInteger.ZERO)), upper.min(maximum.max(BigInteger.ZERO)));
  }

  /** How far one unit moves the sum of one group, at least 1. */
  public BigInteger max() {
    return lower.abs().max(upper).max(BigInteger.ONE);
  }

  private static BigInteger steps(BigDecimal value, Measure measure, RoundingMode mode) {
    return value.divide(measure.step(), 0, mode).toBigInteger();
  }
}
