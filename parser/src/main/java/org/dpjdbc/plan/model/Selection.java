package org.dpjdbc.plan.model;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Partition selection: which private keys are released. The number of units of each combination of
 * private keys (summed over the public keys) decides, or that of their rows, with (epsilon, delta)
 * differential privacy over all the groups that one unit reaches.
 *
 * @param units the cell that counts units, or parts of rows
 * @param maxMove how far one unit moves one combination's count, at least 1
 * @param maxGroups how many times that it moves all together, at least 1: combinations of private
 *     keys that one unit can count in, where units are counted
 * @param parts into how many parts a row is divided in it; 1 where units are counted
 * @param unitSize units that are protected together, at least 1
 * @param others whether the rows of the keys that are not shown are gathered in one group, whose
 *     keys are NULL; those whose private keys are all NULL are among them
 * @param epsilon share of the query's epsilon
 * @param delta share of the query's delta
 */
public record Selection(
    AggregateQuery.Cell units,
    int maxMove,
    int maxGroups,
    int parts,
    int unitSize,
    boolean others,
    BigFraction epsilon,
    BigFraction delta) {}
