package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sample;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalValues;
import org.dpjdbc.plan.algebra.EmptyRelations;
import org.dpjdbc.plan.algebra.ForeignCalls;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.contribution.SeveralUnits;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicValues;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.rule.AddedAggregates;
import org.dpjdbc.plan.rule.DimensionJoins;
import org.dpjdbc.plan.rule.DistinctRelations;
import org.dpjdbc.plan.rule.GroupBounds;
import org.dpjdbc.plan.rule.GroupingSetsRule;
import org.dpjdbc.plan.rule.JoinRule;
import org.dpjdbc.plan.rule.NtileRewrite;
import org.dpjdbc.plan.rule.RecursionRule;
import org.dpjdbc.plan.rule.RelationRules;
import org.dpjdbc.plan.rule.ScanRule;
import org.dpjdbc.plan.rule.SetOpRule;
import org.dpjdbc.plan.rule.TopRule;
import org.dpjdbc.plan.rule.UnmatchedFilter;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.Culprit;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Classifies every relation of a query as public, per-unit or released, from the leaves up. There
 * is one rule for each kind of relation, each in a class of its own; a relation without a rule is
 * refused. A relation that provably has no rows is replaced by an empty one, so that the probes of
 * tools touch no data.
 */
final class RelationClassifier {
  private final PlanContext context;
  private final Optional<DimensionJoins.Replaceable> inner;

  RelationClassifier(PlanContext context) {
    this(context, Optional.empty());
  }

  /**
   * Below an aggregate that includes no unmatched rows.
   *
   * @param inner an outer join that an inner one can replace
   */
  private RelationClassifier(PlanContext context, Optional<DimensionJoins.Replaceable> inner) {
    this.context = context;
    this.inner = inner;
  }

  /**
   * The kind of a relation.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if private rows would mix
   */
  Relation find(RelNode rel) {
    AnalysisSteps.step();
    if (rel instanceof Aggregate aggregate && !context.of(aggregate).equals(context)) {
      PlanContext own = context.of(aggregate);
      return ofClause(own, () -> new RelationClassifier(own, inner).find(aggregate));
    }
    if (EmptyRelations.isEmpty(rel)) {
      return new Relation.Public(
          LogicalValues.createEmpty(context.cluster(), rel.getRowType()), false);
    }
    if (rel instanceof TableScan scan) {
      return RecursionRule.working(scan)
          .<Relation>map(Relation.Local::new)
          .orElseGet(() -> new ScanRule(context).apply(scan, List.of()));
    } else if (rel instanceof RepeatUnion recursion) {
      return new RecursionRule(context)
          .apply(
              recursion,
              find(recursion.getSeedRel().getInput(0)),
              find(recursion.getIterativeRel().getInput(0)));
    } else if (rel instanceof Values) {
      return new Relation.Public(rel, false);
    }
    if (rel instanceof Sample) {
      throw RelationMessages.tableSample();
    }
    Optional<Relation> chosen = chosen(rel);
    if (chosen.isPresent()) {
      return chosen.get();
    }
    Optional<RelNode> other =
        NtileRewrite.rewritten(context.rex(), rel, this::isPrivate)
            .or(() -> UnmatchedFilter.rewritten(rel, this::isPublic, this::isPrivate));
    if (other.isPresent()) {
      return find(other.get());
    }
    RelNode flat = rel instanceof Union union ? SetOpRule.flat(union) : rel;
    List<Relation> inputs = inputs(flat);
    Optional<RelNode> groups = DistinctRelations.rewritten(flat, inputs);
    if (groups.isPresent()) {
      return find(groups.get());
    }
    if (GroupBounds.areIn(flat) && !(inputs.get(0) instanceof PerUnit)) {
      return find(GroupBounds.ofRows(context.rex(), (Aggregate) flat));
    }
    if (rel instanceof Join join) {
      checkOffered(join, inputs);
      checkNamed(join, inputs);
    }
    Relation found =
        inputs.stream().noneMatch(PerUnit.class::isInstance)
            ? withoutUnits(flat, inputs)
            : withUnits(flat, inputs);
    if (!(found instanceof PerUnit) && AddedAggregates.release(rel, this::isPrivate)) {
      throw RelationMessages.aggregatesAdded();
    }
    return found;
  }

  /** What is refused because of its options is so because of those of the clause. */
  private static <T> T ofClause(PlanContext own, Supplier<T> step) {
    try {
      return step.get();
    } catch (RefusedException e) {
      boolean ofOptions =
          e.culprit().filter(new Culprit.Clause(Culprit.Kind.OPTIONS)::equals).isPresent();
      throw ofOptions ? own.clauseAt().map(e::at).orElse(e) : e;
    }
  }

  /** The best groups, if the query asks only for these. */
  private Optional<Relation> chosen(RelNode rel) {
    return TopRule.of(context, rel)
        .flatMap(
            rule ->
                ofClause(
                    rule.context(),
                    () ->
                        new RelationClassifier(rule.context())
                                    .finder(rule.aggregate(), 0)
                                    .find(rule.aggregate().getInput())
                                instanceof PerUnit rows
                            ? rule.apply(rows)
                            : Optional.empty()));
  }

  /** The database joins rows of its own, so it must know how; a rule may ask it another way. */
  private void checkOffered(Join join, List<Relation> inputs) {
    boolean pushed = inputs.stream().noneMatch(Relation.Local.class::isInstance);
    boolean ruled = inputs.stream().allMatch(PerUnit.class::isInstance);
    if (pushed
        && !ruled
        && !context.catalog().dialect().printer().supportsJoinType(join.getJoinType())) {
      throw RelationMessages.joinNotOffered(join.getJoinType().name());
    }
  }

  /** What is released first is what the query names, not what its translation adds. */
  private void checkNamed(Join join, List<Relation> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof Relation.Local
          && inputs.get(1 - i) instanceof PerUnit
          && AddedAggregates.meet(join.getInput(i), this::isPrivate)) {
        throw RelationMessages.groupsAdded();
      }
    }
  }

  /** A side of a join that groups by person is as private as the person's rows. */
  private List<Relation> inputs(RelNode rel) {
    List<Relation> inputs = new ArrayList<>();
    for (int i = 0; i < rel.getInputs().size(); i++) {
      try {
        inputs.add(finder(rel, i).find(rel.getInput(i)));
      } catch (RefusedException e) {
        throw rel instanceof Join && e.code() == RefusalCode.RAW_ROWS
            ? RelationMessages.privateJoin()
            : e;
      }
    }
    return inputs;
  }

  /** Whether it is this very join: an equal one elsewhere in the query may mean an outer one. */
  @SuppressWarnings("ReferenceEquality")
  private boolean meansInner(Join join) {
    return inner.isPresent() && inner.get().join() == join;
  }

  private RelationClassifier finder(RelNode rel, int input) {
    if (rel instanceof Aggregate aggregate) {
      DimensionJoins joins = new DimensionJoins(this::isPublic, this::isPrivate);
      Optional<DimensionJoins.Replaceable> kept = joins.below(aggregate);
      if (joins.keepGroups(aggregate)) {
        context.listGroups(aggregate, /* ofPolicy= */ false);
      }
      return new RelationClassifier(context, kept);
    }
    return input == DimensionJoins.through(rel) ? this : new RelationClassifier(context);
  }

  private boolean isPublic(RelNode rel) {
    return probe(rel) instanceof Relation.Public;
  }

  private boolean isPrivate(RelNode rel) {
    return probe(rel) instanceof PerUnit;
  }

  /** What a relation is that a rule asks about; nothing is registered for it. */
  private Relation probe(RelNode rel) {
    Relation known = context.probed().get(rel);
    if (known == null) {
      known = new RelationClassifier(context.scratch()).find(rel);
      context.probed().put(rel, known);
    }
    return known;
  }

  private Relation withUnits(RelNode rel, List<Relation> inputs) {
    SeveralUnits.check(rel, inputs);
    if (context.catalog().dialects().isForeign()) {
      checkAlike(rel, inputs);
    }
    if (rel instanceof Join join && meansInner(join)) {
      return new JoinRule(context, inner.orElseThrow().keepsUnmatched())
          .apply(join, JoinRelType.INNER, inputs);
    }
    return RelationRules.apply(context, rel, inputs)
        .orElseThrow(
            () ->
                RelationMessages.shapeNotOffered(
                    "a part of the query that is no join, filter, aggregate or set operation"));
  }

  /** The database computes these expressions, and those of public rows beside the private ones. */
  private void checkAlike(RelNode rel, List<Relation> inputs) {
    Dialects dialects = context.catalog().dialects();
    ForeignCalls.check(rel, dialects);
    for (Relation input : inputs) {
      if (input instanceof Relation.Public given && given.asksBackend()) {
        ForeignCalls.checkAll(given.rel(), dialects);
      }
    }
  }

  /** No database groups by a window function: it stands in a subselect. */
  private static RelNode apart(RelNode rel, RelNode input) {
    return rel instanceof Aggregate && input instanceof Project project && project.containsOver()
        ? SubSelect.of(input)
        : input;
  }

  /** Above and beside the frontier everything is allowed; the database gets what is its alone. */
  private Relation withoutUnits(RelNode rel, List<Relation> inputs) {
    boolean allPublic = inputs.stream().allMatch(Relation.Public.class::isInstance);
    if (allPublic) {
      boolean asksBackend =
          inputs.stream().anyMatch(input -> ((Relation.Public) input).asksBackend());
      List<RelNode> rels =
          inputs.stream().map(input -> apart(rel, ((Relation.Public) input).rel())).toList();
      RelNode copy = rel.copy(rel.getTraitSet(), rels);
      if (asksBackend && PublicValues.isIn(copy)) {
        return new PublicValues(context).of((Aggregate) copy);
      }
      if (asksBackend && ForeignCalls.areIn(context.rex()) && ForeignCalls.hasMeans(copy)) {
        return context.local(new Relation.Public(copy, true));
      }
      boolean levels = copy instanceof Aggregate sets && GroupingSetsRule.applies(sets);
      return new Relation.Public(
          levels ? new GroupingSetsRule(context, (Aggregate) copy).overPublic() : copy,
          asksBackend);
    }
    List<RelNode> rels = inputs.stream().map(input -> context.local(input).rel()).toList();
    return new Relation.Local(rel.copy(rel.getTraitSet(), rels));
  }
}
