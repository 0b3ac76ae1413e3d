/** Asks the backend, releases, finishes above the frontier, reuses answers. */
@NullMarked
package org.dpjdbc.run;

import org.jspecify.annotations.NullMarked;
