/**
 * Error bars: the interval that contains the exact value with a given probability.
 *
 * <p>Everything here is computed from the parameters of the noise and from released values, never
 * from data. It may therefore use floating point, which the package above must not: a wrong digit
 * here affects no one's privacy.
 */
@NullMarked
package org.dpjdbc.noise.error;

import org.jspecify.annotations.NullMarked;
