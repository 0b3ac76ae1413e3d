package org.dpjdbc.plan.key;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.Aggregate;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.RangeValues;

/**
 * Chooses which keys with a range are listed instead of selected: those with the fewest values
 * first, as long as the listed keys make no more groups than {@code limits.max_listed_keys}.
 *
 * <p>Why a number of groups decides. A listed group without any unit shows noise, about 1/ε, where
 * selection shows nothing. A group of few people that selection hides is off by all of them, up to
 * the threshold, about ln(1/2δ)/ε: 18/ε for δ = 1e-8, and half of that on average. Both grow alike
 * with 1/ε and with what one person adds, so neither matters: to list N values has the smaller
 * error if selection would hide more than some N/9 of them. That depends on the data, which must
 * not be looked at. But a range of few values (ages, decades, months, the days of a year) is
 * declared of things that are counted, and most of its values are somebody's; one of thousands is
 * that of a quantity, most of whose values are nobody's. Besides, all of epsilon is left for the
 * counts if nothing is selected, no delta is spent, and nothing is hidden.
 *
 * <p>It is a function of the policy and the query alone. Either way the release is differentially
 * private: the choice costs accuracy at worst.
 */
public final class ListedRanges {
  private ListedRanges() {}

  /** A key and the values it would have. */
  private record Candidate(int column, List<KeyValue> values) {}

  /**
   * The rows with the chosen keys' values known. A query without an aggregate asks which values
   * there are, and a list would not answer that.
   */
  public static PerUnit of(PlanContext context, PerUnit rows, Aggregate aggregate) {
    int max = context.catalog().policy().limits().maxListedKeys();
    if (aggregate.getAggCallList().isEmpty()) {
      return rows;
    }
    List<Candidate> candidates = new ArrayList<>();
    long groups = 1;
    List<Integer> keys = aggregate.getGroupSet().asList();
    for (int i = 0; i < keys.size() && groups <= max; i++) {
      int key = keys.get(i);
      if (rows.columns().get(key).origin() instanceof Origin.Values values) {
        groups *= Math.max(1, values.values().size());
      } else {
        Optional<List<KeyValue>> found =
            RangeValues.of(
                context, rows, key, aggregate.getRowType().getFieldList().get(i).getType(), max);
        found.ifPresent(values -> candidates.add(new Candidate(key, values)));
      }
    }
    candidates.sort(Comparator.comparingInt(candidate -> candidate.values().size()));
    List<PerUnit.Column> columns = new ArrayList<>(rows.columns());
    for (Candidate candidate : candidates) {
      groups *= Math.max(1, candidate.values().size());
      if (groups > max) {
        break;
      }
      PerUnit.Column column = columns.get(candidate.column());
      columns.set(
          candidate.column(),
          column.with(
              column.facts(), new Origin.Values(candidate.values(), Origin.Rest.OUT_OF_BOUNDS)));
    }
    return rows.withColumns(columns);
  }
}
