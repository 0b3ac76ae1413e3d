/** The values that make databases fail, and the operators that they are given to. */
@NullMarked
package org.dpjdbc.run.hostile;

import org.jspecify.annotations.NullMarked;
