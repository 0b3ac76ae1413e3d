package org.dpjdbc.noise.error;

import org.dpjdbc.noise.AdditiveNoise;

/**
 * One draw of noise, times a factor: the error that a released integer contributes to a value
 * computed from it.
 *
 * @param weight finite; for a value that is not linear, its derivative by the released integer
 * @param noise the distribution of the draw
 */
public record WeightedNoise(double weight, AdditiveNoise noise) {
  /**
   * Checks the weight.
   *
   * @throws IllegalArgumentException if the weight is infinite or NaN
   */
  public WeightedNoise {
    if (!Double.isFinite(weight)) {
      throw new IllegalArgumentException("The weight of a noise must be finite, not " + weight);
    }
  }
}
