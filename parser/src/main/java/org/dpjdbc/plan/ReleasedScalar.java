package org.dpjdbc.plan;

import org.apache.calcite.rel.RelNode;

/**
 * One value, computed by the driver of what earlier frontiers released, that enters later ones as a
 * bind parameter. It depends on released and public values alone: not on private rows, the clock,
 * or what is left of the budget.
 *
 * @param name under which {@link SqlParameter.Released} refers to it
 * @param rel one column and at most one row; no row is NULL. Its leaves are {@link FinishInput}s
 *     and values
 */
public record ReleasedScalar(String name, RelNode rel) {}
