package org.dpjdbc.noise;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Gaussian noise as continuous Gaussian noise that was rounded.
 *
 * <p>The lemma: with s² = {@link #LOST} = 9/2, let y be drawn from the continuous N(m, σ² - s²),
 * for an integer m, and then an integer x with probability proportional to exp(-(x - y)²/2s²). The
 * sum of these weights over all integers x is s√(2π) times a factor within 1 ± e, whatever y is,
 * with e = 2 exp(-2π²s²) / (1 - exp(-2π²s²)) &lt; 10^-38 (Poisson's summation formula). So x has a
 * probability that is, up to a factor within 1 ± 2e, the value at x of the density of N(m, σ²); and
 * since σ² &ge; s², the discrete Gaussian of parameter σ² around m has that density at x as its
 * probability up to a factor within 1 ± 2e as well, by the same formula for its normalizer. To
 * round does not depend on m. Hence the discrete noise tells no more, up to a factor within 1 ± 5e,
 * of by how much an integer was moved than a continuous Gaussian of the variance σ² - s² does.
 *
 * <p>It is applied where σ² - s² is at least s² ({@link #isSmooth}): of narrower noise it would
 * give away more than half.
 */
public final class GaussianSmoothing {
  /** s²: how much less the variance of the continuous Gaussian is. */
  public static final BigFraction LOST = BigFraction.of(9, 2);

  private static final BigFraction SMALLEST = LOST.multiply(2);

  private GaussianSmoothing() {}

  /** Whether noise of parameter σ² is wide enough. */
  public static boolean isSmooth(BigFraction sigmaSquared) {
    return sigmaSquared.compareTo(SMALLEST) >= 0;
  }
}
