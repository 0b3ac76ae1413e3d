package org.dpjdbc.sql.validate.subquery;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Window functions over rows that depend on the outer query's. Calcite's translation of such a
 * subquery into a join lets the window see the rows of all of the outer rows at once, which is the
 * same only where it is partitioned by what is compared with the outer row.
 */
public final class CorrelatedWindows {
  private CorrelatedWindows() {}

  /**
   * Refuses the others.
   *
   * @param rel without subqueries in expressions, before its correlations are translated
   */
  public static void check(RelNode rel) {
    if (rel instanceof Project project && project.containsOver()) {
      check(project);
    }
    rel.getInputs().forEach(CorrelatedWindows::check);
  }

  private static void check(Project windows) {
    if (windows.getProjects().stream()
        .anyMatch(shown -> RexOver.containsOver(shown) && RexUtil.containsCorrelation(shown))) {
      throw RelationMessages.windowOfOuterRows();
    }
    RelNode below = windows.getInput();
    while (below instanceof Filter filter) {
      for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
        if (RexUtil.containsCorrelation(condition) && !isPartition(condition, windows)) {
          throw RelationMessages.windowOfOuterRows();
        }
      }
      below = filter.getInput();
    }
    if (!free(below).isEmpty()) {
      throw RelationMessages.windowOfOuterRows();
    }
  }

  private static Set<CorrelationId> free(RelNode rel) {
    Set<CorrelationId> free = new HashSet<>(RelOptUtil.getVariablesUsed(rel));
    free.removeAll(bound(rel));
    return free;
  }

  private static Set<CorrelationId> bound(RelNode rel) {
    Set<CorrelationId> bound = new HashSet<>();
    if (rel instanceof Correlate correlate) {
      bound.add(correlate.getCorrelationId());
    }
    rel.getInputs().forEach(input -> bound.addAll(bound(input)));
    return bound;
  }

  /** Whether the condition compares a column that every window is partitioned by. */
  private static boolean isPartition(RexNode condition, Project windows) {
    if (condition.getKind() != SqlKind.EQUALS) {
      return false;
    }
    List<RexNode> sides = ((RexCall) condition).getOperands();
    return isPartition(sides.get(0), sides.get(1), windows)
        || isPartition(sides.get(1), sides.get(0), windows);
  }

  private static boolean isPartition(RexNode column, RexNode outer, Project windows) {
    return column instanceof RexInputRef
        && RelOptUtil.InputFinder.bits(outer).isEmpty()
        && windows.getProjects().stream().allMatch(shown -> partitions(shown, column));
  }

  private static boolean partitions(RexNode shown, RexNode column) {
    boolean[] all = {true};
    shown.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitOver(RexOver over) {
            all[0] &= over.getWindow().partitionKeys.contains(column);
            return super.visitOver(over);
          }
        });
    return all[0];
  }
}
