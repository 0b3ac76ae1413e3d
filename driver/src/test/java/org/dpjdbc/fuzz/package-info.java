@NullMarked
package org.dpjdbc.fuzz;

import org.jspecify.annotations.NullMarked;
