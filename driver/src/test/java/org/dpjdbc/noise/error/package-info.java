@NullMarked
package org.dpjdbc.noise.error;

import org.jspecify.annotations.NullMarked;
