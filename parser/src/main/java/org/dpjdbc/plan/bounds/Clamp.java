package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Moves values into a range. Written as CASE, because GREATEST and LEAST treat NULL differently on
 * each database.
 */
final class Clamp {
  private Clamp() {}

  /** Of values that have an order without exceptions; NULL stays NULL. */
  static RexNode ordered(Emit emit, RexNode x, RexNode lower, RexNode upper, RelDataType type) {
    return emit.cases(
        type,
        emit.test(SqlStdOperatorTable.LESS_THAN, x, lower),
        lower,
        emit.test(SqlStdOperatorTable.GREATER_THAN, x, upper),
        upper,
        x);
  }

  /**
   * Of floating-point values: NaN becomes NULL, infinities the bounds. Holds whether NaN is the
   * greatest value (H2, PostgreSQL, DuckDB) or compares false with everything (IEEE 754), and tests
   * for NaN only what is out of range.
   */
  static RexNode floating(Emit emit, RexNode x, Interval range) {
    return floating(
        emit,
        x,
        range,
        emit.floating(),
        emit.approximate(range.lower()),
        x,
        emit.approximate(range.upper()));
  }

  /** As {@link #floating(Emit, RexNode, Interval)} with something else in place of each case. */
  static RexNode floating(
      Emit emit,
      RexNode x,
      Interval range,
      RelDataType type,
      RexNode below,
      RexNode inside,
      RexNode above) {
    return emit.cases(
        type,
        emit.test(SqlStdOperatorTable.LESS_THAN, x, emit.approximate(range.lower())),
        below,
        emit.test(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, x, emit.approximate(range.upper())),
        inside,
        emit.test(SqlStdOperatorTable.NOT, emit.test(DpOperators.IS_NAN, x)),
        above);
  }

  /** NULL unless the number is at least so far from zero. */
  static RexNode awayFromZero(Emit emit, RexNode x, BigDecimal nearest) {
    RexNode size = emit.call(x.getType(), SqlStdOperatorTable.ABS, x);
    return emit.cases(
        x.getType(),
        emit.test(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, size, emit.approximate(nearest)),
        x);
  }
}
