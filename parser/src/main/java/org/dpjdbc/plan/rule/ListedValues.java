package org.dpjdbc.plan.rule;

import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * {@code SELECT DISTINCT sex FROM patients}, as tools ask it for the values of a filter: one column
 * of a table, all its rows, and nothing above that counts the values. The policy answers it, and a
 * note says that it does. Whatever else asks which groups there are gets those that have rows.
 */
public final class ListedValues {
  private ListedValues() {}

  /** The aggregate that asks, if the query is of that form. */
  public static Optional<Aggregate> of(RelNode query) {
    RelNode rel = query;
    while (rel instanceof Sort
        || rel instanceof Filter
        || (rel instanceof Project project && !project.containsOver())) {
      rel = rel.getInput(0);
    }
    return rel instanceof Aggregate aggregate
            && aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && aggregate.getAggCallList().isEmpty()
            && aggregate.getGroupCount() == 1
            && isColumn(aggregate.getInput(), aggregate.getGroupSet().nth(0))
        ? Optional.of(aggregate)
        : Optional.empty();
  }

  /** Whether it is a column of a table, filtered at most by itself. */
  private static boolean isColumn(RelNode rows, int column) {
    if (rows instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          && isColumn(project.getInput(), ref.getIndex());
    }
    return rows instanceof Filter filter
        ? ImmutableBitSet.of(column).equals(RelOptUtil.InputFinder.bits(filter.getCondition()))
            && isColumn(filter.getInput(), column)
        : rows instanceof TableScan;
  }
}
