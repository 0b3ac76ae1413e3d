package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The discrete Laplace distribution conditioned on |k| &le; bound: P(k) proportional to
 * exp(-|k|/scale) for -bound &le; k &le; bound, and 0 elsewhere. Only partition selection uses it.
 *
 * @param scale b &gt; 0, in units
 * @param bound the largest value that can occur, at least 1
 */
public record TruncatedLaplace(BigFraction scale, BigInteger bound) implements NoiseDistribution {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException unless the scale is positive and the bound at least 1
   */
  public TruncatedLaplace {
    scale = MechanismChecks.positive("The scale of truncated Laplace noise", scale);
    bound = MechanismChecks.atLeastOne("The bound of truncated Laplace noise", bound);
  }
}
