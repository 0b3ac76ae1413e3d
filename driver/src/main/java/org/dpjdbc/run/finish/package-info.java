/**
 * Evaluates the part of a query above the frontier, over released and public rows. This is
 * post-processing and costs no privacy. A plan is compiled to closures over rows in memory.
 *
 * <p>Nothing here sees a row of a private table, so nothing here can weaken the guarantee. Read
 * {@link org.dpjdbc.run.finish.Finisher} first.
 */
@NullMarked
package org.dpjdbc.run.finish;

import org.jspecify.annotations.NullMarked;
