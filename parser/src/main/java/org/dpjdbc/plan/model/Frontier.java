package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * One lowest aggregate that leaves the private rows: what is asked of the database, which groups
 * are released, which noisy vectors, and how the output columns are computed from them. Its rows
 * are the keys, then one column per statistic.
 *
 * @param name under which {@link FinishInput} refers to it
 * @param unitSize units that are protected together, as the policy says, at least 1
 * @param rowType type of its rows, that of the un-noised aggregate
 * @param keys the labels of the group keys, in the order of the row
 * @param domains how the keys' values become known; a partition of the keys
 * @param selection present just if a domain is {@link KeyDomain.Private}
 * @param asks the backend's share
 * @param releases the noisy vectors
 * @param quantiles what is chosen by rank
 * @param clamps sums whose clamps are found
 * @param modes what is chosen by how common it is
 * @param top present where the groups of the best scores are all that is released
 * @param statistics the columns after the keys
 * @param aggregates what each of them is, as EXPLAIN PRIVACY names it
 * @param cut present where the answer may leave out some of what a unit has
 */
public record Frontier(
    String name,
    int unitSize,
    RelDataType rowType,
    List<String> keys,
    List<KeyDomain> domains,
    Optional<Selection> selection,
    List<AggregateQuery> asks,
    List<Release> releases,
    List<QuantileRelease> quantiles,
    List<AutoBoundRelease> clamps,
    List<ModeRelease> modes,
    Optional<TopRelease> top,
    List<Statistic> statistics,
    List<String> aggregates,
    Optional<Cut> cut) {}
