package org.dpjdbc.plan.rule;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalValues;
import org.dpjdbc.plan.key.ListedRanges;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.release.FrontierBuilder;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.Clauses;

/**
 * Aggregates over private rows. An aggregate that does not group by the unit is the frontier: its
 * rows are released, and everything above reads only them. An aggregate that groups by the unit
 * stays below the frontier.
 */
public final class AggregateRule implements RelationRule<Aggregate> {
  /** Aggregates of one relation: planning them takes quadratic time. */
  private static final int MAX_AGGREGATES = 500;

  /** Grouping columns of one relation: conditions over them are as deep as there are columns. */
  private static final int MAX_KEYS = 100;

  private final PlanContext context;

  public AggregateRule(PlanContext context) {
    this.context = context;
  }

  @Override
  public Relation apply(Aggregate aggregate, List<Relation> inputs) {
    return apply(aggregate, (PerUnit) inputs.get(0));
  }

  private Relation apply(Aggregate aggregate, PerUnit input) {
    if (aggregate.getAggCallList().size() > MAX_AGGREGATES) {
      throw RelationMessages.tooManyAggregates(MAX_AGGREGATES);
    }
    if (aggregate.getGroupCount() > MAX_KEYS) {
      throw RelationMessages.tooManyKeys(MAX_KEYS);
    }
    if (GroupBounds.areIn(aggregate)) {
      GroupBounds.Plain plain = GroupBounds.ofUnits(context, aggregate, input);
      return apply(plain.aggregate(), plain.rows());
    }
    List<Integer> keys = aggregate.getGroupSet().asList();
    boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    if (simple && input.determineUnit(keys)) {
      if (Clauses.of(aggregate).isPresent()) {
        throw ParseMessages.clauseOfPerson();
      }
      for (AggregateCall call : aggregate.getAggCallList()) {
        if (call.getAggregation() instanceof DebiasedAggregate) {
          throw RelationMessages.randomizedPerUnit();
        }
      }
      // several columns may tell whose a row is without telling which owner's it is
      boolean alone =
          keys.stream().anyMatch(key -> input.columns().get(key).identifies().isPresent());
      PerUnit owned = alone ? input : context.owners().resolve(input);
      return new UnitAggregateRule(context, owned, aggregate).apply();
    }
    Optional<ReleasedAggregates> released = ReleasedAggregates.of(context, aggregate, input);
    if (released.isPresent()) {
      return released.get().beside(others -> apply(others, input));
    }
    for (int key : keys) {
      if (input.columns().get(key).key().isPresent()) {
        throw RelationMessages.groupsByUnit(input.columns().get(key).facts().name());
      }
    }
    PerUnit known = ListedRanges.of(context, input, aggregate);
    if (simple && keys.stream().anyMatch(key -> hasNoValues(known.columns().get(key)))) {
      return new Relation.Public(
          LogicalValues.createEmpty(context.cluster(), aggregate.getRowType()), false);
    }
    PerUnit rows = context.owners().resolve(known);
    if (GroupingSetsRule.applies(aggregate)) {
      return new GroupingSetsRule(context, aggregate).apply(rows);
    }
    FrontierDraft draft = new FrontierBuilder(context, rows, aggregate, keys, false).build();
    return new Relation.Local(context.frontier(draft, aggregate.getRowType()));
  }

  /** Whether the filters leave none of a key's public values: then there is no group to ask for. */
  private static boolean hasNoValues(PerUnit.Column key) {
    return key.origin() instanceof Origin.Values values && values.values().isEmpty();
  }
}
