package org.dpjdbc.noise;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The discrete Laplace (geometric) mechanism: noise of scale Δ/ε, an exact rational.
 *
 * <p>Guarantee: for a vector of integers whose L1 distance between neighbouring databases is at
 * most Δ, ε-differential privacy (δ = 0), since P(k)/P(k + j) &le; exp(|j|/scale) in each
 * coordinate (of weight 1; a weight widens both sides). Source: A. Ghosh, T. Roughgarden, M.
 * Sundararajan, "Universally Utility-Maximizing Privacy Mechanisms", STOC 2009; for a vector, by
 * summing |j| over the coordinates.
 *
 * @param l1Sensitivity Δ &gt; 0, in units of the integer grid
 * @param epsilon ε &gt; 0
 */
public record LaplaceMechanism(BigFraction l1Sensitivity, BigFraction epsilon)
    implements Mechanism {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException unless both are positive
   */
  public LaplaceMechanism {
    l1Sensitivity = MechanismChecks.positive("The L1 sensitivity", l1Sensitivity);
    epsilon = MechanismChecks.positive("Epsilon", epsilon);
  }

  @Override
  public BigFraction delta() {
    return BigFraction.ZERO;
  }

  @Override
  public DiscreteLaplace noise() {
    return new DiscreteLaplace(l1Sensitivity.divide(epsilon));
  }

  @Override
  public DiscreteLaplace noise(BigFraction weight) {
    BigFraction checked = MechanismChecks.positive("The weight", weight);
    return new DiscreteLaplace(l1Sensitivity.divide(epsilon).multiply(checked));
  }
}
