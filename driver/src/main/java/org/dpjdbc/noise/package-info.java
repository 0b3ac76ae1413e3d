/** Exact samplers, mechanisms and error bars. Knows nothing of SQL. */
@NullMarked
package org.dpjdbc.noise;

import org.jspecify.annotations.NullMarked;
