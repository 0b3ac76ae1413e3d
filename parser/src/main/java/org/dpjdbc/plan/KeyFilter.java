package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** Keeps the rows whose key is one of the public values. */
final class KeyFilter {
  private KeyFilter() {}

  static RelNode apply(PlanContext context, RelNode rel, int column, List<KeyValue> values) {
    RexBuilder rex = context.rex();
    RexNode key = rex.makeInputRef(rel, column);
    RelDataType type = key.getType();
    List<RexNode> matches = new ArrayList<>();
    for (KeyValue value : values) {
      matches.add(
          value.equals(KeyValue.NULL)
              ? rex.makeCall(SqlStdOperatorTable.IS_NULL, key)
              : rex.makeCall(
                  SqlStdOperatorTable.EQUALS, key, KeyLiterals.literal(value, type, rex)));
    }
    return LogicalFilter.create(rel, RexUtil.composeDisjunction(rex, matches));
  }
}
