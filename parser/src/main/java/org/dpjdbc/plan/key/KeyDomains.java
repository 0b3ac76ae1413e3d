package org.dpjdbc.plan.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.relation.KeyFilter;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PublicSource;
import org.dpjdbc.plan.relation.ReleasedSets;

/** Determines how the values of a frontier's keys become known. */
public final class KeyDomains {
  private final PlanContext context;

  public KeyDomains(PlanContext context) {
    this.context = context;
  }

  /**
   * The domains of the keys.
   *
   * @param input the aggregate's input
   * @param keys the grouped columns, in order
   */
  public List<KeyDomain> of(PerUnit input, List<Integer> keys) {
    List<KeyDomain> domains = new ArrayList<>();
    List<Integer> hidden = new ArrayList<>();
    Map<Integer, List<Integer>> bySource = new LinkedHashMap<>();
    for (int key = 0; key < keys.size(); key++) {
      Origin origin = input.columns().get(keys.get(key)).origin();
      if (origin instanceof Origin.Values values) {
        domains.add(new KeyDomain.Declared(key, values.values()));
      } else if (origin instanceof Origin.OfPublic of) {
        bySource.computeIfAbsent(of.source().id(), id -> new ArrayList<>()).add(key);
      } else {
        hidden.add(key);
      }
    }
    bySource.values().forEach(ofOne -> domains.add(fromPublic(input, keys, ofOne)));
    if (!hidden.isEmpty()) {
      domains.add(new KeyDomain.Private(List.copyOf(hidden)));
    }
    return domains;
  }

  /** The rows whose declared keys are all among their values. */
  public static PerUnit listed(PlanContext context, PerUnit input, List<Integer> keys) {
    PerUnit kept = input;
    for (int key : keys) {
      if (input.columns().get(key).origin() instanceof Origin.Values values) {
        kept =
            kept.withRel(
                KeyFilter.apply(context, kept.rel(), key, values.values(), values.whole()),
                kept.columns());
      }
    }
    return kept;
  }

  private KeyDomain fromPublic(PerUnit input, List<Integer> keys, List<Integer> ofOne) {
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    PublicSource source = source(input, keys.get(ofOne.get(0)));
    for (int key : ofOne) {
      Origin.OfPublic of = (Origin.OfPublic) input.columns().get(keys.get(key)).origin();
      columns.add(context.rex().makeInputRef(source.rel(), of.column()));
      names.add("k" + key);
    }
    RelNode projected = LogicalProject.create(source.rel(), List.of(), columns, names, Set.of());
    Aggregate distinct =
        LogicalAggregate.create(
            projected, List.of(), ImmutableBitSet.range(columns.size()), null, List.of());
    return ReleasedSets.isIn(distinct)
        ? new KeyDomain.FromReleased(
            List.copyOf(ofOne),
            context.set(ReleasedSets.local(context, distinct)),
            source.optional())
        : new KeyDomain.FromPublic(
            List.copyOf(ofOne), context.publicQuery(distinct).name(), source.optional());
  }

  private static PublicSource source(PerUnit input, int column) {
    return ((Origin.OfPublic) input.columns().get(column).origin()).source();
  }

  /** The number of groups, if the query and the policy alone determine it. */
  public static OptionalInt size(List<KeyDomain> domains) {
    long size = 1;
    for (KeyDomain domain : domains) {
      if (!(domain instanceof KeyDomain.Declared declared)) {
        return OptionalInt.empty();
      }
      size = Math.multiplyExact(size, declared.values().size());
      if (size > Integer.MAX_VALUE) {
        return OptionalInt.empty();
      }
    }
    return OptionalInt.of(Math.max(1, (int) size));
  }
}
