package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A join of private rows is per-unit only where it joins each unit's rows with that unit's own: the
 * condition must equate two columns that hold the same key, one that identifies the unit. Every
 * joined row then belongs to one unit; removing the unit removes just its rows. An outer join keeps
 * unmatched rows, which belong to the unit of their own side.
 */
final class PrivateJoinRule {
  private final PlanContext context;

  PrivateJoinRule(PlanContext context) {
    this.context = context;
  }

  PerUnit apply(Join join, PerUnit left, PerUnit right) {
    // hidden columns stand between the sides: the condition is about the visible ones
    RexNode condition = shifted(join.getCondition(), left, right);
    JoinInfo info = UniqueColumns.equated(condition, left.rel(), right.rel());
    if (!sameUnit(info, left, right)) {
      throw left.kind().equals(right.kind())
          ? RelationMessages.privateJoin(keys(left), keys(right))
          : RelationMessages.unrelatedJoin(left.table().name(), right.table().name());
    }
    return join.getJoinType() == JoinRelType.FULL
        ? full(join, context.owners().resolve(left), context.owners().resolve(right))
        : join(join, condition, info, left, right);
  }

  /**
   * Whether only rows of one unit can meet. {@code IS NOT DISTINCT FROM} also lets NULL meet NULL,
   * which must be a value on one side then.
   */
  private static boolean sameUnit(JoinInfo info, PerUnit left, PerUnit right) {
    return IntStream.range(0, info.leftKeys.size())
        .anyMatch(
            i -> {
              PerUnit.Column one = left.columns().get(info.leftKeys.get(i));
              PerUnit.Column other = right.columns().get(info.rightKeys.get(i));
              boolean value =
                  info.nullExclusionFlags.get(i) || !one.optional() || !other.optional();
              return value && one.key().isPresent() && one.key().equals(other.key());
            });
  }

  /** The columns that identify the unit of a row, for messages. */
  private static List<String> keys(PerUnit side) {
    return side.columns().subList(0, side.visible()).stream()
        .filter(column -> column.key().isPresent())
        .map(column -> column.facts().name())
        .distinct()
        .toList();
  }

  private RexNode shifted(RexNode condition, PerUnit left, PerUnit right) {
    int width = left.rel().getRowType().getFieldCount();
    return InputRefs.replaced(
        condition,
        ref -> {
          boolean onLeft = ref.getIndex() < left.visible();
          int index = onLeft ? ref.getIndex() : ref.getIndex() - left.visible();
          RelNode side = onLeft ? left.rel() : right.rel();
          return new RexInputRef(
              onLeft ? index : width + index,
              side.getRowType().getFieldList().get(index).getType());
        });
  }

  private PerUnit join(Join join, RexNode condition, JoinInfo info, PerUnit left, PerUnit right) {
    JoinRelType type = join.getJoinType();
    List<PerUnit.Column> both = new ArrayList<>();
    (unique(right, info.rightSet()) ? left.columns() : left.repeated())
        .forEach(c -> both.add(type.generatesNullsOnLeft() ? c.missing() : c));
    (unique(left, info.leftSet()) ? right.columns() : right.repeated())
        .forEach(c -> both.add(type.generatesNullsOnRight() ? c.missing() : c));
    RelNode joined = joined(condition, both, left, right, type);
    OptionalInt rows = rows(info, left, right, type);
    if (!type.projectsRight()) {
      return new PerUnit(
          joined, left.visible(), left.columns(), left.unit(), left.kind(), rows, left.table());
    }
    int width = left.rel().getRowType().getFieldCount();
    int mine = left.unit().orElseThrow();
    int theirs = width + right.unit().orElseThrow();
    boolean takeRight =
        type == JoinRelType.RIGHT
            || (type == JoinRelType.INNER && left.deferred() && !right.deferred());
    return arranged(
        join,
        joined,
        both,
        left,
        right,
        context.rex().makeInputRef(joined, takeRight ? theirs : mine),
        rows,
        repeats(info, left, right, type));
  }

  /** Every row of both sides: its unit is that of whichever side it has. */
  private PerUnit full(Join join, PerUnit left, PerUnit right) {
    RexNode condition = shifted(join.getCondition(), left, right);
    List<PerUnit.Column> both = new ArrayList<>();
    left.repeated().forEach(column -> both.add(column.missing()));
    right.repeated().forEach(column -> both.add(column.missing()));
    RelNode joined = FullJoin.of(context, left.rel(), right.rel(), total(condition, both));
    RexNode mine = context.rex().makeInputRef(joined, left.unit().orElseThrow());
    RexNode theirs =
        context
            .rex()
            .makeInputRef(
                joined, left.rel().getRowType().getFieldCount() + right.unit().orElseThrow());
    RexNode unit =
        context
            .rex()
            .makeCall(
                SqlStdOperatorTable.CASE,
                context.rex().makeCall(SqlStdOperatorTable.IS_NULL, mine),
                theirs,
                mine);
    OptionalInt rows =
        left.rowsPerUnit().isPresent() && right.rowsPerUnit().isPresent()
            ? bounded((1L + left.rowsPerUnit().getAsInt()) * (1L + right.rowsPerUnit().getAsInt()))
            : OptionalInt.empty();
    return arranged(join, joined, both, left, right, unit, rows, true);
  }

  private RelNode joined(
      RexNode condition, List<PerUnit.Column> both, PerUnit left, PerUnit right, JoinRelType type) {
    return LogicalJoin.create(
        left.rel(), right.rel(), List.of(), total(condition, both), Set.of(), type);
  }

  private RexNode total(RexNode condition, List<PerUnit.Column> both) {
    return context.expressions(both.stream().map(PerUnit.Column::facts).toList()).total(condition);
  }

  /** A bound on a unit's joined rows: only its own rows meet. */
  private static OptionalInt rows(JoinInfo info, PerUnit left, PerUnit right, JoinRelType type) {
    if (!type.projectsRight()) {
      return left.rowsPerUnit();
    }
    boolean oneRight = unique(right, info.rightSet());
    boolean oneLeft = unique(left, info.leftSet());
    boolean keepsRight = type == JoinRelType.RIGHT;
    boolean keepsLeft = type == JoinRelType.LEFT;
    if (oneRight && !keepsRight && left.rowsPerUnit().isPresent()) {
      return left.rowsPerUnit();
    } else if (oneLeft && !keepsLeft && right.rowsPerUnit().isPresent()) {
      return right.rowsPerUnit();
    } else if (left.rowsPerUnit().isEmpty() || right.rowsPerUnit().isEmpty()) {
      return OptionalInt.empty();
    }
    return bounded((long) left.rowsPerUnit().getAsInt() * right.rowsPerUnit().getAsInt());
  }

  /**
   * Whether a unit may have more joined rows than either side's declaration says. It has no more
   * than the rows of one side, if each of them meets at most one of the other, and what an outer
   * join adds of the other is at most one row that met none.
   */
  private static boolean repeats(JoinInfo info, PerUnit left, PerUnit right, JoinRelType type) {
    boolean ofLeft =
        unique(right, info.rightSet())
            && isBounded(left)
            && (type != JoinRelType.RIGHT || hasOneRow(right));
    boolean ofRight =
        unique(left, info.leftSet())
            && isBounded(right)
            && (type != JoinRelType.LEFT || hasOneRow(left));
    return !ofLeft && !ofRight;
  }

  private static boolean hasOneRow(PerUnit side) {
    return side.rowsPerUnit().equals(OptionalInt.of(1));
  }

  /** Whether something says how many rows of one unit there are, if only by a claim. */
  private static boolean isBounded(PerUnit side) {
    return side.rowsPerUnit().isPresent()
        || (side.table().maxRows().isPresent() && !side.table().repeated());
  }

  private static boolean unique(PerUnit side, ImmutableBitSet columns) {
    return UniqueColumns.contains(side.rel(), columns);
  }

  private static OptionalInt bounded(long rows) {
    return rows <= Integer.MAX_VALUE ? OptionalInt.of((int) rows) : OptionalInt.empty();
  }

  /** The columns of the query, then the unit's where it is not among them. */
  private PerUnit arranged(
      Join join,
      RelNode joined,
      List<PerUnit.Column> both,
      PerUnit left,
      PerUnit right,
      RexNode unit,
      OptionalInt rows,
      boolean repeats) {
    int width = left.rel().getRowType().getFieldCount();
    List<RexNode> projects = new ArrayList<>();
    List<PerUnit.Column> columns = new ArrayList<>();
    IntStream.concat(
            IntStream.range(0, left.visible()), IntStream.range(width, width + right.visible()))
        .forEach(
            i -> {
              projects.add(context.rex().makeInputRef(joined, i));
              columns.add(both.get(i));
            });
    int visible = projects.size();
    List<String> names = new ArrayList<>(join.getRowType().getFieldNames());
    int at = projects.indexOf(unit);
    if (at < 0) {
      at = projects.size();
      projects.add(unit);
      names.add("unit");
      columns.add(
          unit instanceof RexInputRef ref
              ? both.get(ref.getIndex())
              : left.columns().get(left.unit().orElseThrow()));
    }
    return new PerUnit(
        LogicalProject.create(
            joined, List.of(), projects, SqlValidatorUtil.uniquify(names, true), Set.of()),
        visible,
        columns,
        OptionalInt.of(at),
        left.kind(),
        rows,
        left.table().joined(right.table()).repeating(repeats));
  }
}
