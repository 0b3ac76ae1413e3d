package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;

/**
 * One lowest aggregate that leaves the private rows: what is asked of the database, which groups
 * are released, which noisy vectors, and how the output columns are computed from them. Its rows
 * are the keys, then one column per statistic.
 *
 * @param name under which {@link FinishInput} refers to it
 * @param clause whose privacy it spends, where the query has several clauses
 * @param unitSize units that are protected together, as the policy says, at least 1
 * @param rowType type of its rows, that of the un-noised aggregate
 * @param keys the labels of the group keys, in the order of the row
 * @param listed the keys in the order in which groups are listed, by their places; empty if that is
 *     their own
 * @param domains how the keys' values become known; a partition of the keys
 * @param selection present just if a domain is {@link KeyDomain.Private} and no release is a {@link
 *     ThresholdedCount}, which selects groups itself
 * @param queries the backend's share
 * @param releases what each mechanism releases; a {@link TopRelease} is the only one
 * @param statistics the columns after the keys
 * @param aggregates what each of them is, as EXPLAIN PRIVACY names it
 * @param summands of those that are sums of a range that a query could narrow; as many
 * @param widened keys that the query does not group by: it asks for one value of each, and the
 *     groups of the others are released as well, at no cost
 * @param cut present where the answer may leave out some of what a unit has
 */
public record Frontier(
    String name,
    OptionalInt clause,
    int unitSize,
    RelDataType rowType,
    List<String> keys,
    List<Integer> listed,
    List<KeyDomain> domains,
    Optional<Selection> selection,
    List<AggregateQuery> queries,
    List<Release> releases,
    List<Statistic> statistics,
    List<String> aggregates,
    List<Optional<Summand>> summands,
    List<String> widened,
    Optional<ContributionLimit> cut) {

  /** The releases of one kind. */
  public <R extends Release> List<R> releases(Class<R> kind) {
    return releases.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /**
   * The same groups and columns, computed from other releases, for which nothing is asked.
   *
   * @param others the releases
   * @param columns statistics of their integers
   */
  public Frontier computedFrom(List<Release> others, List<Statistic> columns) {
    return new Frontier(
        name,
        clause,
        unitSize,
        rowType,
        keys,
        listed,
        domains,
        Optional.empty(),
        List.of(),
        others,
        columns,
        aggregates,
        summands,
        widened,
        Optional.empty());
  }
}
