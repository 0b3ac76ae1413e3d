/**
 * Exact samplers and mechanisms. Knows nothing of SQL.
 *
 * <p>Input: exact integers (counts, sums on an integer grid) and their sensitivity, which is how
 * far adding or removing one privacy unit can move them. Output: integers that are (ε,
 * δ)-differentially private. No floating point is used in between: parameters are rationals, noise
 * is drawn by comparing uniform integers ({@link org.dpjdbc.noise.DiscreteLaplace}, {@link
 * org.dpjdbc.noise.DiscreteGaussian}, after Canonne, Kamath and Steinke 2020), and where δ needs an
 * exponential, it is bounded by directed rounding.
 *
 * <p>Use: a {@link org.dpjdbc.noise.Mechanism} or a {@link org.dpjdbc.noise.PartitionSelection} is
 * calibrated to the sensitivities and (ε, δ). Before the database is queried, its noise is drawn
 * from the {@link org.dpjdbc.noise.NoiseSource} onto a {@link org.dpjdbc.noise.NoiseTape}. Each
 * exact value is then released with one draw from the tape.
 */
@NullMarked
package org.dpjdbc.noise;

import org.jspecify.annotations.NullMarked;
