/**
 * Contribution bounding: limits what one privacy unit can add to a frontier, and builds the SQL
 * that enforces the limit. A unit may be bounded in one pass over its rows, per group, or by the
 * norm of its whole vector. If few units exceed their limits, only these over-limit units are
 * bounded.
 *
 * <p>Read {@link org.dpjdbc.plan.contribution.ContributionRule} first, which chooses the strategy.
 * The clamps that sensitivity rests on are in {@link org.dpjdbc.plan.contribution.UnitClamps} and
 * {@link org.dpjdbc.plan.contribution.ClippedVectors}.
 */
@NullMarked
package org.dpjdbc.plan.contribution;

import org.jspecify.annotations.NullMarked;
