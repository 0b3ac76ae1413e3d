/**
 * Group keys: in which form the database groups by them, so that two values that the driver reads
 * as one are one group there as well, and from where their values become known.
 *
 * <p>Read {@link org.dpjdbc.plan.key.KeyColumns} first.
 */
@NullMarked
package org.dpjdbc.plan.key;

import org.jspecify.annotations.NullMarked;
