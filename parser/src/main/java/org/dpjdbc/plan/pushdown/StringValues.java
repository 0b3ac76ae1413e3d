package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Rewrites rows with strings in VALUES to one SELECT each. In a SELECT, a string is an expression
 * and can be a bind parameter, which every string of the analyst must be; in VALUES it cannot.
 */
final class StringValues {
  private StringValues() {}

  /** The relation without strings in VALUES. */
  static RelNode selected(RelNode rel) {
    return rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(LogicalValues values) {
            return hasStrings(values) ? union(values) : values;
          }

          @Override
          public RelNode visit(RelNode other) {
            return other instanceof LogicalValues values ? visit(values) : super.visit(other);
          }
        });
  }

  private static boolean hasStrings(Values values) {
    return values.getTuples().stream()
        .flatMap(List::stream)
        .anyMatch(value -> SqlTypeUtil.inCharFamily(value.getType()) && !value.isNull());
  }

  private static RelNode union(Values values) {
    List<RelNode> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      rows.add(row(values, tuple));
    }
    return rows.size() == 1 ? rows.get(0) : LogicalUnion.create(rows, true);
  }

  private static RelNode row(Values values, List<RexLiteral> tuple) {
    RexBuilder rex = values.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < tuple.size(); i++) {
      RexLiteral value = tuple.get(i);
      boolean plain = !value.isNull() && !SqlTypeUtil.inCharFamily(value.getType());
      columns.add(
          plain
              ? value
              : rex.makeAbstractCast(
                  values.getRowType().getFieldList().get(i).getType(), value, false));
    }
    return LogicalProject.create(
        LogicalValues.createOneRow(values.getCluster()),
        List.of(),
        columns,
        values.getRowType().getFieldNames(),
        Set.of());
  }
}
