package org.dpjdbc.sql.dialect.common;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Truth values for databases that have none: there a condition is not a value, and a column or a
 * constant is not a condition. As values, true is 1, false is 0 and unknown is NULL.
 */
public final class TruthValues {
  private final RexBuilder rex;

  public TruthValues(RexBuilder rex) {
    this.rex = rex;
  }

  private static boolean isTruth(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
  }

  /** Whether the database takes it for a condition. */
  private static boolean isCondition(RexNode node) {
    return switch (node.getKind()) {
      case AND,
          OR,
          NOT,
          EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          BETWEEN,
          IS_NULL,
          IS_NOT_NULL,
          LIKE,
          EXISTS ->
          true;
      default -> node instanceof RexCall call && call.getOperator().getName().equals("IS_NAN");
    };
  }

  private RexNode number(int value) {
    return rex.makeExactLiteral(BigDecimal.valueOf(value));
  }

  /** In the place of a condition. */
  public RexNode condition(RexNode node) {
    return isTruth(node) && !isCondition(node)
        ? rex.makeCall(node.getType(), SqlStdOperatorTable.EQUALS, List.of(node, number(1)))
        : node;
  }

  /** In the place of a value; of another type than truth, it is one already. */
  public RexNode value(RexNode node) {
    if (!isTruth(node) || !isCondition(node)) {
      return node;
    }
    RexNode not = rex.makeCall(node.getType(), SqlStdOperatorTable.NOT, List.of(node));
    RelDataType integer = rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
    return rex.makeCall(
        node.getType(),
        SqlStdOperatorTable.CASE,
        List.of(node, number(1), not, number(0), rex.makeNullLiteral(integer)));
  }

  /** The call, each operand as the database asks for it. */
  public RexNode of(RexCall call) {
    SqlKind kind = call.getKind();
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < call.getOperands().size(); i++) {
      RexNode operand = call.getOperands().get(i);
      boolean condition =
          kind == SqlKind.AND
              || kind == SqlKind.OR
              || kind == SqlKind.NOT
              || (kind == SqlKind.CASE && i % 2 == 0 && i < call.getOperands().size() - 1);
      operands.add(condition ? condition(operand) : value(operand));
    }
    return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
  }
}
