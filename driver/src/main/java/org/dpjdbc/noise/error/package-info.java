/**
 * How far off a released value may be: the interval that its noise stays in with a given
 * probability.
 *
 * <p>Everything here is computed from the parameters of the noise and from released values alone,
 * never from data. So it may use floating point, which the package above it may not, and a wrong
 * digit costs nobody's privacy.
 */
@NullMarked
package org.dpjdbc.noise.error;

import org.jspecify.annotations.NullMarked;
