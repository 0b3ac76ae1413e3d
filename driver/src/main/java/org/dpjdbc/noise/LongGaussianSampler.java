package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Gaussian noise of parameter σ² = n/d by {@code long} arithmetic.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, Algorithm 3. Y, discrete Laplace of scale t = floor(σ)
 * + 1, is kept with probability exp(-(|Y| - σ²/t)² / (2σ²)).
 *
 * <p>The exponent would need numbers of the size σ⁴. It is taken apart instead: with N = d t², |Y|
 * = tV + U and (|Y| - σ²/t)/t = ±(a + f) for an integer a and a fraction f = r/N, it is c (a + f)²
 * = c a² + 2a c f + c f² where c = N/(2n). A coin of probability exp(-(x + y)) is one of exp(-x)
 * and one of exp(-y), and a coin of probability c f² is one of c and two of f: so each of them is
 * tossed with numbers no larger than N.
 *
 * <p>Nothing overflows: N &le; 2^61 is required, and σ &lt; t gives n &lt; N and t &lt; 2^31; then
 * 2n &lt; 2^62, d t U &lt; N, and U + tV &lt; 2^62 since V &lt; 2^31.
 */
final class LongGaussianSampler extends Sampler {
  private static final int MAX_SIZE_BITS = 61;

  private final long n;
  private final long t;
  private final long dt;
  private final long size;
  private final long whole;
  private final long part;

  LongGaussianSampler(BigFraction sigmaSquared) {
    BigInteger bigT = BigGaussianSampler.laplaceScale(sigmaSquared);
    this.n = sigmaSquared.getNumerator().longValueExact();
    this.t = bigT.longValueExact();
    this.dt = sigmaSquared.getDenominator().longValueExact() * t;
    this.size = dt * t;
    this.whole = size / (2 * n);
    this.part = size % (2 * n);
  }

  static boolean fits(BigFraction sigmaSquared) {
    return BigGaussianSampler.size(sigmaSquared).bitLength() <= MAX_SIZE_BITS;
  }

  @Override
  BigInteger draw(RandomBits bits) {
    while (true) {
      long u = bits.below(t);
      if (!ExpCoin.toss(bits, u, t)) {
        continue;
      }
      int v = ExpCoin.geometric(bits);
      boolean negative = bits.flip();
      if (negative && u == 0 && v == 0) {
        continue;
      }
      if (keep(bits, u, v)) {
        long magnitude = u + t * v;
        return BigInteger.valueOf(negative ? -magnitude : magnitude);
      }
    }
  }

  /** Heads with probability exp(-c (a + f)²). */
  private boolean keep(RandomBits bits, long u, int v) {
    long offset = dt * u - n; // (|Y| - σ²/t)/t = v + offset/N, and |offset| < N
    long a = offset < 0 && v > 0 ? v - 1L : v;
    long r = offset >= 0 ? offset : v > 0 ? size + offset : -offset;
    return tosses(bits, a * a, r, 0) && tosses(bits, 2 * a, r, 1) && tosses(bits, 1, r, 2);
  }

  /** Heads with probability exp(-count · c · (r/N)^power). */
  private boolean tosses(RandomBits bits, long count, long r, int power) {
    for (long i = 0; i < count; i++) {
      for (long j = 0; j < whole; j++) {
        if (!toss(bits, false, r, power)) {
          return false;
        }
      }
      if (!toss(bits, true, r, power)) {
        return false;
      }
    }
    return true;
  }

  /** Heads with probability exp(-(r/N)^power), or exp(-(part/2n) (r/N)^power). */
  private boolean toss(RandomBits bits, boolean scaled, long r, int power) {
    long k = 1;
    while (bits.oneIn(k) && (!scaled || bits.bernoulli(part, 2 * n)) && powers(bits, r, power)) {
      k++;
    }
    return (k & 1) == 1;
  }

  private boolean powers(RandomBits bits, long r, int power) {
    for (int i = 0; i < power; i++) {
      if (!bits.bernoulli(r, size)) {
        return false;
      }
    }
    return true;
  }

  @Override
  long plannedBits() {
    return BigGaussianSampler.plannedBits(
        BigInteger.valueOf(t), BigInteger.valueOf(size), BigInteger.valueOf(whole));
  }
}
