package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.contribution.BoundingChoice;
import org.dpjdbc.plan.contribution.GroupLimit;
import org.dpjdbc.plan.contribution.OverLimitUnits;
import org.dpjdbc.plan.key.KeyColumns;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.pushdown.Pushdown;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.jspecify.annotations.Nullable;

/** The asks of bounded units that cannot share the main one: distinct values, and private keys. */
final class BoundedUnitQueries {
  private final PlanContext context;
  private final PerUnit input;
  private final List<GroupKey> keys;
  private final Contribution bound;

  /**
   * Creates the builder.
   *
   * @param bound one that limits groups, or values in all
   */
  BoundedUnitQueries(PlanContext context, PerUnit input, List<GroupKey> keys, Contribution bound) {
    this.context = context;
    this.input = input;
    this.keys = keys;
    this.bound = bound;
  }

  /**
   * The number of the distinct values of a column in each group, and sums over them. A unit keeps
   * at most its allowed rows' worth of values in a group, and at most its groups, or at most its
   * allowed rows' worth in all: it can add no more values than that.
   *
   * @param sums what is added up of each value, different for different ones
   */
  AggregateQuery distinct(RexNode value, List<UnaryOperator<RexNode>> sums) {
    RelNode rows = columns(keys, value);
    int width = keys.size() + 2;
    RelNode known =
        LogicalFilter.create(
            rows,
            context
                .rex()
                .makeCall(
                    SqlStdOperatorTable.IS_NOT_NULL, context.rex().makeInputRef(rows, width - 1)));
    RelNode once = grouped(known, ImmutableBitSet.range(width), List.of());
    RelNode kept = bound instanceof Contribution.Kept ? inAll(once) : inEachGroup(once);
    RelNode summed = summed(kept, width, sums);
    List<AggregateCall> calls = new ArrayList<>();
    calls.add(count(summed, true, List.of(width - 1)));
    for (int i = 0; i < sums.size(); i++) {
      calls.add(
          AggregateCalls.of(
              SqlStdOperatorTable.SUM, true, List.of(width + i), summed, 1, "c" + (i + 1)));
    }
    return ask(
        grouped(summed, ImmutableBitSet.range(1, keys.size() + 1), calls),
        IntStream.range(0, keys.size()).boxed().toList(),
        bound.strategy());
  }

  /** What is added up, in columns after the value. */
  private RelNode summed(RelNode kept, int width, List<UnaryOperator<RexNode>> sums) {
    if (sums.isEmpty()) {
      return kept;
    }
    List<RexNode> projects =
        new ArrayList<>(context.rex().identityProjects(kept.getRowType()).subList(0, width));
    List<String> names = new ArrayList<>(kept.getRowType().getFieldNames().subList(0, width));
    RexNode value = projects.get(width - 1);
    for (UnaryOperator<RexNode> sum : sums) {
      projects.add(sum.apply(value));
      names.add("s" + names.size());
    }
    return LogicalProject.create(kept, List.of(), projects, names, Set.of());
  }

  private RelNode inEachGroup(RelNode once) {
    RelNode fewValues =
        GroupLimit.ranked(
            context,
            once,
            IntStream.rangeClosed(0, keys.size()).boxed().toList(),
            List.of(keys.size() + 1),
            SqlStdOperatorTable.ROW_NUMBER,
            bound.rows());
    return isLimited()
        ? GroupLimit.ranked(
            context,
            fewValues,
            List.of(0),
            IntStream.rangeClosed(1, keys.size()).boxed().toList(),
            SqlStdOperatorTable.DENSE_RANK,
            bound.groups())
        : fewValues;
  }

  private RelNode inAll(RelNode once) {
    return GroupLimit.ranked(
        context,
        once,
        List.of(0),
        IntStream.rangeClosed(1, keys.size() + 1).boxed().toList(),
        SqlStdOperatorTable.ROW_NUMBER,
        bound.rows());
  }

  private boolean isLimited() {
    return bound instanceof Contribution.PerGroup each && each.limited();
  }

  /**
   * Units of each combination of some of the keys; a unit counts in at most its groups.
   *
   * @param rarelyLimited whether only units with more rows than are allowed can be in more groups
   */
  AggregateQuery units(List<Integer> some, boolean rarelyLimited) {
    RelNode rows = columns(some.stream().map(keys::get).toList(), null);
    BoundingChoice choice =
        BoundingChoice.ofUnits(context, input.table(), bound, rows, rarelyLimited);
    if (choice.again().isPresent()) {
      RelNode corrected =
          OverLimitUnits.units(context, choice.again().get(), some.size(), bound.groups());
      return ask(positive(corrected, some.size()), some, choice.name());
    }
    RelNode once = grouped(rows, ImmutableBitSet.range(some.size() + 1), List.of());
    RelNode kept =
        isLimited()
            ? GroupLimit.apply(context, once, some.size(), bound.groups())
            : context.ordered(once);
    return ask(
        grouped(
            kept,
            ImmutableBitSet.range(1, some.size() + 1),
            List.of(count(kept, false, List.of()))),
        some,
        choice.name());
  }

  /** The groups in which anybody is left. */
  private RelNode positive(RelNode corrected, int width) {
    RelNode summed =
        grouped(
            corrected,
            ImmutableBitSet.range(width),
            List.of(
                AggregateCalls.of(
                    SqlStdOperatorTable.SUM, false, List.of(width), corrected, width, "c0")));
    return LogicalFilter.create(
        summed,
        context
            .rex()
            .makeCall(
                SqlStdOperatorTable.GREATER_THAN,
                context.rex().makeInputRef(summed, width),
                context.rex().makeExactLiteral(BigDecimal.ZERO)));
  }

  private RelNode columns(List<GroupKey> keyColumns, @Nullable RexNode value) {
    RowColumns columns = new RowColumns(input.rel());
    columns.add(context.rex().makeInputRef(input.rel(), input.unit().orElseThrow()), "u");
    for (int key = 0; key < keyColumns.size(); key++) {
      columns.add(KeyColumns.of(context.rex(), input.rel(), keyColumns.get(key)), "k" + key);
    }
    if (value != null) {
      columns.add(value, "x");
    }
    return columns.build();
  }

  private static RelNode grouped(RelNode rel, ImmutableBitSet groups, List<AggregateCall> calls) {
    return LogicalAggregate.create(rel, List.of(), groups, null, calls);
  }

  private AggregateCall count(RelNode of, boolean distinct, List<Integer> arguments) {
    return AggregateCalls.of(SqlStdOperatorTable.COUNT, distinct, arguments, of, 1, "c0");
  }

  private AggregateQuery ask(RelNode rel, List<Integer> ofKeys, String how) {
    Pushdown pushed = context.push(rel);
    int cells = rel.getRowType().getFieldCount() - ofKeys.size();
    return new AggregateQuery(pushed.sql(), pushed.parameters(), pushed.form(), ofKeys, cells, how);
  }
}
