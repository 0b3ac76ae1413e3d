package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The deviation of window functions of noisy values: sums add the rows' half-widths up, in squares
 * where the rows are independent; functions that pick a row have that row's; others are unknown.
 * Ranks and counts have no deviation, like other comparisons.
 */
final class WindowErrors {
  private final DoubleMath math;
  private final ErrorPropagation propagation;
  private final LinearErrors known;

  WindowErrors(DoubleMath math, ErrorPropagation propagation, LinearErrors known) {
    this.math = math;
    this.propagation = propagation;
    this.known = known;
  }

  Deviation of(RexOver over) {
    if (over.getOperands().isEmpty()) {
      return Deviation.NONE;
    }
    RexNode argument = over.getOperands().get(0);
    Deviation deviation = propagation.of(argument);
    boolean countsOnly = over.getAggOperator().getKind() == org.apache.calcite.sql.SqlKind.COUNT;
    if (deviation.isNone() || countsOnly) {
      return Deviation.NONE;
    }
    Draw draw = new Draw(Draw.originsOf(deviation.parts().keySet()), /* oncePerRow= */ false);
    return new Deviation(Map.of(draw, halfWidth(over, argument, deviation)));
  }

  private RexNode halfWidth(RexOver over, RexNode argument, Deviation deviation) {
    RexNode error = present(argument, deviation.total(math));
    return switch (over.getAggOperator().getKind()) {
      case SUM, SUM0 -> over.isDistinct() ? math.unknown() : sum(over, argument, deviation);
      case AVG ->
          over.isDistinct()
              ? math.unknown()
              : math.divide(sum(over, argument, deviation), count(over, argument));
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE, LAG, LEAD ->
          over.ignoreNulls() ? math.unknown() : picked(over, error);
      default -> math.unknown();
    };
  }

  private RexNode sum(RexOver over, RexNode argument, Deviation deviation) {
    boolean independent = deviation.parts().keySet().stream().allMatch(Draw::oncePerRow);
    RexNode error =
        present(argument, independent ? deviation.addend(known, math) : deviation.total(math));
    RexNode added = independent ? math.times(error, error) : error;
    RexNode sum = window(over, SqlStdOperatorTable.SUM, math.type(), List.of(added));
    RexNode complete =
        math.rexBuilder()
            .makeCall(SqlStdOperatorTable.EQUALS, count(over, argument), count(over, error));
    return math.choose(complete, independent ? math.sqrt(sum) : sum, math.unknown());
  }

  /** The half-width, NULL if the value is. */
  private RexNode present(RexNode value, RexNode error) {
    return math.choose(
        math.rexBuilder().makeCall(SqlStdOperatorTable.IS_NULL, value), math.unknown(), error);
  }

  private RexNode count(RexOver over, RexNode argument) {
    RelDataType type = math.rexBuilder().getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return window(over, SqlStdOperatorTable.COUNT, type, List.of(argument));
  }

  /** The same function of the half-widths; a default value is taken to be exact. */
  private RexNode picked(RexOver over, RexNode error) {
    List<RexNode> operands = new ArrayList<>(over.getOperands());
    operands.set(0, error);
    if (operands.size() > 2) {
      if (!propagation.of(operands.get(2)).isNone()) {
        return math.unknown();
      }
      operands.set(2, math.number(0));
    }
    return window(over, over.getAggOperator(), math.type(), operands);
  }

  private RexNode window(
      RexOver over, SqlAggFunction function, RelDataType type, List<RexNode> operands) {
    RexWindow window = over.getWindow();
    return math.rexBuilder()
        .makeOver(
            type,
            function,
            operands,
            window.partitionKeys,
            window.orderKeys,
            window.getLowerBound(),
            window.getUpperBound(),
            window.getExclude(),
            window.isRows(),
            /* allowPartial= */ true,
            /* nullWhenCountZero= */ false,
            /* distinct= */ false,
            /* ignoreNulls= */ false);
  }
}
