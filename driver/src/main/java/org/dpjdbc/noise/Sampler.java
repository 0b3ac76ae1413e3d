package org.dpjdbc.noise;

import java.math.BigInteger;

/** Draws from one distribution, exactly. Immutable; safe for use by many threads. */
abstract class Sampler {
  /** A draw that is independent of all others made with independent bits. */
  abstract BigInteger draw(RandomBits bits);

  /**
   * An upper bound of the bits that a draw takes on average: what the work of a block is planned
   * with. It decides about speed and evenness, never about the distribution.
   */
  abstract long plannedBits();

  /** The fastest sampler that fits the parameters of the distribution. */
  static Sampler of(NoiseDistribution distribution) {
    if (distribution instanceof AdditiveNoise additive) {
      return additive.match(Sampler::of, Sampler::of);
    }
    return of((TruncatedLaplace) distribution);
  }

  private static Sampler of(DiscreteLaplace laplace) {
    return LongLaplaceSampler.fits(laplace.scale())
        ? new LongLaplaceSampler(laplace.scale())
        : new BigLaplaceSampler(laplace.scale());
  }

  private static Sampler of(DiscreteGaussian gaussian) {
    return LongGaussianSampler.fits(gaussian.sigmaSquared())
        ? new LongGaussianSampler(gaussian.sigmaSquared())
        : new BigGaussianSampler(gaussian.sigmaSquared());
  }

  private static Sampler of(TruncatedLaplace truncated) {
    return new TruncatedSampler(
        of(new DiscreteLaplace(truncated.scale())), truncated.scale(), truncated.bound());
  }

  /** Bits that {@link RandomBits#below} takes on average to draw below {@code bound}. */
  static long bitsBelow(BigInteger bound) {
    BigInteger top = bound.subtract(BigInteger.ONE);
    int count = top.bitLength();
    if (count == 0) {
      return 0;
    }
    // count · 2^count / bound, rounded up; 8 leading bits of the bound are precise enough
    int drop = Math.max(0, count - 8);
    long leading = bound.shiftRight(drop).longValue();
    return ((long) count << (count - drop)) / leading + 1;
  }
}
