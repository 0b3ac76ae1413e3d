/** Tests of the part above the frontier. */
@NullMarked
package org.dpjdbc.run.finish;

import org.jspecify.annotations.NullMarked;
