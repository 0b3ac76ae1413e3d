package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * {@code (a AND b) OR (a AND c)} is {@code a AND (b OR c)}: what stands in each operand of an OR is
 * a condition of its own, which the rules for joins see.
 */
final class CommonConditions extends RelHomogeneousShuttle {
  private CommonConditions() {}

  /** The same rows by such conditions. */
  static RelNode of(RelNode rel) {
    return rel.accept(new CommonConditions());
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    RexBuilder rex = visited.getCluster().getRexBuilder();
    if (visited instanceof Filter filter) {
      RexNode condition = common(rex, filter.getCondition());
      return condition.equals(filter.getCondition())
          ? filter
          : filter.copy(filter.getTraitSet(), filter.getInput(), condition);
    } else if (visited instanceof Join join) {
      RexNode condition = common(rex, join.getCondition());
      return condition.equals(join.getCondition())
          ? join
          : join.copy(
              join.getTraitSet(),
              condition,
              join.getLeft(),
              join.getRight(),
              join.getJoinType(),
              join.isSemiJoinDone());
    }
    return visited;
  }

  private static RexNode common(RexBuilder rex, RexNode condition) {
    List<RexNode> conjuncts = RelOptUtil.conjunctions(condition);
    return conjuncts.stream().anyMatch(conjunct -> conjunct.getKind() == SqlKind.OR)
        ? RexUtil.composeConjunction(
            rex, conjuncts.stream().map(conjunct -> RexUtil.pullFactors(rex, conjunct)).toList())
        : condition;
  }
}
