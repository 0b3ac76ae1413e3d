/**
 * The result of planning, immutable: a {@link org.dpjdbc.plan.model.PrivatePlan} has frontiers; a
 * {@link org.dpjdbc.plan.model.Frontier} has the statements that are asked, the releases with their
 * sensitivities, and the statistics that are computed from what is released.
 *
 * <p>The driver reads nothing else of a plan. Read {@link org.dpjdbc.plan.model.Frontier} first.
 */
@NullMarked
package org.dpjdbc.plan.model;

import org.jspecify.annotations.NullMarked;
