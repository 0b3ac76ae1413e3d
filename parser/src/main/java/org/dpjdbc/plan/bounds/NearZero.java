package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * Prevents underflow of quotients on databases where it is an error. Up to a divisor of {@link
 * #LARGEST_DIVISOR} the dialect prevents it, by dividends that are zero or at least 1E-146; for
 * larger divisors, dividends must be larger in proportion.
 */
final class NearZero {
  private static final BigDecimal LARGEST_DIVISOR = new BigDecimal("1E150");

  /** No other quotient is closer to zero. */
  private static final BigDecimal LEAST = new BigDecimal("1E-300");

  /**
   * A number that is added and taken away again leaves multiples of more than 1E-17 times itself:
   * so much times the divisor, it leaves none whose quotient is below 1E-303.
   */
  private static final BigDecimal BLUR = new BigDecimal("1E-286");

  private NearZero() {}

  /**
   * The dividend, or zero where its quotient could vanish.
   *
   * @param dividend in floating point
   * @param largest what no divisor is further from zero than
   */
  static Term divisible(Emit emit, Term dividend, BigDecimal largest) {
    boolean isFar =
        dividend
            .hard()
            .filter(range -> min(range).compareTo(LEAST.multiply(largest)) >= 0)
            .isPresent();
    if (!emit.failsNearZero() || largest.compareTo(LARGEST_DIVISOR) <= 0 || isFar) {
      return dividend;
    }
    BigDecimal power = Grids.powerOfTenFrom(largest).multiply(BLUR);
    return dividend.as(
        emit.call(emit.floating(), DpOperators.BLURRED, dividend.node(), emit.approximate(power)));
  }

  /** Blurred already; a rounding does not take it out of its range by more than others. */
  static Term again(Analysis in, RexCall call) {
    Term x = in.floating(call.getOperands().get(0));
    RexNode blur = call.getOperands().get(1);
    return x.as(in.emit().call(in.emit().floating(), DpOperators.BLURRED, x.node(), blur));
  }

  /** The smallest distance from zero of a number of the range. */
  private static BigDecimal min(Interval range) {
    return range.contains(BigDecimal.ZERO)
        ? BigDecimal.ZERO
        : range.lower().abs().min(range.upper().abs());
  }
}
