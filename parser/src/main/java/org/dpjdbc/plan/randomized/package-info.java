/**
 * Randomized response: columns whose answers were flipped at random when they were collected. Rows
 * that read such answers are put in terms of the answers as reported; their aggregates are released
 * by reported answers and debiased afterwards (Warner 1965).
 *
 * <p>Read {@link org.dpjdbc.plan.randomized.RandomizedAnswers} first, which finds such aggregates,
 * then {@link org.dpjdbc.plan.randomized.LiftedRows}.
 */
@NullMarked
package org.dpjdbc.plan.randomized;

import org.jspecify.annotations.NullMarked;
