package org.dpjdbc.plan.model;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Partition selection: which private keys are released. The number of units of each combination of
 * private keys (summed over the public keys) decides, with (epsilon, delta) differential privacy
 * over all the groups that one unit reaches.
 *
 * @param units the cell that counts units; one unit moves one combination's count by at most 1
 * @param maxGroups combinations of private keys that one unit can count in, at least 1
 * @param unitSize units that are protected together, at least 1
 * @param others whether the rows of the keys that are not shown are gathered in one group, whose
 *     keys are NULL; those whose private keys are all NULL are among them
 * @param epsilon share of the query's epsilon
 * @param delta share of the query's delta
 */
public record Selection(
    AggregateQuery.Cell units,
    int maxGroups,
    int unitSize,
    boolean others,
    BigFraction epsilon,
    BigFraction delta) {}
