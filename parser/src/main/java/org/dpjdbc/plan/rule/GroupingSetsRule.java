package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlAbstractGroupFunction;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.key.KeyDomains;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.release.FrontierBuilder;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * ROLLUP, CUBE and GROUPING SETS: each level is a frontier of its own, released with its share of
 * the query's epsilon, and the levels are united above. Rolled-up keys are NULL; GROUPING and
 * GROUPING_ID are constants of a level.
 *
 * <p>Levels whose keys are all listed are made consistent, see {@link Consistency}. Where the
 * policy lists values of a key and rows may have others, a level without that key is a total over
 * all rows, and does not add up with those that have it. So that other totals equal the sum of the
 * groups listed below them, rows whose key is beyond its bounds count in no level.
 */
public final class GroupingSetsRule {
  private static final int MAX_LEVELS = 64;

  private final PlanContext context;
  private final Aggregate aggregate;

  public GroupingSetsRule(PlanContext context, Aggregate aggregate) {
    this.context = context;
    this.aggregate = aggregate;
  }

  /** Whether there are several levels, or functions that distinguish them. */
  public static boolean applies(Aggregate aggregate) {
    return aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || aggregate.getAggCallList().stream().anyMatch(GroupingSetsRule::isGrouping);
  }

  /** The levels over private rows. */
  Relation apply(PerUnit input) {
    PerUnit rows =
        aggregate.getGroupType() == Aggregate.Group.SIMPLE
            ? input
            : KeyDomains.listed(context, input, wholeKeys(input));
    List<Consistency.Candidate> candidates = new ArrayList<>();
    List<Integer> all = aggregate.getGroupSet().asList();
    RelNode levels =
        united(
            simple -> {
              FrontierDraft draft = new FrontierBuilder(context, rows, simple, all, true).build();
              FinishInput released = context.frontier(draft, simple.getRowType());
              candidates.add(
                  new Consistency.Candidate(released.name(), simple.getGroupSet(), draft));
              return released;
            });
    context.consistent(
        Consistency.families(
            candidates, aggregate.getGroupSet().except(ImmutableBitSet.of(wholeKeys(rows)))));
    return new Relation.Local(levels);
  }

  /** The keys that all rows have a listed value of, but for those beyond their bounds. */
  private List<Integer> wholeKeys(PerUnit rows) {
    return aggregate.getGroupSet().asList().stream()
        .filter(key -> isIntegral(rows.columns().get(key).origin()))
        .toList();
  }

  private static boolean isIntegral(Origin origin) {
    return origin instanceof Origin.OfPublic
        || (origin instanceof Origin.Values values && values.whole());
  }

  /** The levels over public rows, as aggregates that every database has. */
  public RelNode overPublic() {
    return united(simple -> simple);
  }

  private RelNode united(Function<LogicalAggregate, RelNode> made) {
    if (aggregate.getGroupSets().size() > MAX_LEVELS) {
      throw RelationMessages.tooManyLevels(MAX_LEVELS);
    }
    List<RelNode> levels = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      levels.add(level(set, made));
    }
    RelNode all = levels.size() == 1 ? levels.get(0) : LogicalUnion.create(levels, true);
    return RelOptUtil.createCastRel(all, aggregate.getRowType(), true);
  }

  private RelNode level(ImmutableBitSet set, Function<LogicalAggregate, RelNode> made) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (!isGrouping(call)) {
        calls.add(alone(call, set.isEmpty()));
      }
    }
    if (set.isEmpty() && calls.isEmpty()) {
      return projected(set, LogicalValues.createOneRow(context.cluster()));
    }
    return projected(
        set,
        made.apply(LogicalAggregate.create(aggregate.getInput(), List.of(), set, null, calls)));
  }

  /** The aggregate's columns, of those of a level. */
  private RelNode projected(ImmutableBitSet set, RelNode level) {
    RexBuilder rex = context.rex();
    List<RelDataType> types =
        aggregate.getRowType().getFieldList().stream().map(field -> field.getType()).toList();
    List<RexNode> columns = new ArrayList<>();
    int next = 0;
    for (int key : aggregate.getGroupSet()) {
      columns.add(
          set.get(key)
              ? rex.makeInputRef(level, next++)
              : rex.makeNullLiteral(types.get(columns.size())));
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns.add(
          isGrouping(call)
              ? rex.makeExactLiteral(BigDecimal.valueOf(bits(call, set)), call.getType())
              : rex.makeInputRef(level, next++));
    }
    return LogicalProject.create(
        level, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private static boolean isGrouping(AggregateCall call) {
    return call.getAggregation() instanceof SqlAbstractGroupFunction;
  }

  /** One bit per argument, the last one the lowest: 1 where it is rolled up. GROUP_ID has none. */
  private static long bits(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int argument : call.getArgList()) {
      bits = bits << 1 | (set.get(argument) ? 0 : 1);
    }
    return bits;
  }

  /** The call with the type it has in a level of its own. */
  private AggregateCall alone(AggregateCall call, boolean oneGroup) {
    return AggregateCall.create(
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
        oneGroup,
        aggregate.getInput(),
        null,
        call.getName());
  }
}
