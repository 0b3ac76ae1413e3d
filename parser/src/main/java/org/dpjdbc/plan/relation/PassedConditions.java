package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.SubSelect;

/** The conditions that every row of a relation satisfies because of filters below it. */
final class PassedConditions {
  private PassedConditions() {}

  /**
   * The conditions about one column alone.
   *
   * @return each over its own input, of which it reads that column and no other
   */
  static List<RexNode> on(RelNode rows, int column) {
    List<RexNode> passed = new ArrayList<>();
    RelNode rel = rows;
    int at = column;
    while (true) {
      if (rel instanceof Filter filter) {
        ImmutableBitSet alone = ImmutableBitSet.of(at);
        RelOptUtil.conjunctions(filter.getCondition()).stream()
            .filter(condition -> RelOptUtil.InputFinder.bits(condition).equals(alone))
            .filter(PassedConditions::isOfRow)
            .forEach(passed::add);
        rel = filter.getInput();
      } else if (rel instanceof SubSelect) {
        rel = rel.getInput(0);
      } else if (rel instanceof Project project
          && project.getProjects().get(at) instanceof RexInputRef ref) {
        rel = project.getInput();
        at = ref.getIndex();
      } else if (rel instanceof Join join && join.getJoinType() == JoinRelType.INNER) {
        int left = join.getLeft().getRowType().getFieldCount();
        rel = at < left ? join.getLeft() : join.getRight();
        at = at < left ? at : at - left;
      } else {
        return passed;
      }
    }
  }

  /** A released value is not known when keys are listed. */
  private static boolean isOfRow(RexNode condition) {
    return !StageRegister.isReleased(condition)
        && !RexOver.containsOver(condition)
        && RexUtil.SubQueryFinder.find(condition) == null;
  }
}
