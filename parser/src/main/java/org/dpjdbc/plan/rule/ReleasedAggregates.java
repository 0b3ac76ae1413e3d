package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;

/**
 * {@code MIN} and {@code MAX} of a released value that stands beside private rows, as in {@code
 * SUM(o.total) / MAX(t.sum)} over {@code orders AS o CROSS JOIN (SELECT SUM(total) ...) AS t}. The
 * value is the same in all rows, so it is that of each group as well, and no row is read for it. It
 * is put beside the groups after they are released; a group that has no row has it too.
 */
final class ReleasedAggregates {
  private final PlanContext context;
  private final Aggregate aggregate;
  private final List<Optional<RexDynamicParam>> released;

  private ReleasedAggregates(
      PlanContext context, Aggregate aggregate, List<Optional<RexDynamicParam>> released) {
    this.context = context;
    this.aggregate = aggregate;
    this.released = released;
  }

  /**
   * Those of an aggregate, if it has any.
   *
   * @param aggregate that is released, over the rows
   */
  static Optional<ReleasedAggregates> of(PlanContext context, Aggregate aggregate, PerUnit rows) {
    List<Optional<RexDynamicParam>> released =
        aggregate.getAggCallList().stream().map(call -> released(call, rows)).toList();
    return aggregate.getGroupType() == Aggregate.Group.SIMPLE
            && released.stream().anyMatch(Optional::isPresent)
        ? Optional.of(new ReleasedAggregates(context, aggregate, released))
        : Optional.empty();
  }

  private static Optional<RexDynamicParam> released(AggregateCall call, PerUnit rows) {
    SqlKind kind = call.getAggregation().getKind();
    return (kind == SqlKind.MIN || kind == SqlKind.MAX)
            && call.filterArg < 0
            && rows.columns().get(call.getArgList().get(0)).origin()
                instanceof Origin.Released constant
        ? Optional.of(constant.scalar())
        : Optional.empty();
  }

  /**
   * The groups with the released values beside the other aggregates.
   *
   * @param others what the aggregate is without them
   */
  Relation beside(Function<Aggregate, Relation> others) {
    List<AggregateCall> kept = new ArrayList<>();
    for (int i = 0; i < released.size(); i++) {
      if (released.get(i).isEmpty()) {
        kept.add(aggregate.getAggCallList().get(i));
      }
    }
    RelNode rel = LogicalValues.createOneRow(context.cluster());
    if (!kept.isEmpty() || aggregate.getGroupCount() > 0) {
      Relation groups =
          others.apply(
              aggregate.copy(
                  aggregate.getTraitSet(),
                  aggregate.getInput(),
                  aggregate.getGroupSet(),
                  aggregate.getGroupSets(),
                  kept));
      if (!(groups instanceof Relation.Local local)) {
        return new Relation.Public(
            LogicalValues.createEmpty(context.cluster(), aggregate.getRowType()), false);
      }
      rel = local.rel();
    }
    return new Relation.Local(joined(rel, kept.size()));
  }

  private RelNode joined(RelNode groups, int kept) {
    List<RexDynamicParam> values = released.stream().flatMap(Optional::stream).distinct().toList();
    RelNode rel = groups;
    int first = kept == 0 && aggregate.getGroupCount() == 0 ? 1 : aggregate.getGroupCount() + kept;
    for (RexDynamicParam value : values) {
      // NULL if there is no row of it
      rel =
          LogicalJoin.create(
              rel,
              context.scalar(value),
              List.of(),
              context.rex().makeLiteral(true),
              Set.of(),
              JoinRelType.LEFT);
    }
    List<RexNode> columns = new ArrayList<>();
    for (int key = 0; key < aggregate.getGroupCount(); key++) {
      columns.add(context.rex().makeInputRef(rel, key));
    }
    int next = aggregate.getGroupCount();
    for (int i = 0; i < released.size(); i++) {
      Optional<RexDynamicParam> value = released.get(i);
      int column = value.isPresent() ? first + values.indexOf(value.get()) : next++;
      columns.add(cast(context.rex().makeInputRef(rel, column), columns.size()));
    }
    return LogicalProject.create(
        rel, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private RexNode cast(RexNode value, int column) {
    RelDataType type = aggregate.getRowType().getFieldList().get(column).getType();
    return SqlTypeUtil.equalSansNullability(context.rex().getTypeFactory(), value.getType(), type)
        ? value
        : context
            .rex()
            .makeCast(context.rex().getTypeFactory().createTypeWithNullability(type, true), value);
  }
}
