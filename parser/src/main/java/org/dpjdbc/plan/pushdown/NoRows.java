package org.dpjdbc.plan.pushdown;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;

/**
 * An empty relation, printed in a form that has types: Calcite prints bare NULLs, which a database
 * can neither add up nor compare.
 */
final class NoRows {
  private NoRows() {}

  /** The relation; without rows, as a row of NULLs of the right types that is filtered out. */
  static RelNode typed(Values values) {
    if (!values.getTuples().isEmpty()) {
      return values;
    }
    RexBuilder rex = values.getCluster().getRexBuilder();
    List<RexNode> columns =
        values.getRowType().getFieldList().stream()
            .<RexNode>map(
                field ->
                    // As the type of what stands here, NOT NULL or not: no row is left to see.
                    rex.makeAbstractCast(field.getType(), rex.constantNull(), false))
            .toList();
    RelNode row =
        LogicalProject.create(
            LogicalValues.createOneRow(values.getCluster()),
            List.of(),
            columns,
            values.getRowType().getFieldNames(),
            Set.of());
    return LogicalFilter.create(row, rex.makeLiteral(false));
  }
}
