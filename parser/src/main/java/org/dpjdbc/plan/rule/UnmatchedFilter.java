package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;

/**
 * {@code dim LEFT JOIN fact ON fact.k = dim.k WHERE fact.k IS NULL} is {@code NOT EXISTS}: the rows
 * of {@code dim} that no row of {@code fact} matches.
 */
public final class UnmatchedFilter {
  private UnmatchedFilter() {}

  /**
   * The same rows by an anti-join, if it is one of public rows with private ones.
   *
   * @param isPublic whether the rows of a relation belong to no unit
   * @param isPrivate whether its rows belong to units
   */
  public static Optional<RelNode> rewritten(
      RelNode rel, Predicate<RelNode> isPublic, Predicate<RelNode> isPrivate) {
    if (!(rel instanceof Filter filter)
        || !(filter.getInput() instanceof Join join)
        || (join.getJoinType() != JoinRelType.LEFT && join.getJoinType() != JoinRelType.RIGHT)) {
      return Optional.empty();
    }
    boolean right = join.getJoinType() == JoinRelType.RIGHT;
    List<RexNode> others = new ArrayList<>(RelOptUtil.conjunctions(filter.getCondition()));
    return others.removeIf(condition -> isUnmatched(condition, join))
            && isPublic.test(join.getInput(right ? 1 : 0))
            && isPrivate.test(join.getInput(right ? 0 : 1))
        ? Optional.of(rewritten(join, right, others))
        : Optional.empty();
  }

  /** Whether it asks for NULL if a row that matches has a value. */
  private static boolean isUnmatched(RexNode condition, Join join) {
    if (condition.getKind() != SqlKind.IS_NULL
        || !(((RexCall) condition).getOperands().get(0) instanceof RexInputRef ref)) {
      return false;
    }
    int left = join.getLeft().getRowType().getFieldCount();
    boolean ofLeft = ref.getIndex() < left;
    if (ofLeft != (join.getJoinType() == JoinRelType.RIGHT)) {
      return false;
    }
    RelDataTypeField field =
        join.getInput(ofLeft ? 0 : 1)
            .getRowType()
            .getFieldList()
            .get(ofLeft ? ref.getIndex() : ref.getIndex() - left);
    return !field.getType().isNullable()
        || Strong.isNotTrue(join.getCondition(), ImmutableBitSet.of(ref.getIndex()));
  }

  private static RelNode rewritten(Join join, boolean right, List<RexNode> others) {
    RexBuilder rex = join.getCluster().getRexBuilder();
    int left = join.getLeft().getRowType().getFieldCount();
    int width = join.getRowType().getFieldCount();
    RexNode condition =
        InputRefs.replaced(
            join.getCondition(),
            ref ->
                new RexInputRef(
                    right ? (ref.getIndex() + width - left) % width : ref.getIndex(),
                    ref.getType()));
    RelNode unmatched =
        LogicalJoin.create(
            join.getInput(right ? 1 : 0),
            join.getInput(right ? 0 : 1),
            List.of(),
            condition,
            Set.of(),
            JoinRelType.ANTI);
    List<RexNode> kept = rex.identityProjects(unmatched.getRowType());
    List<RexNode> columns = new ArrayList<>(kept);
    int from = right ? 0 : left;
    for (int i = 0; i < width - kept.size(); i++) {
      RelDataTypeField field = join.getRowType().getFieldList().get(from + i);
      columns.add(from + i, rex.makeNullLiteral(field.getType()));
    }
    RelNode rows =
        LogicalProject.create(
            unmatched, List.of(), columns, join.getRowType().getFieldNames(), Set.of());
    return others.isEmpty()
        ? rows
        : LogicalFilter.create(rows, RexUtil.composeConjunction(rex, others));
  }
}
