package org.dpjdbc.plan;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.TableScan;

/**
 * The same rows, printed as a sub-select: an expression that is grouped by, or that holds a
 * parameter, then stands in the SQL once, and a database sees that all its uses are equal.
 */
public final class SubSelect extends SingleRel {
  private SubSelect(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  static SubSelect of(RelNode input) {
    return new SubSelect(input);
  }

  /**
   * A semi or anti join whose kept side has a condition on a query as a sub-select: Calcite prints
   * that side's FROM with one alias more than SQL allows.
   */
  static Join ofKept(Join join) {
    RelNode kept = join.getLeft();
    boolean twice =
        !join.getJoinType().projectsRight()
            && kept instanceof Filter filter
            && !(filter.getInput() instanceof TableScan);
    return twice
        ? (Join) join.copy(join.getTraitSet(), List.of(of(kept), join.getRight()))
        : join;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new SubSelect(inputs.get(0));
  }
}
