package org.dpjdbc.noise;

import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The discrete Laplace distribution: P(k) = (1 - r) / (1 + r) · r^|k| with r = exp(-1/scale), for
 * every integer k. Also called two-sided geometric.
 *
 * @param scale b &gt; 0, in units of the integer grid on which values are released
 */
public record DiscreteLaplace(BigFraction scale) implements AdditiveNoise {
  /**
   * Checks the scale.
   *
   * @throws IllegalArgumentException unless the scale is positive
   */
  public DiscreteLaplace {
    scale = MechanismChecks.positive("The scale of Laplace noise", scale);
  }

  @Override
  public <R> R match(
      Function<? super DiscreteLaplace, ? extends R> laplace,
      Function<? super DiscreteGaussian, ? extends R> gaussian) {
    return laplace.apply(this);
  }
}
