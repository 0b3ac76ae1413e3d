package org.dpjdbc.plan.rule;

import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexLiteral;
import org.dpjdbc.sql.validate.ExplicitGroups;
import org.dpjdbc.sql.validate.subquery.SubQueryAggregates;

/**
 * Aggregates that the translation of subqueries adds. They are exact over public or released rows
 * and within a unit. Over the rows of several units they would be releases that the query does not
 * name, and comparing two noisy counts would give wrong results.
 */
public final class AddedAggregates {
  private AddedAggregates() {}

  /**
   * Whether a relation that is not per-unit is one of them, over people's rows or over the values
   * that these have.
   */
  public static boolean release(RelNode rel, Predicate<RelNode> isPrivate) {
    if (!(rel instanceof Aggregate aggregate)
        || aggregate.getAggCallList().stream().noneMatch(SubQueryAggregates::isAdded)
        || ExistenceQueries.isOfRows(aggregate)) {
      return false;
    }
    RelNode below = projected(aggregate.getInput());
    if (aggregate.getAggCallList().stream().anyMatch(SubQueryAggregates::isOfValues)) {
      below = projected(below.getInput(0));
    }
    return isPrivate.test(below);
  }

  /**
   * Whether a side of a join, which is released and meets private rows, has groups over people's
   * rows that the query does not name.
   */
  public static boolean meet(RelNode side, Predicate<RelNode> isPrivate) {
    boolean here =
        side instanceof Aggregate values
            && ExplicitGroups.areAdded(values)
            && !isOfConstants(values)
            && isPrivate.test(projected(values.getInput()));
    return here || side.getInputs().stream().anyMatch(input -> meet(input, isPrivate));
  }

  /** Whether it says only that there are rows: that is refused as what it is. */
  private static boolean isOfConstants(Aggregate aggregate) {
    return ExistenceQueries.isOfRows(aggregate)
        || (aggregate.getInput() instanceof Project project
            && aggregate.getGroupSet().asList().stream()
                .allMatch(key -> project.getProjects().get(key) instanceof RexLiteral));
  }

  private static RelNode projected(RelNode rel) {
    RelNode below = rel;
    while (below instanceof Project) {
      below = below.getInput(0);
    }
    return below;
  }
}
