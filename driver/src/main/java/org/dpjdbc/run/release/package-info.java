/**
 * Where noise meets private sums, and nowhere else: draws are made before the database is asked,
 * groups are selected, and noisy integers leave.
 *
 * <p>Read {@link org.dpjdbc.run.release.NoisyRelease} first.
 */
@NullMarked
package org.dpjdbc.run.release;

import org.jspecify.annotations.NullMarked;
