/**
 * Exact samplers, mechanisms and error bars. Knows nothing of SQL.
 *
 * <p>What goes in: exact integers (counts, sums on an integer grid) and the most that adding or
 * removing one privacy unit moves them. What comes out: integers that are (ε, δ)-differentially
 * private. Between the two there is no floating point: parameters are rationals, noise is drawn by
 * comparing uniform integers ({@link org.dpjdbc.noise.DiscreteLaplace}, {@link
 * org.dpjdbc.noise.DiscreteGaussian}, after Canonne, Kamath and Steinke 2020), and where δ needs an
 * exponential it is bounded by directed rounding.
 *
 * <p>How it is used: a {@link org.dpjdbc.noise.Mechanism} or a {@link
 * org.dpjdbc.noise.PartitionSelection} is made from sensitivities and (ε, δ); before the database
 * is asked, a {@link org.dpjdbc.noise.NoiseTape} of its noise is drawn ahead from the {@link
 * org.dpjdbc.noise.NoiseSource}; each exact value is then released with one draw of the tape.
 */
@NullMarked
package org.dpjdbc.noise;

import org.jspecify.annotations.NullMarked;
