/**
 * Contribution bounding: what one privacy unit adds to a frontier at most, and the SQL that
 * enforces it. A unit may be bounded in one pass over its rows, for each group, or by the norm of
 * its whole vector; where most units are within their limits, those alone that are over a limit are
 * bounded.
 *
 * <p>Read {@link org.dpjdbc.plan.contribution.ContributionRule} first, which chooses. The clamps
 * that sensitivity rests on are in {@link org.dpjdbc.plan.contribution.UnitClamps} and {@link
 * org.dpjdbc.plan.contribution.ClippedVectors}.
 */
@NullMarked
package org.dpjdbc.plan.contribution;

import org.jspecify.annotations.NullMarked;
