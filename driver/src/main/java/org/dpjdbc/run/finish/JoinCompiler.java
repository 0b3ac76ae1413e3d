package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.finish.expression.Functions;
import org.dpjdbc.run.finish.expression.Padding;

/** Compiles joins: equalities between the sides are hashed, other conditions are tested. */
final class JoinCompiler {
  private final RexBuilder rexBuilder;
  private final ExpressionCompiler expressions;
  private final OperatorCompiler operators;

  JoinCompiler(RexBuilder rexBuilder, ExpressionCompiler expressions, OperatorCompiler operators) {
    this.rexBuilder = rexBuilder;
    this.expressions = expressions;
    this.operators = operators;
  }

  /**
   * A filter over an inner join, as {@code FROM a, b WHERE a.k = b.k} has it, with the conditions
   * moved to where they keep the join small; the filter itself where there is nothing to move.
   */
  RelNode pushDown(Filter filter) {
    if (!(filter.getInput() instanceof Join join)
        || join.getJoinType() != JoinRelType.INNER
        || !filter.getVariablesSet().isEmpty()) {
      return filter;
    }
    int width = join.getLeft().getRowType().getFieldCount();
    List<RexNode> left = new ArrayList<>();
    List<RexNode> right = new ArrayList<>();
    List<RexNode> both = new ArrayList<>(RelOptUtil.conjunctions(join.getCondition()));
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      switch (side(condition, width)) {
        case LEFT -> left.add(condition);
        case RIGHT -> right.add(RexUtil.shift(condition, -width));
        case BOTH -> both.add(condition);
      }
    }
    return LogicalJoin.create(
        filtered(join.getLeft(), left),
        filtered(join.getRight(), right),
        join.getHints(),
        RexUtil.composeConjunction(rexBuilder, both),
        join.getVariablesSet(),
        JoinRelType.INNER);
  }

  private RelNode filtered(RelNode input, List<RexNode> conditions) {
    return conditions.isEmpty()
        ? input
        : LogicalFilter.create(input, RexUtil.composeConjunction(rexBuilder, conditions));
  }

  private enum Side {
    LEFT,
    RIGHT,
    BOTH
  }

  /** Whose columns an expression reads; one that reads none is left where both are. */
  private static Side side(RexNode node, int leftWidth) {
    ImmutableBitSet columns = RelOptUtil.InputFinder.bits(node);
    if (columns.isEmpty()) {
      return Side.BOTH;
    }
    if (columns.length() <= leftWidth) {
      return Side.LEFT;
    }
    return columns.nextSetBit(0) >= leftWidth ? Side.RIGHT : Side.BOTH;
  }

  /** The join, if its condition is known. */
  Optional<Operator> compile(Join join) {
    if (join.getJoinType() == JoinRelType.ASOF || join.getJoinType() == JoinRelType.LEFT_ASOF) {
      return Optional.empty();
    }
    int width = join.getLeft().getRowType().getFieldCount();
    List<JoinOperator.Key> keys = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
      key(condition, width).ifPresentOrElse(keys::add, () -> rest.add(condition));
    }
    return expressions
        .compileAll(rest)
        .map(
            conditions ->
                new JoinOperator(
                    operators.compile(join.getLeft()),
                    width,
                    operators.compile(join.getRight()),
                    join.getRight().getRowType().getFieldCount(),
                    join.getJoinType(),
                    keys,
                    conditions.stream().reduce(JoinCompiler::both)));
  }

  private static Expression both(Expression a, Expression b) {
    return tuple -> a.holds(tuple) && b.holds(tuple);
  }

  /** An equality of an expression of the left side with one of the right. */
  private Optional<JoinOperator.Key> key(RexNode condition, int width) {
    boolean nullsMatch = condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
    if (condition.getKind() != SqlKind.EQUALS && !nullsMatch) {
      return Optional.empty();
    }
    RexNode a = ((RexCall) condition).getOperands().get(0);
    RexNode b = ((RexCall) condition).getOperands().get(1);
    if (!Functions.comparable(a.getType(), b.getType())) {
      return Optional.empty();
    }
    boolean padded = Padding.applies(a, b);
    if (side(a, width) == Side.LEFT && side(b, width) == Side.RIGHT) {
      return key(a, RexUtil.shift(b, -width), nullsMatch, padded);
    }
    return side(a, width) == Side.RIGHT && side(b, width) == Side.LEFT
        ? key(b, RexUtil.shift(a, -width), nullsMatch, padded)
        : Optional.empty();
  }

  private Optional<JoinOperator.Key> key(
      RexNode left, RexNode right, boolean nullsMatch, boolean padded) {
    return expressions
        .compileAll(List.of(left, right))
        .map(pair -> new JoinOperator.Key(pair.get(0), pair.get(1), nullsMatch, padded));
  }
}
