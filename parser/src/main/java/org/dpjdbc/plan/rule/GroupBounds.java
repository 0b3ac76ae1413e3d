package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.contribution.ContributionRule;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.sql.grammar.GroupBoundedAggregate;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Aggregates with bounds of what one unit has in a group. If a unit may have several rows there,
 * they are aggregated by unit and group first. What is then bounded is a value of a row, and the
 * aggregate over the rows is an ordinary one, of which the rules bound the contributions.
 */
public final class GroupBounds {
  private final RexBuilder rex;
  private final Aggregate aggregate;
  private final int keys;

  private GroupBounds(RexBuilder rex, Aggregate aggregate) {
    this.rex = rex;
    this.aggregate = aggregate;
    this.keys = aggregate.getGroupCount();
  }

  /** An aggregate without such bounds, and the rows of people that it is over. */
  record Plain(Aggregate aggregate, PerUnit rows) {}

  /** Whether a relation has such aggregates. */
  public static boolean areIn(RelNode rel) {
    return rel instanceof Aggregate aggregate
        && aggregate.getAggCallList().stream().anyMatch(GroupBounds::isBounded);
  }

  /** The aggregate over public or released rows: each of them stands for itself. */
  public static Aggregate ofRows(RexBuilder rex, Aggregate aggregate) {
    GroupBounds bounds = new GroupBounds(rex, aggregate);
    RelNode input = aggregate.getInput();
    List<RexNode> columns = bounds.withBounded(input);
    return bounds.over(
        LogicalProject.create(input, List.of(), columns, names(input, columns.size()), Set.of()));
  }

  /**
   * The aggregate over rows of people.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if a unit may have several rows in a group, and
   *     an aggregate beside does not add up by unit
   */
  static Plain ofUnits(PlanContext context, Aggregate aggregate, PerUnit input) {
    GroupBounds bounds = new GroupBounds(context.rex(), aggregate);
    PerUnit rows = context.owners().resolve(input);
    boolean single =
        rows.rowsPerUnit().equals(OptionalInt.of(1))
            || (rows.unit().isPresent()
                && ContributionRule.isGrouped(rows, aggregate.getGroupSet().asList()))
            || keepsOneRow(context.request(), rows.table());
    PerUnit bounded = single ? bounds.byRow(context, rows) : bounds.byUnit(context, rows);
    Aggregate plain = single ? bounds.over(bounded.rel()) : bounds.overUnits(bounded.rel());
    if (context.listsGroups(aggregate)) {
      context.listGroups(plain, context.listsPolicyValues(aggregate));
    }
    return new Plain(plain, bounded);
  }

  /** Whether one row of a unit counts in each group, and is not scaled with those of others. */
  private static boolean keepsOneRow(PrivacyRequest request, PerUnit.PrivateTable table) {
    return request.rows(table).equals(OptionalInt.of(1))
        && request.groups(table).isPresent()
        && !request.clips(table);
  }

  private PerUnit byRow(PlanContext context, PerUnit rows) {
    List<RexNode> columns = withBounded(rows.rel());
    return new ProjectRule(context).apply(columns, names(rows.rel(), columns.size()), rows);
  }

  /** A row for each unit and group, of the keys and what the unit has there. */
  private PerUnit byUnit(PlanContext context, PerUnit rows) {
    boolean addUp = aggregate.getAggCallList().stream().allMatch(GroupBounds::addsUp);
    if (!addUp || aggregate.getGroupType() != Aggregate.Group.SIMPLE || rows.unit().isEmpty()) {
      throw RelationMessages.boundsOfGroup(rows.table().name());
    }
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .map(
                call ->
                    AggregateCall.create(
                        call.getParserPosition(),
                        function(call),
                        false,
                        false,
                        false,
                        List.of(),
                        values(call),
                        call.filterArg,
                        null,
                        RelCollations.EMPTY,
                        keys + 1,
                        rows.rel(),
                        null,
                        call.getName()))
            .toList();
    Aggregate byUnit =
        LogicalAggregate.create(rows.rel(), List.of(), aggregate.getGroupSet(), null, calls);
    PerUnit units = new UnitAggregateRule(context, rows, byUnit).apply();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < keys + calls.size(); i++) {
      RexNode column = rex.makeInputRef(units.rel(), i);
      columns.add(i < keys ? column : bounded(column, aggregate.getAggCallList().get(i - keys)));
    }
    return new ProjectRule(context).apply(columns, aggregate.getRowType().getFieldNames(), units);
  }

  /** Whether what units have adds up to what all rows have. */
  private static boolean addsUp(AggregateCall call) {
    boolean sum = UnitSums.adds(call.getAggregation());
    return isBounded(call)
        || ((sum || counts(call)) && !call.isDistinct() && call.getArgList().size() <= 1);
  }

  private static boolean isBounded(AggregateCall call) {
    return call.getAggregation() instanceof GroupBoundedAggregate;
  }

  private static SqlAggFunction function(AggregateCall call) {
    return call.getAggregation() instanceof GroupBoundedAggregate bounded
        ? bounded.function()
        : call.getAggregation();
  }

  private static boolean counts(AggregateCall call) {
    return function(call).getKind() == SqlKind.COUNT;
  }

  /** The arguments without the bounds. */
  private static List<Integer> values(AggregateCall call) {
    List<Integer> arguments = call.getArgList();
    return isBounded(call) ? arguments.subList(0, arguments.size() - 2) : arguments;
  }

  /** The columns of a relation, and each bounded value. A row is within the bounds of a count. */
  private List<RexNode> withBounded(RelNode input) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < aggregate.getInput().getRowType().getFieldCount(); i++) {
      columns.add(rex.makeInputRef(input, i));
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (isBounded(call) && !counts(call)) {
        columns.add(bounded(rex.makeInputRef(input, call.getArgList().get(0)), call));
      }
    }
    return columns;
  }

  private static List<String> names(RelNode input, int columns) {
    List<String> names = input.getRowType().getFieldNames();
    return SqlValidatorUtil.uniquify(
        IntStream.range(0, columns)
            .mapToObj(i -> i < names.size() ? names.get(i) : "bounded")
            .toList(),
        true);
  }

  /** The aggregate over rows with the bounded values behind them. */
  private Aggregate over(RelNode rows) {
    List<AggregateCall> calls = new ArrayList<>();
    int next = aggregate.getInput().getRowType().getFieldCount();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (!isBounded(call)) {
        calls.add(call);
      } else if (counts(call)) {
        calls.add(call(call, SqlStdOperatorTable.COUNT, values(call), call.filterArg));
      } else {
        calls.add(call(call, typed(function(call).getKind(), call), List.of(next), call.filterArg));
        next++;
      }
    }
    return LogicalAggregate.create(
        rows, aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  /** The aggregate over rows of units and groups. */
  private Aggregate overUnits(RelNode units) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      SqlKind kind = counts(call) ? SqlKind.SUM0 : function(call).getKind();
      calls.add(call(call, typed(kind, call), List.of(keys + calls.size()), -1));
    }
    return LogicalAggregate.create(
        units, aggregate.getHints(), ImmutableBitSet.range(keys), null, calls);
  }

  private static AggregateCall call(
      AggregateCall of, SqlAggFunction function, List<Integer> arguments, int filter) {
    return AggregateCall.create(
        of.getParserPosition(),
        function,
        false,
        false,
        false,
        List.of(),
        arguments,
        filter,
        null,
        RelCollations.EMPTY,
        of.getType(),
        of.getName());
  }

  /** An aggregate function with the type that the query expects. */
  private static SqlAggFunction typed(SqlKind kind, AggregateCall call) {
    return SqlBasicAggFunction.create(
        kind == SqlKind.SUM0 ? "$SUM0" : kind.name(),
        kind,
        ReturnTypes.explicit(call.getType()),
        OperandTypes.ANY);
  }

  /**
   * A value within the bounds of an aggregate. It is compared with each, so that its range is
   * known. NULL stays NULL. A number of rows may be 0, whatever its lower bound.
   */
  private RexNode bounded(RexNode value, AggregateCall call) {
    if (!isBounded(call)) {
      return value;
    }
    int arguments = call.getArgList().size();
    RexNode lower =
        counts(call)
            ? rex.makeExactLiteral(BigDecimal.ZERO)
            : constant(call.getArgList().get(arguments - 2));
    RexNode upper = constant(call.getArgList().get(arguments - 1));
    RelDataType type =
        rex.getTypeFactory()
            .createTypeWithNullability(
                counts(call)
                    ? value.getType()
                    : GroupBoundedAggregate.value(
                        rex.getTypeFactory(),
                        List.of(value.getType(), lower.getType(), upper.getType())),
                true);
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(
                SqlStdOperatorTable.AND,
                rex.makeCall(SqlStdOperatorTable.GREATER_THAN, value, lower),
                rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, upper)),
            rex.ensureType(type, value, true),
            rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, value, lower),
            rex.ensureType(type, lower, true),
            rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, value, upper),
            rex.ensureType(type, upper, true),
            rex.makeNullLiteral(type)));
  }

  private RexNode constant(int column) {
    if (aggregate.getInput() instanceof Project project) {
      return project.getProjects().get(column);
    }
    throw new IllegalStateException("bounds stand beside what they bound");
  }
}
