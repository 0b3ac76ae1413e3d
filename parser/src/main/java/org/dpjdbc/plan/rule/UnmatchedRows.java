package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Facts, known from the query alone, about the unmatched rows that an outer join makes of public
 * rows without a private partner.
 *
 * @param nulls columns that are NULL in all of them
 * @param zeros columns that are 0 in all of them
 * @param untrue columns that are true in none of them
 * @param dimension columns of the public side
 * @param known columns that depend on no private row
 * @param certain whether no condition that reads other columns may have removed rows
 * @param gone whether a condition has removed them all
 */
record UnmatchedRows(
    ImmutableBitSet nulls,
    ImmutableBitSet zeros,
    ImmutableBitSet untrue,
    ImmutableBitSet dimension,
    ImmutableBitSet known,
    boolean certain,
    boolean gone) {

  /** Those of the join that makes them. */
  static UnmatchedRows of(Join join, boolean publicRight) {
    ImmutableBitSet left = left(join);
    ImmutableBitSet right = right(join);
    ImmutableBitSet nulls = publicRight ? left : right;
    ImmutableBitSet dimension = publicRight ? right : left;
    return new UnmatchedRows(
        nulls, ImmutableBitSet.of(), nulls, dimension, dimension, /* certain= */ true, false);
  }

  private static ImmutableBitSet left(Join join) {
    return ImmutableBitSet.range(join.getLeft().getRowType().getFieldCount());
  }

  private static ImmutableBitSet right(Join join) {
    int from = join.getLeft().getRowType().getFieldCount();
    return ImmutableBitSet.range(from, from + join.getRight().getRowType().getFieldCount());
  }

  UnmatchedRows filtered(RexNode condition) {
    return new UnmatchedRows(
        nulls,
        zeros,
        untrue,
        dimension,
        known,
        certain && isKnown(condition),
        gone || isUntrue(condition));
  }

  UnmatchedRows projected(List<RexNode> projects) {
    return new UnmatchedRows(
        those(projects, this::isNull),
        those(projects, this::isZero),
        those(projects, this::isUntrue),
        those(
            projects,
            expression -> expression instanceof RexInputRef ref && dimension.get(ref.getIndex())),
        those(projects, this::isKnown),
        certain,
        gone);
  }

  private static ImmutableBitSet those(List<RexNode> projects, Predicate<RexNode> which) {
    return ImmutableBitSet.of(
        IntStream.range(0, projects.size()).filter(i -> which.test(projects.get(i))).toArray());
  }

  /**
   * Those that are left of them by another join: an outer one adds NULLs where its condition cannot
   * hold, another one drops them there.
   *
   * @param onRight whether they are rows of its right input
   * @param withPublic whether its other input is public
   */
  UnmatchedRows joined(Join join, boolean onRight, boolean withPublic) {
    int shift = onRight ? join.getLeft().getRowType().getFieldCount() : 0;
    ImmutableBitSet added = onRight ? left(join) : right(join);
    ImmutableBitSet own = known.shift(shift);
    ImmutableBitSet read = withPublic ? own.union(added) : own;
    // Which row of the other input is there may depend on what the condition reads.
    boolean isKnown = withPublic && read.contains(RelOptUtil.InputFinder.bits(join.getCondition()));
    ImmutableBitSet all = isKnown && join.getJoinType().projectsRight() ? read : own;
    boolean keepsAll = join.getJoinType().isOuterJoin();
    UnmatchedRows there =
        new UnmatchedRows(
            nulls.shift(shift),
            zeros.shift(shift),
            untrue.shift(shift),
            dimension.shift(shift),
            all,
            certain && (keepsAll || isKnown),
            gone);
    if (!there.isUntrue(join.getCondition()) || join.getJoinType() == JoinRelType.ANTI) {
      return there;
    } else if (!join.getJoinType().isOuterJoin()) {
      return new UnmatchedRows(
          there.nulls, there.zeros, there.untrue, there.dimension, all, there.certain, true);
    }
    return new UnmatchedRows(
        there.nulls.union(added),
        there.zeros,
        there.untrue.union(added),
        there.dimension,
        all.union(added),
        there.certain,
        gone);
  }

  /** Whether the aggregate is the same with them and without them. */
  boolean addNothingTo(AggregateCall call) {
    boolean sum =
        call.getAggregation().getKind() == SqlKind.SUM
            || call.getAggregation().getKind() == SqlKind.SUM0;
    return (call.filterArg >= 0 && untrue.get(call.filterArg))
        || call.getArgList().stream().anyMatch(arg -> nulls.get(arg) || (sum && zeros.get(arg)));
  }

  private boolean isKnown(RexNode expression) {
    return !RexOver.containsOver(expression)
        && known.contains(RelOptUtil.InputFinder.bits(expression));
  }

  private boolean isNull(RexNode expression) {
    return Strong.isNull(expression, nulls)
        || (expression instanceof RexLiteral literal && literal.isNull())
        || taken(expression).filter(this::isNull).isPresent();
  }

  private boolean isZero(RexNode expression) {
    return (expression instanceof RexInputRef ref && zeros.get(ref.getIndex()))
        || (expression instanceof RexLiteral literal
            && literal.getValue() instanceof BigDecimal number
            && number.signum() == 0)
        || taken(expression).filter(this::isZero).isPresent();
  }

  private boolean isUntrue(RexNode condition) {
    return (condition instanceof RexInputRef ref && untrue.get(ref.getIndex()))
        || (condition.getKind() == SqlKind.IS_TRUE && isUntrue(operand(condition)))
        || condition.isAlwaysFalse()
        || Strong.isNotTrue(condition, nulls);
  }

  /** The branch of a CASE that gives their value, if the query alone determines it. */
  private Optional<RexNode> taken(RexNode expression) {
    if (expression.getKind() == SqlKind.CAST) {
      return Optional.of(operand(expression));
    } else if (expression.getKind() != SqlKind.CASE) {
      return Optional.empty();
    }
    List<RexNode> operands = ((RexCall) expression).getOperands();
    int i = 0;
    while (i < operands.size() - 1 && isUntrue(operands.get(i))) {
      i += 2;
    }
    boolean otherwise = i == operands.size() - 1;
    boolean holds =
        !otherwise
            && operands.get(i).getKind() == SqlKind.IS_NULL
            && isNull(operand(operands.get(i)));
    return otherwise || holds ? Optional.of(operands.get(otherwise ? i : i + 1)) : Optional.empty();
  }

  private static RexNode operand(RexNode call) {
    return ((RexCall) call).getOperands().get(0);
  }
}
