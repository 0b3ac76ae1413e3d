package org.dpjdbc.plan.rule;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Restores what Calcite expands: in a window it writes SUM(x) as CASE WHEN COUNT(x) > 0 THEN SUM(x)
 * END and AVG(x) as a quotient of the two, of which no range can be derived.
 */
final class WindowMeans {
  private WindowMeans() {}

  static RexNode restored(RexBuilder rex, RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode inner = super.visitCall(call);
            if (!(inner instanceof RexCall of)) {
              return inner;
            }
            return switch (of.getKind()) {
              case CASE -> sum(rex, of);
              case DIVIDE -> mean(rex, of);
              default -> of;
            };
          }
        });
  }

  private static RexNode sum(RexBuilder rex, RexCall call) {
    List<RexNode> operands =
        call.getOperands().stream().map(operand -> bare(rex, operand)).toList();
    boolean guarded =
        operands.size() == 3
            && operands.get(0) instanceof RexCall test
            && test.getKind() == SqlKind.GREATER_THAN
            && test.getOperands().get(0) instanceof RexOver count
            && test.getOperands().get(1) instanceof RexLiteral zero
            && RexLiteral.intValue(zero) == 0
            && operands.get(1) instanceof RexOver sum
            && isSum(sum)
            && sameRows(count, sum)
            && RexLiteral.isNullLiteral(operands.get(2));
    return guarded ? over(rex, call, SqlStdOperatorTable.SUM, (RexOver) operands.get(1)) : call;
  }

  /** Without a cast that says no more than whether the value may be NULL. */
  private static RexNode bare(RexBuilder rex, RexNode node) {
    return node.getKind() == SqlKind.CAST
            && ((RexCall) node).getOperands().get(0) instanceof RexOver over
            && SqlTypeUtil.equalSansNullability(
                rex.getTypeFactory(), node.getType(), over.getType())
        ? over
        : node;
  }

  private static RexNode mean(RexBuilder rex, RexCall call) {
    RexNode dividend = call.getOperands().get(0);
    while (dividend.getKind() == SqlKind.CAST) {
      dividend = ((RexCall) dividend).getOperands().get(0);
    }
    boolean mean =
        dividend instanceof RexOver sum
            && isSum(sum)
            && call.getOperands().get(1) instanceof RexOver count
            && sameRows(count, sum)
            && !SqlTypeName.INT_TYPES.contains(call.getType().getSqlTypeName());
    return mean ? over(rex, call, SqlStdOperatorTable.AVG, (RexOver) dividend) : call;
  }

  private static boolean isSum(RexOver over) {
    return over.getAggOperator().getKind() == SqlKind.SUM
        || over.getAggOperator().getKind() == SqlKind.SUM0;
  }

  private static boolean sameRows(RexOver count, RexOver sum) {
    return count.getAggOperator().getKind() == SqlKind.COUNT
        && count.getOperands().equals(sum.getOperands())
        && count.getWindow().equals(sum.getWindow())
        && count.isDistinct() == sum.isDistinct();
  }

  private static RexNode over(RexBuilder rex, RexNode typed, SqlAggFunction function, RexOver of) {
    return rex.makeOver(
        rex.getTypeFactory().createTypeWithNullability(typed.getType(), true),
        function,
        of.getOperands(),
        of.getWindow().partitionKeys,
        of.getWindow().orderKeys,
        of.getWindow().getLowerBound(),
        of.getWindow().getUpperBound(),
        of.getWindow().getExclude(),
        of.getWindow().isRows(),
        true,
        false,
        of.isDistinct(),
        of.ignoreNulls());
  }
}
