package org.dpjdbc.run.consistency;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.run.mechanism.PreparedFrontier;

/**
 * What the runs of a plan have worked out about its families of levels, kept while public tables
 * list the same groups: error bars take longer than the estimate itself. Thread-safe.
 */
public final class CachedConsistency {
  private final Map<Consistency, ConsistentTotals> last = new ConcurrentHashMap<>();

  /** The estimation for a family; empty if the groups do not fit together. */
  public Optional<ConsistentTotals> of(
      Consistency family, List<PreparedFrontier> levels, List<List<List<KeyValue>>> groups) {
    Optional<RollUp> rollUp = RollUp.of(family, groups);
    if (rollUp.isEmpty()) {
      return Optional.empty();
    }
    ConsistentTotals known = last.get(family);
    if (known == null || !known.rollUp().sameAs(rollUp.get())) {
      known = new ConsistentTotals(family, levels, rollUp.get());
      last.put(family, known);
    }
    return Optional.of(known);
  }
}
