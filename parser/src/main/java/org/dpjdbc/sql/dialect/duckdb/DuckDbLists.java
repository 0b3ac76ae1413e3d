package org.dpjdbc.sql.dialect.duckdb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * {@code k = a OR k = b OR k IS NULL} as a semi-join with the values, which costs much less: DuckDB
 * compares each row with one value after another, but looks up in a hash table.
 */
final class DuckDbLists {
  private static final List<Collection<SqlTypeName>> ALIKE =
      List.of(
          SqlTypeName.CHAR_TYPES,
          SqlTypeName.INT_TYPES,
          List.of(SqlTypeName.DATE),
          List.of(SqlTypeName.TIMESTAMP));

  private final RexBuilder rex;
  private final List<RexNode> operands = new ArrayList<>();
  private boolean orNull;

  private DuckDbLists(RexBuilder rex) {
    this.rex = rex;
  }

  /** The condition as a semi-join; the condition itself if it is no such list. */
  static RexNode of(RexBuilder rex, RexNode condition) {
    DuckDbLists list = new DuckDbLists(rex);
    return condition instanceof RexCall or
            && or.getKind() == SqlKind.OR
            && or.getOperands().stream().allMatch(list::add)
            && list.operands.size() > 2
        ? list.call()
        : condition;
  }

  private RexNode call() {
    SqlOperator in = orNull ? DuckDbOperators.IN_LIST_OR_NULL : DuckDbOperators.IN_LIST;
    return rex.makeCall(in, operands);
  }

  /** Adds an alternative; false if it is not one of the list. */
  private boolean add(RexNode alternative) {
    if (alternative.getKind() == SqlKind.IS_NULL) {
      orNull = true;
      return isKey(((RexCall) alternative).getOperands().get(0));
    }
    if (alternative.getKind() != SqlKind.EQUALS) {
      return false;
    }
    RexCall equals = (RexCall) alternative;
    RexNode value = equals.getOperands().get(1);
    if (!isKey(equals.getOperands().get(0)) || !isValue(value) || !isAlike(value.getType())) {
      return false;
    }
    operands.add(typed(value));
    return true;
  }

  /** Whether all alternatives are of this expression. */
  private boolean isKey(RexNode key) {
    if (operands.isEmpty()) {
      operands.add(key);
    }
    return operands.get(0).equals(key);
  }

  private static boolean isValue(RexNode node) {
    return node instanceof RexLiteral literal
        ? !literal.isNull()
        : node instanceof RexDynamicParam
            || (node.getKind() == SqlKind.CAST
                && ((RexCall) node).getOperands().get(0) instanceof RexDynamicParam);
  }

  /** Whether the value is compared without a conversion that rounds or fails. */
  private boolean isAlike(RelDataType value) {
    SqlTypeName key = operands.get(0).getType().getSqlTypeName();
    SqlTypeName of = value.getSqlTypeName();
    return ALIKE.stream().anyMatch(types -> types.contains(key) && types.contains(of));
  }

  /** Only a comparison gives a parameter its type. */
  private RexNode typed(RexNode value) {
    return value instanceof RexDynamicParam
        ? rex.makeAbstractCast(value.getType(), value, false)
        : value;
  }
}
