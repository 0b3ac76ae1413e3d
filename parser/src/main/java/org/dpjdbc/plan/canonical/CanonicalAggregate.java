package org.dpjdbc.plan.canonical;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.sql.validate.ExplicitGroups;
import org.dpjdbc.sql.validate.subquery.SubQueryAggregates;

/**
 * An aggregate with its keys and its functions in one order, each function once, over the columns
 * that these read and no others. What counts rows is {@code COUNT(*)}, with a filter if it counts
 * by a condition.
 */
final class CanonicalAggregate {
  /** Counts and sums first, as most queries have them. */
  private static final List<SqlKind> FIRST = List.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.AVG);

  private final Aggregate aggregate;
  private final RexBuilder rex;
  private final RelNode rows;
  private final List<RexNode> columns;
  private final List<String> names;

  private CanonicalAggregate(Aggregate aggregate) {
    this.aggregate = aggregate;
    this.rex = aggregate.getCluster().getRexBuilder();
    RelNode input = aggregate.getInput();
    if (input instanceof Project project
        && !project.containsOver()
        && project.getVariablesSet().isEmpty()) {
      this.rows = project.getInput();
      this.columns = project.getProjects();
    } else {
      this.rows = input;
      this.columns =
          IntStream.range(0, input.getRowType().getFieldCount())
              .<RexNode>mapToObj(i -> rex.makeInputRef(input, i))
              .toList();
    }
    this.names = input.getRowType().getFieldNames();
  }

  /** A function, and its arguments as they are computed. */
  private record Call(
      AggregateCall written,
      SqlAggFunction function,
      List<RexNode> arguments,
      Optional<RexNode> filter) {
    String order() {
      int place = FIRST.indexOf(function.getKind());
      return (filter.isPresent() ? "1" : "0")
          + (arguments.isEmpty() ? "0" : "1")
          + (place < 0 ? FIRST.size() : place)
          + function.getName()
          + " "
          + function.getKind()
          + (written.isDistinct() ? " DISTINCT " : " ")
          + (written.isApproximate() ? "APPROXIMATE " : "")
          + (written.ignoreNulls() ? "IGNORE NULLS " : "")
          + arguments
          + filter;
    }
  }

  static CanonicalRelation of(Aggregate aggregate) {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || aggregate.getAggCallList().stream()
            .anyMatch(call -> isOrdered(call) || SubQueryAggregates.isAdded(call))) {
      return CanonicalRelation.asWritten(aggregate);
    }
    CanonicalAggregate canonical = new CanonicalAggregate(aggregate);
    boolean constantKey =
        aggregate.getGroupSet().asList().stream()
            .anyMatch(key -> canonical.columns.get(key) instanceof RexLiteral);
    return constantKey ? CanonicalRelation.asWritten(aggregate) : canonical.ordered();
  }

  /** Whether more than its arguments and a filter decide what a call is. */
  private static boolean isOrdered(AggregateCall call) {
    return !call.collation.getFieldCollations().isEmpty()
        || call.distinctKeys != null
        || !call.rexList.isEmpty();
  }

  private CanonicalRelation ordered() {
    List<Integer> written = aggregate.getGroupSet().asList();
    List<Integer> keys =
        written.stream().sorted(Comparator.comparing(key -> columns.get(key).toString())).toList();
    List<Call> calls = aggregate.getAggCallList().stream().map(this::call).toList();
    List<Call> sorted =
        calls.stream()
            .collect(
                LinkedHashMap<String, Call>::new,
                (map, call) -> map.putIfAbsent(call.order(), call),
                Map::putAll)
            .values()
            .stream()
            .sorted(Comparator.comparing(Call::order))
            .toList();

    Map<RexNode, Integer> places = new LinkedHashMap<>();
    List<RexNode> projects = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (int key : keys) {
      places.putIfAbsent(columns.get(key), projects.size());
      projects.add(columns.get(key));
      labels.add(names.get(key));
    }
    for (Call call : sorted) {
      Stream.concat(call.arguments().stream(), call.filter().stream())
          .filter(column -> !places.containsKey(column))
          .forEach(
              column -> {
                places.put(column, projects.size());
                projects.add(column);
                int at = columns.indexOf(column);
                labels.add(at < 0 ? "$f" + projects.size() : names.get(at));
              });
    }
    boolean same =
        keys.equals(written)
            && sorted.equals(calls)
            && calls.stream()
                .allMatch(call -> call.function().equals(call.written().getAggregation()))
            && projects.equals(columns)
            && calls.stream().noneMatch(this::isChanged);
    if (same) {
      return CanonicalRelation.asWritten(aggregate);
    }
    RelNode input =
        projects.isEmpty()
            ? rows
            : LogicalProject.create(
                rows, List.of(), projects, SqlValidatorUtil.uniquify(labels, true), Set.of());
    List<AggregateCall> made =
        sorted.stream().map(call -> made(call, places, input, keys.size())).toList();
    List<Integer> order = written.stream().map(keys::indexOf).toList();
    List<RelHint> hints = new ArrayList<>(aggregate.getHints());
    if (!keys.equals(written)) {
      hints.add(ExplicitGroups.order(order));
    }
    RelNode canonical =
        LogicalAggregate.create(input, hints, ImmutableBitSet.range(keys.size()), null, made);
    List<RexNode> restored = new ArrayList<>();
    order.forEach(place -> restored.add(rex.makeInputRef(canonical, place)));
    for (int i = 0; i < calls.size(); i++) {
      String wanted = calls.get(i).order();
      int place =
          IntStream.range(0, sorted.size())
              .filter(s -> sorted.get(s).order().equals(wanted))
              .findFirst()
              .orElseThrow();
      restored.add(
          typed(
              rex.makeInputRef(canonical, keys.size() + place),
              aggregate.getAggCallList().get(i).getType()));
    }
    return isSame(canonical, restored)
        ? CanonicalRelation.asWritten(canonical)
        : new CanonicalRelation(canonical, Optional.of(restored));
  }

  /** Whether an aggregate has the columns of the written one. */
  private boolean isSame(RelNode canonical, List<RexNode> restored) {
    return RexUtil.isIdentity(restored, canonical.getRowType())
        && canonical.getRowType().getFieldNames().equals(aggregate.getRowType().getFieldNames());
  }

  private boolean isChanged(Call call) {
    return call.arguments().size() != call.written().getArgList().size()
        || call.filter().isPresent() != call.written().hasFilter();
  }

  private RexNode typed(RexInputRef ref, RelDataType type) {
    return ref.getType().getSqlTypeName() == type.getSqlTypeName()
            && ref.getType().getPrecision() == type.getPrecision()
            && ref.getType().getScale() == type.getScale()
        ? ref
        : rex.makeAbstractCast(type, ref, /* safe= */ false);
  }

  private AggregateCall made(Call call, Map<RexNode, Integer> places, RelNode input, int keys) {
    AggregateCall written = call.written();
    return AggregateCall.create(
        written.getParserPosition(),
        call.function(),
        written.isDistinct(),
        written.isApproximate(),
        written.ignoreNulls(),
        List.of(),
        call.arguments().stream().map(column -> place(places, column)).toList(),
        call.filter().map(column -> place(places, column)).orElse(-1),
        null,
        written.collation,
        keys,
        input,
        null,
        written.getName());
  }

  private static int place(Map<RexNode, Integer> places, RexNode column) {
    return Objects.requireNonNull(places.get(column));
  }

  private Call call(AggregateCall call) {
    List<RexNode> arguments = call.getArgList().stream().map(columns::get).toList();
    Optional<RexNode> filter =
        call.hasFilter() ? Optional.of(columns.get(call.filterArg)) : Optional.empty();
    Call written = new Call(call, call.getAggregation(), arguments, filter);
    if (call.isDistinct() || call.isApproximate() || arguments.size() != 1) {
      return written;
    }
    RexNode argument = arguments.get(0);
    SqlKind kind = call.getAggregation().getKind();
    if (kind == SqlKind.COUNT && !argument.getType().isNullable()) {
      return new Call(call, call.getAggregation(), List.of(), filter);
    } else if (kind == SqlKind.SUM
        && isOne(argument)
        && (isReleased() || (filter.isEmpty() && !aggregate.getGroupSet().isEmpty()))) {
      return new Call(call, SqlStdOperatorTable.COUNT, List.of(), filter);
    }
    return filter.isEmpty() ? conditional(written, kind, argument) : written;
  }

  /** {@code COUNT(CASE WHEN c THEN x END)} is {@code COUNT(x) FILTER (WHERE c)}. */
  private Call conditional(Call written, SqlKind kind, RexNode argument) {
    if (!(argument instanceof RexCall cases)
        || cases.getKind() != SqlKind.CASE
        || cases.getOperands().size() != 3) {
      return written;
    }
    RexNode condition = cases.getOperands().get(0);
    RexNode value = cases.getOperands().get(1);
    RexNode other = cases.getOperands().get(2);
    RexNode holds =
        condition.getType().isNullable()
            ? rex.makeCall(SqlStdOperatorTable.IS_TRUE, condition)
            : condition;
    boolean otherIsNull = RexLiteral.isNullLiteral(other);
    if (kind == SqlKind.COUNT && otherIsNull && !value.getType().isNullable()) {
      return new Call(written.written(), written.function(), List.of(), Optional.of(holds));
    } else if (kind == SqlKind.SUM
        && isOne(value)
        && (isZero(other)
            ? !aggregate.getGroupSet().isEmpty() || isReleased()
            : otherIsNull && isReleased())) {
      return new Call(written.written(), SqlStdOperatorTable.COUNT, List.of(), Optional.of(holds));
    }
    // A condition on the value itself narrows its range.
    return otherIsNull
            && (kind == SqlKind.COUNT || kind == SqlKind.SUM || kind == SqlKind.AVG)
            && value instanceof RexInputRef
            && !RelOptUtil.InputFinder.bits(condition)
                .intersects(RelOptUtil.InputFinder.bits(value))
        ? new Call(written.written(), written.function(), List.of(value), Optional.of(holds))
        : written;
  }

  private static boolean isOne(RexNode node) {
    return isInteger(node, BigDecimal.ONE);
  }

  private static boolean isZero(RexNode node) {
    return isInteger(node, BigDecimal.ZERO);
  }

  private static boolean isInteger(RexNode node, BigDecimal number) {
    return node instanceof RexLiteral literal
        && !literal.isNull()
        && SqlTypeName.INT_TYPES.contains(literal.getType().getSqlTypeName())
        && number.compareTo(Objects.requireNonNull(literal.getValueAs(BigDecimal.class))) == 0;
  }

  /**
   * Whether the rows are people's and are released here for sure: a sum of none of them is then 0,
   * like a count, and not NULL.
   */
  private boolean isReleased() {
    return aggregate.getGroupSet().isEmpty()
        && !aggregates(rows)
        && CanonicalQuery.readsPrivate(rows);
  }

  private static boolean aggregates(RelNode rel) {
    return rel instanceof Aggregate
        || rel.getInputs().stream().anyMatch(CanonicalAggregate::aggregates);
  }
}
