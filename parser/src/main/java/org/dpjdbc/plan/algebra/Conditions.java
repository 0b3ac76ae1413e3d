package org.dpjdbc.plan.algebra;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The operands of AND and of OR, each as it stands. Calcite's own methods leave out what the types
 * say is true, such as {@code x IS NOT NULL}; a database need not keep what its types promise.
 */
public final class Conditions {
  private Conditions() {}

  /**
   * The operands, those of nested calls among them.
   *
   * @param kind AND or OR
   */
  public static List<RexNode> operands(SqlKind kind, RexNode condition) {
    List<RexNode> operands = new ArrayList<>();
    add(kind, condition, operands);
    return operands;
  }

  private static void add(SqlKind kind, RexNode condition, List<RexNode> operands) {
    if (condition.getKind() == kind) {
      ((RexCall) condition).getOperands().forEach(operand -> add(kind, operand, operands));
    } else {
      operands.add(condition);
    }
  }

  /** The conjunction of at least one condition. */
  public static RexNode and(RexBuilder rex, List<RexNode> conditions) {
    return conditions.size() == 1
        ? conditions.get(0)
        : rex.makeCall(SqlStdOperatorTable.AND, conditions);
  }
}
