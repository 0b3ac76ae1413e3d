package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.UnitAggregate;
import org.dpjdbc.plan.bounds.UnitAggregates;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.OutOfRange;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.release.RowColumns;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Aggregation within units. If the keys of a group include the unit, a group has the rows of only
 * one unit, and removing that unit removes just its groups. Nothing is released: the groups are
 * per-unit rows, aggregated exactly. A unit has a single group if its key is the only group key.
 *
 * <p>What a group's count or sum is within follows from how many rows a unit has, {@link
 * org.dpjdbc.plan.relation.PrivacyRequest#rowsForRanges}, and from the range of what is summed.
 * Like a declared range it is a claim, if it rests on one: who has more is clamped to it where the
 * result is summed or ranked.
 */
final class UnitAggregateRule {
  /** Of a unit, if nothing else is known of them; more count as so many. */
  private static final long MAX_ROWS = 1L << 31;

  private final PlanContext context;
  private final PerUnit input;
  private final Aggregate aggregate;
  private final List<Integer> groups;
  private final int unit;
  private final RowColumns columns;
  private final List<AggregateCall> calls = new ArrayList<>();

  UnitAggregateRule(PlanContext context, PerUnit input, Aggregate aggregate) {
    this.context = context;
    this.input = input;
    this.aggregate = aggregate;
    this.groups = new ArrayList<>(aggregate.getGroupSet().asList());
    this.columns = new RowColumns(input.rel());
    this.unit = unit();
    if (!groups.contains(unit)) {
      groups.add(unit);
    }
    for (int key : groups) {
      String name = input.rel().getRowType().getFieldNames().get(key);
      columns.add(context.rex().makeInputRef(input.rel(), key), name);
    }
  }

  PerUnit apply() {
    List<Made> made = new ArrayList<>();
    List<String> names = aggregate.getRowType().getFieldNames();
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      made.add(made(aggregate.getAggCallList().get(i), names.get(aggregate.getGroupCount() + i)));
    }
    RelNode grouped = grouped();
    int keys = aggregate.getGroupCount();
    List<RexNode> projects = new ArrayList<>();
    List<PerUnit.Column> facts = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      projects.add(context.rex().makeInputRef(grouped, key));
      facts.add(input.columns().get(groups.get(key)));
    }
    for (int i = 0; i < made.size(); i++) {
      Made value = made.get(i);
      RexNode result = value.of(context, grouped, groups.size());
      projects.add(result);
      boolean autoBounded =
          aggregate.getAggCallList().get(i).getArgList().stream()
              .anyMatch(argument -> input.columns().get(argument).autoBounded());
      boolean counted =
          aggregate.getAggCallList().get(i).getAggregation().getKind() == SqlKind.COUNT
              && value.aggregate().facts().range().isEmpty()
              && context.request().boundsRows(input.table());
      facts.add(
          new PerUnit.Column(
                  counted ? counted(value.aggregate().facts()) : value.aggregate().facts(),
                  Origins.ofType(result.getType()))
              .autoBounded(autoBounded || counted)
              .within(outOfRange(i, value.aggregate().facts(), names.get(keys + i))));
    }
    List<String> labels = new ArrayList<>(names);
    int at = groups.indexOf(unit);
    if (at >= keys) {
      projects.add(context.rex().makeInputRef(grouped, at));
      facts.add(input.columns().get(unit));
      labels.add("unit");
      at = projects.size() - 1;
    }
    return new PerUnit(
        LogicalProject.create(
            grouped, List.of(), projects, SqlValidatorUtil.uniquify(labels, true), Set.of()),
        names.size(),
        facts,
        OptionalInt.of(at),
        input.kind(),
        rows(keys),
        input.table());
  }

  /** How many rows a unit has, where it is left to be found how many may count. */
  private static ColumnFacts counted(ColumnFacts facts) {
    Interval range = new Interval(BigDecimal.ZERO, BigDecimal.valueOf(MAX_ROWS));
    return new ColumnFacts(
        facts.name(), Optional.of(range), facts.step(), facts.computed(), facts.min());
  }

  /**
   * The column that identifies the unit of a group: the unit key if there is one, otherwise one of
   * the group keys. The key is the same throughout a group, so that grouping by it as well changes
   * nothing.
   */
  private int unit() {
    if (!input.deferred()) {
      return groups.stream()
          .filter(column -> input.columns().get(column).identifies().equals(input.kind()))
          .findFirst()
          .orElseGet(() -> input.unit().orElseThrow());
    }
    return groups.stream()
        .filter(column -> input.columns().get(column).identifies().isPresent())
        .findFirst()
        .orElseThrow();
  }

  /**
   * The groups as a subselect that shows all it groups by: a database may take a name in GROUP BY
   * for that of a result, where it is not shown under its own.
   */
  private RelNode grouped() {
    return SubSelect.of(
        LogicalAggregate.create(
            columns.build(), List.of(), ImmutableBitSet.range(groups.size()), null, calls));
  }

  private OptionalInt rows(int keys) {
    boolean oneGroup = groups.subList(0, keys).stream().allMatch(input::constant);
    return oneGroup ? OptionalInt.of(1) : input.rowsPerUnit();
  }

  /** An aggregate of the query, and where its parts stand among the calls. */
  private record Made(UnitAggregate aggregate, List<Integer> parts) {
    RexNode of(PlanContext context, RelNode grouped, int first) {
      return aggregate
          .result()
          .of(
              parts.stream()
                  .<RexNode>map(part -> context.rex().makeInputRef(grouped, first + part))
                  .toList());
    }
  }

  private Made made(AggregateCall call, String name) {
    UnitAggregate found = aggregate(call, name);
    List<Integer> parts = new ArrayList<>();
    for (UnitAggregate.Part part : found.parts()) {
      List<Integer> arguments =
          part.arguments().stream().map(a -> columns.share(a, groups.size())).toList();
      parts.add(call(part.function(), part.distinct(), arguments));
    }
    return new Made(found, parts);
  }

  /** What an aggregate may be of a unit that has more than its range allows for. */
  private Optional<OutOfRange> outOfRange(int place, ColumnFacts facts, String name) {
    AggregateCall call = aggregate.getAggCallList().get(place);
    UnitAggregate uncut =
        aggregate(call, name, input.rowsPerUnit(), input.uncut().orElseGet(input::facts));
    boolean ofSum =
        call.getArgList().stream().anyMatch(i -> input.columns().get(i).unitSum().isPresent())
            && UnitSums.adds(call.getAggregation());
    return OutOfRange.of(
        facts, uncut.facts().range(), ofSum ? "sum_per_unit" : "max_rows_contributed");
  }

  private UnitAggregate aggregate(AggregateCall call, String name) {
    UnitAggregate found =
        aggregate(
            call,
            name,
            context.request().rowsForRanges(input, ImmutableBitSet.of(groups)),
            input.facts());
    return UnitSums.within(found, call.getAggregation(), call.getArgList(), input);
  }

  private UnitAggregate aggregate(
      AggregateCall call, String name, OptionalInt rows, List<ColumnFacts> facts) {
    SqlAggFunction function = call.getAggregation();
    if (function.getKind() == SqlKind.LITERAL_AGG) {
      return new UnitAggregate(
          List.of(),
          parts -> call.rexList.get(0),
          new ColumnFacts(name, Optional.empty(), Optional.empty()));
    }
    if (call.distinctKeys != null
        || call.ignoreNulls()
        || !call.getCollation().getKeys().isEmpty()) {
      throw ExpressionMessages.notOfferedPerUnit(function.getName());
    }
    List<RexNode> arguments = call.getArgList().stream().<RexNode>map(i -> ref(i)).toList();
    Optional<RexNode> filter =
        call.filterArg < 0 ? Optional.empty() : Optional.of(ref(call.filterArg));
    UnitAggregate found =
        new UnitAggregates(context.rex(), facts, rows)
            .of(of(function), call.isDistinct(), arguments, filter, call.getType(), name);
    boolean ofAllRows =
        function.getKind() == SqlKind.COUNT && arguments.isEmpty() && filter.isEmpty();
    if (ofAllRows && rows.isPresent() && rows.getAsInt() > 1) {
      return found.within(new Interval(BigDecimal.ONE, BigDecimal.valueOf(rows.getAsInt())));
    }
    return found;
  }

  /** The only value of a subquery that has one row of each unit. */
  private SqlAggFunction of(SqlAggFunction function) {
    if (function.getKind() != SqlKind.SINGLE_VALUE) {
      return function;
    }
    if (input.rowsPerUnit().isEmpty() || input.rowsPerUnit().getAsInt() > 1) {
      throw RelationMessages.severalRowsOfUnit();
    }
    return SqlStdOperatorTable.MIN;
  }

  private RexInputRef ref(int column) {
    return context.rex().makeInputRef(input.rel(), column);
  }

  private int call(SqlAggFunction function, boolean distinct, List<Integer> arguments) {
    AggregateCall call =
        AggregateCalls.of(
            function, distinct, arguments, columns.build(), groups.size(), "a" + calls.size());
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).withName(null).equals(call.withName(null))) {
        return i;
      }
    }
    calls.add(call);
    return calls.size() - 1;
  }
}
