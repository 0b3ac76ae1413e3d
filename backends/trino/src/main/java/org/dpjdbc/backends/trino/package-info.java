/**
 * A Trino cluster in a process of its own. Nothing here but {@link
 * org.dpjdbc.backends.trino.TrinoProcess} may be loaded by other modules: they have none of Trino's
 * libraries.
 */
@NullMarked
package org.dpjdbc.backends.trino;

import org.jspecify.annotations.NullMarked;
