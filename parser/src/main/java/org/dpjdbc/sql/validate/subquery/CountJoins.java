package org.dpjdbc.sql.validate.subquery;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * {@code (SELECT COUNT(*) FROM t WHERE t.x = outer.x)} becomes a left join with the counts of all
 * groups of {@code x}, and 0 if there is none. Calcite's decorrelation makes the same join for
 * {@code SUM}, which is NULL if there are no rows. For a count it first groups the outer rows by
 * what is compared: over people's rows these groups would be released, and nothing needs them.
 *
 * <p>This is done where all that the subquery reads of the outer row stands in equalities between
 * an expression of each. All others are left to Calcite.
 */
public final class CountJoins {
  private final RexBuilder rex;
  private final CorrelationId outer;
  private RelNode joined;
  private boolean complete = true;

  private CountJoins(RelNode input, CorrelationId outer) {
    this.rex = input.getCluster().getRexBuilder();
    this.joined = input;
    this.outer = outer;
  }

  /** The same rows, with joins for such subqueries. */
  public static RelNode of(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(CountJoins::of).toList();
    RelNode copy = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    if (copy.getVariablesSet().size() != 1) {
      return copy;
    }
    CorrelationId outer = copy.getVariablesSet().iterator().next();
    if (copy instanceof LogicalFilter filter) {
      RelNode input = filter.getInput();
      CountJoins joins = new CountJoins(input, outer);
      RexNode condition = joins.replaced(filter.getCondition());
      return joins.isOf(List.of(condition))
          ? LogicalProject.create(
              LogicalFilter.create(joins.joined, condition),
              List.of(),
              joins.rex.identityProjects(input.getRowType()),
              input.getRowType().getFieldNames(),
              Set.of())
          : copy;
    } else if (copy instanceof LogicalProject project && !project.containsOver()) {
      CountJoins joins = new CountJoins(project.getInput(), outer);
      List<RexNode> columns = project.getProjects().stream().map(joins::replaced).toList();
      return joins.isOf(columns)
          ? LogicalProject.create(
              joins.joined,
              project.getHints(),
              columns,
              project.getRowType().getFieldNames(),
              Set.of())
          : copy;
    }
    return copy;
  }

  /** Whether nothing else reads the outer row, which the join made wider. */
  private boolean isOf(List<RexNode> expressions) {
    return complete
        && expressions.stream().noneMatch(expression -> ExistsJoins.mentions(expression, outer));
  }

  private RexNode replaced(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            if (query.getKind() != SqlKind.SCALAR_QUERY || !complete) {
              return query;
            }
            Optional<RexNode> value = CountQuery.of(query.rel, outer).map(CountJoins.this::joined);
            complete &= value.isPresent() || !ExistsJoins.mentions(query, outer);
            return value.orElse(query);
          }
        });
  }

  /** Joins the groups to the rows, and gives the value of the subquery beside them. */
  private RexNode joined(CountQuery query) {
    int width = joined.getRowType().getFieldCount();
    List<RexNode> conditions = new ArrayList<>();
    RelNode left = joined;
    for (int i = 0; i < query.equalities.size(); i++) {
      Equality equality = query.equalities.get(i);
      RelDataType type = query.groups.getRowType().getFieldList().get(i).getType();
      conditions.add(
          rex.makeCall(
              equality.compared.getOperator(),
              ExistsJoins.moved(equality.outer, left),
              new RexInputRef(width + i, type)));
    }
    joined =
        LogicalJoin.create(
            left,
            query.groups,
            List.of(),
            RexUtil.composeConjunction(rex, conditions),
            Set.of(),
            JoinRelType.LEFT);
    return query.value.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            int column = query.equalities.size() + ref.getIndex();
            RexNode found = rex.makeInputRef(joined, width + column);
            return query.counts.get(ref.getIndex()) ? orZero(found, ref.getType()) : found;
          }
        });
  }

  private RexNode orZero(RexNode count, RelDataType type) {
    return rex.makeCall(
        rex.getTypeFactory().createTypeWithNullability(type, true),
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, count),
            count,
            rex.makeLiteral(BigDecimal.ZERO, type, true)));
  }

  /**
   * What a subquery compares with the outer row.
   *
   * @param inner an expression over its own rows
   * @param outer one over the outer row
   */
  private record Equality(RexCall compared, RexNode inner, RexNode outer) {
    static Optional<Equality> of(RexNode condition, CorrelationId id) {
      if (condition.getKind() != SqlKind.EQUALS) {
        return Optional.empty();
      }
      RexCall call = (RexCall) condition;
      RexNode one = call.getOperands().get(0);
      RexNode other = call.getOperands().get(1);
      if (isInner(one, id) && isOuter(other, id)) {
        return Optional.of(new Equality(call, one, other));
      }
      return isInner(other, id) && isOuter(one, id)
          ? Optional.of(new Equality(call, other, one))
          : Optional.empty();
    }

    private static boolean isInner(RexNode expression, CorrelationId id) {
      return !ExistsJoins.mentions(expression, id)
          && !RelOptUtil.InputFinder.bits(expression).isEmpty();
    }

    private static boolean isOuter(RexNode expression, CorrelationId id) {
      return ExistsJoins.isPlain(expression, id)
          && RelOptUtil.InputFinder.bits(expression).isEmpty();
    }
  }

  /**
   * A subquery that counts rows.
   *
   * @param groups its aggregates for each value of what it compares, which comes first
   * @param equalities one for each column that it groups by
   * @param value what it selects, over its aggregates
   * @param counts the aggregates that are 0 if there are no rows
   */
  private record CountQuery(
      RelNode groups, List<Equality> equalities, RexNode value, ImmutableBitSet counts) {
    static Optional<CountQuery> of(RelNode rel, CorrelationId outer) {
      RexNode value = RexInputRef.of(0, rel.getRowType());
      RelNode below = rel;
      while (below instanceof Project project && !project.containsOver()) {
        value = RelOptUtil.pushPastProject(value, project);
        below = project.getInput();
      }
      return below instanceof Aggregate aggregate
              && aggregate.getGroupType() == Aggregate.Group.SIMPLE
              && aggregate.getGroupCount() == 0
              && !ExistsJoins.mentions(value, outer)
              && RexUtil.SubQueryFinder.find(value) == null
          ? of(aggregate, value, outer)
          : Optional.empty();
    }

    private static Optional<CountQuery> of(
        Aggregate aggregate, RexNode value, CorrelationId outer) {
      List<RexNode> columns =
          new ArrayList<>(
              aggregate
                  .getCluster()
                  .getRexBuilder()
                  .identityProjects(aggregate.getInput().getRowType()));
      RelNode below = aggregate.getInput();
      while (below instanceof Project project && !project.containsOver()) {
        columns = new ArrayList<>(RelOptUtil.pushPastProject(columns, project));
        below = project.getInput();
      }
      ImmutableBitSet counts = counts(aggregate);
      if (!(below instanceof Filter filter)
          || counts.isEmpty()
          || columns.stream().anyMatch(column -> RexUtil.SubQueryFinder.find(column) != null)
          || columns.stream().anyMatch(column -> ExistsJoins.mentions(column, outer))) {
        return Optional.empty();
      }
      List<Equality> equalities = new ArrayList<>();
      List<RexNode> own = new ArrayList<>();
      for (RexNode condition : ExistsJoins.conjuncts(filter.getCondition())) {
        if (!ExistsJoins.mentions(condition, outer)) {
          own.add(condition);
          continue;
        }
        Optional<Equality> equality = Equality.of(condition, outer);
        if (equality.isEmpty()) {
          return Optional.empty();
        }
        equalities.add(equality.get());
      }
      RelNode rows = filter.getInput();
      if (!filter.getVariablesSet().isEmpty() || !RelOptUtil.getVariablesUsed(rows).isEmpty()) {
        return Optional.empty();
      } else if (!own.isEmpty()) {
        RexBuilder rex = rows.getCluster().getRexBuilder();
        rows = LogicalFilter.create(rows, RexUtil.composeConjunction(rex, own));
      }
      columns.addAll(equalities.stream().map(Equality::inner).toList());
      return equalities.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new CountQuery(
                  groups(aggregate, rows, columns, equalities.size()), equalities, value, counts));
    }

    private static ImmutableBitSet counts(Aggregate aggregate) {
      List<AggregateCall> calls = aggregate.getAggCallList();
      return ImmutableBitSet.of(
          IntStream.range(0, calls.size())
              .filter(i -> calls.get(i).getAggregation().getKind() == SqlKind.COUNT)
              .toArray());
    }

    private static RelNode groups(
        Aggregate aggregate, RelNode rows, List<RexNode> columns, int keys) {
      List<String> names = IntStream.range(0, columns.size()).mapToObj(i -> "x" + i).toList();
      RelNode input = LogicalProject.create(rows, List.of(), columns, names, Set.of());
      List<AggregateCall> calls = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        calls.add(
            AggregateCall.create(
                call.getParserPosition(),
                call.getAggregation(),
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                call.getArgList(),
                call.filterArg,
                call.distinctKeys,
                call.collation,
                keys,
                input,
                null,
                call.getName()));
      }
      return LogicalAggregate.create(
          input,
          aggregate.getHints(),
          ImmutableBitSet.range(columns.size() - keys, columns.size()),
          null,
          calls);
    }
  }
}
