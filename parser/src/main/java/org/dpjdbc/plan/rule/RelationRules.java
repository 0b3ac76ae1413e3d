package org.dpjdbc.plan.rule;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;

/** The rules, by the kind of relation: what none of them names is refused. */
public final class RelationRules {
  private static final List<Registered<?>> ALL =
      List.of(
          new Registered<>(TableScan.class, ScanRule::new),
          new Registered<>(Filter.class, FilterRule::new),
          new Registered<>(Project.class, ProjectRule::new),
          new Registered<>(Aggregate.class, AggregateRule::new),
          new Registered<>(Join.class, JoinRule::new),
          new Registered<>(SetOp.class, SetOpRule::new),
          new Registered<>(Sort.class, context -> new SortRule()));

  private RelationRules() {}

  private record Registered<R extends RelNode>(
      Class<R> kind, Function<PlanContext, RelationRule<R>> rule) {
    Optional<Relation> apply(PlanContext context, RelNode rel, List<Relation> inputs) {
      return kind.isInstance(rel)
          ? Optional.of(rule.apply(context).apply(kind.cast(rel), inputs))
          : Optional.empty();
    }
  }

  /** What the rule for a relation makes of it; empty if there is none. */
  public static Optional<Relation> apply(PlanContext context, RelNode rel, List<Relation> inputs) {
    return ALL.stream().flatMap(rule -> rule.apply(context, rel, inputs).stream()).findFirst();
  }
}
