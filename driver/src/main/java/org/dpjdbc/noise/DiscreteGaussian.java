package org.dpjdbc.noise;

import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The discrete Gaussian distribution: P(k) proportional to exp(-k² / (2σ²)), for every integer k.
 *
 * @param sigmaSquared σ², in squared units of the integer grid on which values are released. (It is
 *     the variance up to a relative error that vanishes like exp(-2π²σ²).)
 */
public record DiscreteGaussian(BigFraction sigmaSquared) implements AdditiveNoise {
  /** Below this no draw differs from zero in practice, and the work of a draw grows as 1/σ². */
  static final BigFraction SMALLEST = BigFraction.of(1, 1 << 20);

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException unless σ² is at least 2^-20
   */
  public DiscreteGaussian {
    sigmaSquared = MechanismChecks.positive("The variance of Gaussian noise", sigmaSquared);
    if (sigmaSquared.compareTo(SMALLEST) < 0) {
      throw new IllegalArgumentException(
          "The variance of Gaussian noise must be at least 2^-20, not " + sigmaSquared);
    }
  }

  @Override
  public <R> R match(
      Function<? super DiscreteLaplace, ? extends R> laplace,
      Function<? super DiscreteGaussian, ? extends R> gaussian) {
    return gaussian.apply(this);
  }
}
