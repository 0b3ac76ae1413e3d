/**
 * Rows in memory, and the limits on evaluating them: deadlines and cancellation. Used throughout
 * {@code run}.
 */
@NullMarked
package org.dpjdbc.run.rows;

import org.jspecify.annotations.NullMarked;
