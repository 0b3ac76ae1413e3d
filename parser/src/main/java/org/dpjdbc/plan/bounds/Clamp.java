package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.DpOperators;

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

  /** What an expression of the form of {@link #ordered} clamps to that range. */
  static Optional<RexNode> clamped(RexNode node, Interval range) {
    if (node.getKind() != SqlKind.CASE) {
      return Optional.empty();
    }
    List<RexNode> parts = ((RexCall) node).getOperands();
    return parts.size() == 5
            && isEnd(parts.get(0), SqlKind.LESS_THAN, parts.get(4), parts.get(1), range.lower())
            && isEnd(parts.get(2), SqlKind.GREATER_THAN, parts.get(4), parts.get(3), range.upper())
        ? Optional.of(parts.get(4))
        : Optional.empty();
  }

  private static boolean isEnd(
      RexNode condition, SqlKind kind, RexNode x, RexNode value, BigDecimal end) {
    return condition.getKind() == kind
        && ((RexCall) condition).getOperands().equals(List.of(x, value))
        && value instanceof RexLiteral literal
        && Constants.number(literal).filter(number -> number.compareTo(end) == 0).isPresent();
  }

  /**
   * Of floating-point values: NaN becomes NULL, infinities the bounds. Holds whether NaN is the
   * largest value (H2, PostgreSQL, DuckDB) or compares false with everything (IEEE 754), and tests
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
