package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rex.RexNode;

/**
 * An aggregated expression as an exact integer on a grid: the database computes {@code value},
 * which for every row, whatever the data, is NULL or an integer between {@code lower} and {@code
 * upper}; the expression is then {@code value * step}.
 *
 * @param value total and clamped, of type INTEGER, BIGINT or DECIMAL(38, 0); NULL just where the
 *     expression is NULL or NaN
 * @param lower least integer
 * @param upper greatest integer, not below {@code lower}
 * @param step the grid, positive
 */
public record Measure(RexNode value, BigInteger lower, BigInteger upper, BigDecimal step) {
  /** Checks the order of the ends and the sign of the step. */
  public Measure {
    if (lower.compareTo(upper) > 0 || step.signum() <= 0) {
      throw new IllegalArgumentException("empty range or no grid");
    }
  }

  /** The same where the integer is computed already. */
  public Measure of(RexNode computed) {
    return new Measure(computed, lower, upper, step);
  }
}
