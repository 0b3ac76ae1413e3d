package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Gaussian noise for parameters of any size: the algorithm of {@link LongGaussianSampler},
 * step by step, in BigInteger.
 */
final class BigGaussianSampler extends Sampler {
  private final BigInteger n;
  private final BigInteger twoN;
  private final BigInteger t;
  private final BigInteger dt;
  private final BigInteger size;
  private final long whole;
  private final BigInteger part;

  BigGaussianSampler(BigFraction sigmaSquared) {
    this.n = sigmaSquared.getNumerator();
    this.twoN = n.shiftLeft(1);
    this.t = laplaceScale(sigmaSquared);
    this.dt = sigmaSquared.getDenominator().multiply(t);
    this.size = dt.multiply(t);
    BigInteger[] c = size.divideAndRemainder(twoN);
    this.whole = c[0].longValueExact(); // at most 1/σ² + 2, and σ² is at least 2^-20
    this.part = c[1];
  }

  /** t = floor(σ) + 1. */
  static BigInteger laplaceScale(BigFraction sigmaSquared) {
    BigInteger floor = sigmaSquared.getNumerator().divide(sigmaSquared.getDenominator());
    return floor.sqrt().add(BigInteger.ONE);
  }

  /** N = d t². */
  static BigInteger size(BigFraction sigmaSquared) {
    return sigmaSquared.getDenominator().multiply(laplaceScale(sigmaSquared).pow(2));
  }

  @Override
  BigInteger draw(RandomBits bits) {
    while (true) {
      BigInteger u = bits.below(t);
      if (!ExpCoin.toss(bits, coin -> coin.bernoulli(u, t))) {
        continue;
      }
      int v = ExpCoin.geometric(bits);
      boolean negative = bits.flip();
      if (negative && u.signum() == 0 && v == 0) {
        continue;
      }
      if (keep(bits, u, v)) {
        BigInteger magnitude = t.multiply(BigInteger.valueOf(v)).add(u);
        return negative ? magnitude.negate() : magnitude;
      }
    }
  }

  private boolean keep(RandomBits bits, BigInteger u, int v) {
    BigInteger offset = dt.multiply(u).subtract(n);
    boolean below = offset.signum() < 0;
    long a = below && v > 0 ? v - 1L : v;
    BigInteger r = !below ? offset : v > 0 ? size.add(offset) : offset.negate();
    return tosses(bits, a * a, r, 0) && tosses(bits, 2 * a, r, 1) && tosses(bits, 1, r, 2);
  }

  private boolean tosses(RandomBits bits, long count, BigInteger r, int power) {
    for (long i = 0; i < count; i++) {
      for (long j = 0; j < whole; j++) {
        if (!ExpCoin.toss(bits, coin -> powers(coin, r, power))) {
          return false;
        }
      }
      if (!ExpCoin.toss(bits, coin -> coin.bernoulli(part, twoN) && powers(coin, r, power))) {
        return false;
      }
    }
    return true;
  }

  private boolean powers(RandomBits bits, BigInteger r, int power) {
    for (int i = 0; i < power; i++) {
      if (!bits.bernoulli(r, size)) {
        return false;
      }
    }
    return true;
  }

  @Override
  long plannedBits() {
    return plannedBits(t, size, BigInteger.valueOf(whole));
  }

  /**
   * What a draw takes: up to 2.2 attempts at a Laplace draw of scale t (1.4 when t is large), and
   * for each the coins of the exponent, which are numbers below N.
   */
  static long plannedBits(BigInteger t, BigInteger size, BigInteger whole) {
    long attempt = BigLaplaceSampler.plannedBits(t, BigInteger.ONE);
    long exponent = (3 + 2 * whole.longValueExact()) * (bitsBelow(size) + 2);
    return (attempt + exponent) * (t.bitLength() > 3 ? 14 : 22) / 10;
  }
}
