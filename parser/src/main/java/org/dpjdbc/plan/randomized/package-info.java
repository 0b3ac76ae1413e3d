/**
 * Randomized response: columns whose answers were flipped at random when they were collected.
 * Aggregates of such columns are released by the reported answers and de-biased afterwards (Warner
 * 1965).
 *
 * <p>Read {@link org.dpjdbc.plan.randomized.RandomizedAnswers} first, which finds such aggregates,
 * then {@link org.dpjdbc.plan.randomized.RandomizedRelation}.
 */
@NullMarked
package org.dpjdbc.plan.randomized;

import org.jspecify.annotations.NullMarked;
