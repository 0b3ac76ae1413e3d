package org.dpjdbc.noise;

import java.util.function.Function;

/** Noise that is added to a value before its release. */
public sealed interface AdditiveNoise extends NoiseDistribution
    permits DiscreteLaplace, DiscreteGaussian {

  /** Applies the function that fits the kind of this distribution. */
  <R> R match(
      Function<? super DiscreteLaplace, ? extends R> laplace,
      Function<? super DiscreteGaussian, ? extends R> gaussian);
}
