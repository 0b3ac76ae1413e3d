/**
 * The mechanisms of a frontier, calibrated once for each plan: what is drawn for a release, a
 * quantile, a mode or a clamp, and the integers that they are applied to.
 *
 * <p>Read {@link org.dpjdbc.run.mechanism.PreparedFrontier} first.
 */
@NullMarked
package org.dpjdbc.run.mechanism;

import org.jspecify.annotations.NullMarked;
