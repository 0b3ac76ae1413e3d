/**
 * From the aggregate calls of a frontier to releases. An aggregate over per-unit rows enters; a
 * {@link org.dpjdbc.plan.model.FrontierDraft} leaves: the statements that the database is asked,
 * the vectors of integers that are released with their sensitivities, and the statistics that are
 * computed from them.
 *
 * <p>Read {@link org.dpjdbc.plan.release.FrontierBuilder} first. {@link
 * org.dpjdbc.plan.release.Measures} says what a call needs; {@code MeasureReleases}, {@code
 * QuantileReleases}, {@code ModeReleases}, {@code AutoBoundReleases} and {@code DebiasedReleases}
 * say how it is released, one kind each.
 */
@NullMarked
package org.dpjdbc.plan.release;

import org.jspecify.annotations.NullMarked;
