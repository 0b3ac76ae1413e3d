/**
 * Makes released totals of several levels add up, by weighted least squares: post-processing. Read
 * {@link org.dpjdbc.run.consistency.ConsistentTotals} first.
 */
@NullMarked
package org.dpjdbc.run.consistency;

import org.jspecify.annotations.NullMarked;
