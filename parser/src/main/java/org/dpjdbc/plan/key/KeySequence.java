package org.dpjdbc.plan.key;

import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * Expressions of which the range tells all values: the decade of an age, the month of a date. What
 * is none of them may skip values between its first and last one.
 */
final class KeySequence {
  private KeySequence() {}

  /** Whether rows may have every value that is listed of an expression, if no filter is on them. */
  static boolean isIntegral(RexNode expression) {
    return expression.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
        || isChoiceOfLiterals(expression)
        || isOrdered(expression, true, true);
  }

  /** Whether a range of the column becomes one of the expression's values, of which none lacks. */
  static boolean isOrdered(RexNode expression) {
    return isOrdered(expression, true, false);
  }

  /** Whether a condition on a column says no more than between which numbers or dates it is. */
  static boolean isRange(RexNode condition) {
    boolean compares =
        switch (condition.getKind()) {
          case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, EQUALS -> true;
          default -> false;
        };
    if (compares) {
      List<RexNode> sides = ((RexCall) condition).getOperands();
      return (isConstant(sides.get(0)) && isColumn(sides.get(1)))
          || (isColumn(sides.get(0)) && isConstant(sides.get(1)));
    }
    return condition.getKind() == SqlKind.IS_NOT_NULL
        && isColumn(((RexCall) condition).getOperands().get(0));
  }

  private static boolean isColumn(RexNode node) {
    return node instanceof RexInputRef
        || (node.getKind() == SqlKind.CAST
            && RexUtil.isLosslessCast(node)
            && isColumn(((RexCall) node).getOperands().get(0)));
  }

  private static boolean isConstant(RexNode node) {
    return RexUtil.isLiteral(node, true);
  }

  /** A CASE that never falls through to a NULL that nobody wrote. */
  private static boolean isChoiceOfLiterals(RexNode expression) {
    if (expression.getKind() == SqlKind.CAST) {
      return isChoiceOfLiterals(((RexCall) expression).getOperands().get(0));
    } else if (expression.getKind() != SqlKind.CASE) {
      return isConstant(expression) && !RexLiteral.isNullLiteral(expression);
    }
    List<RexNode> operands = ((RexCall) expression).getOperands();
    for (int i = 1; i < operands.size(); i += 2) {
      if (!isChoiceOfLiterals(operands.get(i))) {
        return false;
      }
    }
    return isChoiceOfLiterals(operands.get(operands.size() - 1));
  }

  /**
   * Whether it is computed step by step from one column and constants.
   *
   * @param outermost whether nothing but casts is around it: a multiple of integers is listed as
   *     such, and nothing that is computed from it
   * @param cyclic whether it may be a part of dates that recurs each year or day
   */
  private static boolean isOrdered(RexNode node, boolean outermost, boolean cyclic) {
    if (!(node instanceof RexCall call)) {
      return node instanceof RexInputRef;
    }
    List<RexNode> operands = call.getOperands();
    RexNode first = operands.get(0);
    return switch (call.getKind()) {
      case CAST -> isOrdered(first, outermost, cyclic);
      case FLOOR, CEIL, MINUS_PREFIX -> isOrdered(first, false, cyclic);
      case EXTRACT -> (cyclic || isYear(first)) && isOrdered(operands.get(1), false, false);
      case PLUS, MINUS, TIMES -> {
        boolean constantFirst = isConstant(first);
        RexNode constant = constantFirst ? first : operands.get(1);
        yield (outermost || call.getKind() != SqlKind.TIMES)
            && isConstant(constant)
            && !SqlTypeUtil.isInterval(constant.getType())
            && isOrdered(constantFirst ? operands.get(1) : first, false, cyclic);
      }
      case DIVIDE -> isConstant(operands.get(1)) && isOrdered(first, false, cyclic);
      case CASE ->
          // NULL for what is beyond the calendar
          operands.size() == 3
              && RexUtil.isNullLiteral(operands.get(2), true)
              && isOrdered(operands.get(1), outermost, cyclic);
      default ->
          call.getOperator().equals(DpOperators.DATE_TRUNC)
              && operands.stream()
                  .filter(operand -> !(operand instanceof RexLiteral))
                  .allMatch(operand -> isOrdered(operand, false, false));
    };
  }

  private static boolean isYear(RexNode part) {
    return part instanceof RexLiteral literal && literal.getValue() == TimeUnitRange.YEAR;
  }
}
