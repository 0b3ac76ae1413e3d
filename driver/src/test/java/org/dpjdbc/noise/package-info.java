@NullMarked
package org.dpjdbc.noise;

import org.jspecify.annotations.NullMarked;
