/**
 * Rows in memory, and what bounds an evaluation of them: a deadline and a cancellation. Used by all
 * of {@code run}.
 */
@NullMarked
package org.dpjdbc.run.rows;

import org.jspecify.annotations.NullMarked;
