/**
 * Evaluates what stands above the frontier, on rows that are released or public: post-processing,
 * free of privacy cost. Everyday shapes run in a small typed evaluator; windows, correlation and
 * rarer functions run in Calcite's Enumerable convention, in units whose generated code is reused.
 * Nothing here ever sees a row of a private table, so nothing here can weaken the guarantee.
 */
@NullMarked
package org.dpjdbc.run.finish;

import org.jspecify.annotations.NullMarked;
