package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * Rewrites a full outer join in terms that every database has: the left join, and the unmatched
 * rows of the right side. H2 has no {@code FULL JOIN}; it takes the word for an alias.
 */
final class FullJoin {
  private FullJoin() {}

  /** The columns of both sides. */
  static RelNode of(PlanContext context, RelNode left, RelNode right, RexNode condition) {
    RelNode met = LogicalJoin.create(left, right, List.of(), condition, Set.of(), JoinRelType.LEFT);
    RelNode alone =
        LogicalJoin.create(
            right, left, List.of(), swapped(condition, left, right), Set.of(), JoinRelType.ANTI);
    List<RexNode> padded = new ArrayList<>();
    for (RelDataTypeField field : left.getRowType().getFieldList()) {
      padded.add(
          context
              .rex()
              .makeNullLiteral(
                  context.rex().getTypeFactory().createTypeWithNullability(field.getType(), true)));
    }
    padded.addAll(context.rex().identityProjects(right.getRowType()));
    return LogicalUnion.create(
        List.of(
            met,
            LogicalProject.create(
                alone, List.of(), padded, met.getRowType().getFieldNames(), Set.of())),
        true);
  }

  private static RexNode swapped(RexNode condition, RelNode left, RelNode right) {
    int leftWidth = left.getRowType().getFieldCount();
    int rightWidth = right.getRowType().getFieldCount();
    return InputRefs.replaced(
        condition,
        ref -> {
          int index = ref.getIndex();
          return new RexInputRef(
              index < leftWidth ? index + rightWidth : index - leftWidth, ref.getType());
        });
  }
}
