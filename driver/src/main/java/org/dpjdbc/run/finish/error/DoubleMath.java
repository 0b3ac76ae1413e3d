package org.dpjdbc.run.finish.error;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Builds expressions of type DOUBLE that never fail: undefined ones are NULL. */
final class DoubleMath {
  private static final double ROUNDING = 1e-12;

  private final RexBuilder rexBuilder;
  private final RelDataType type;

  DoubleMath(RexBuilder rexBuilder) {
    this.rexBuilder = rexBuilder;
    this.type = ErrorColumns.type(rexBuilder.getTypeFactory());
  }

  RexBuilder rexBuilder() {
    return rexBuilder;
  }

  RelDataType type() {
    return type;
  }

  RexNode number(double value) {
    return rexBuilder.makeCast(type, rexBuilder.makeApproxLiteral(BigDecimal.valueOf(value)));
  }

  RexNode unknown() {
    return rexBuilder.makeNullLiteral(type);
  }

  /** The value as a DOUBLE. */
  RexNode of(RexNode value) {
    return value.getType().equals(type) ? value : rexBuilder.makeAbstractCast(type, value, false);
  }

  RexNode plus(RexNode a, RexNode b) {
    return call(SqlStdOperatorTable.PLUS, a, b);
  }

  RexNode minus(RexNode a) {
    return call(SqlStdOperatorTable.UNARY_MINUS, a);
  }

  RexNode times(RexNode a, RexNode b) {
    return call(SqlStdOperatorTable.MULTIPLY, a, b);
  }

  /** NULL if the divisor is 0. */
  RexNode divide(RexNode a, RexNode b) {
    RexNode divisor = of(b);
    RexNode zero = rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, divisor, number(0));
    return choose(zero, unknown(), call(SqlStdOperatorTable.DIVIDE, a, divisor));
  }

  RexNode abs(RexNode a) {
    return call(SqlStdOperatorTable.ABS, a);
  }

  /** Half-integers go down, and so does what is above them by what doubles are rounded by. */
  RexNode nearestInteger(RexNode a) {
    // what is up to a half becomes -0
    return abs(call(SqlStdOperatorTable.CEIL, plus(times(a, number(1 - ROUNDING)), number(-0.5))));
  }

  /**
   * The next multiple of a step that is not below a number from 0, but for what doubles are rounded
   * by.
   *
   * @param digits decimal places of the step, -18 to 18
   */
  RexNode wholeSteps(RexNode a, int digits) {
    RexNode power = number(Math.pow(10, Math.abs(digits)));
    boolean small = digits > 0;
    RexNode steps = small ? times(a, power) : call(SqlStdOperatorTable.DIVIDE, a, power);
    RexNode whole = call(SqlStdOperatorTable.CEIL, times(steps, number(1 - ROUNDING)));
    return small ? call(SqlStdOperatorTable.DIVIDE, whole, power) : times(whole, power);
  }

  /** NULL below 0. */
  RexNode sqrt(RexNode a) {
    RexNode square = of(a);
    RexNode negative = rexBuilder.makeCall(SqlStdOperatorTable.LESS_THAN, square, number(0));
    return choose(negative, unknown(), call(SqlStdOperatorTable.SQRT, square));
  }

  /** A conditional; unknown counts as false. */
  RexNode choose(RexNode condition, RexNode yes, RexNode no) {
    return rexBuilder.makeCall(type, SqlStdOperatorTable.CASE, List.of(condition, of(yes), of(no)));
  }

  /** A function of numbers with a DOUBLE result. */
  RexNode call(SqlOperator operator, RexNode... operands) {
    List<RexNode> doubles = new ArrayList<>();
    for (RexNode operand : operands) {
      doubles.add(of(operand));
    }
    return rexBuilder.makeCall(type, operator, doubles);
  }
}
