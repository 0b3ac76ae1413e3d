package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Laplace noise of scale t/s by {@code long} arithmetic.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, Algorithm 2. U uniform in [0, t) is kept with
 * probability exp(-U/t); with V geometric of ratio 1/e, U + tV is geometric of ratio exp(-1/t), and
 * floor((U + tV)/s) geometric of ratio exp(-s/t); a random sign, with -0 rejected, makes it
 * two-sided.
 *
 * <p>Nothing overflows: t &lt; 2^46 and s &lt; 2^62 are required, coins are compared below t, and U
 * + tV &lt; t(V + 1) &le; 2^61 as long as V &lt; 2^15; a larger V is finished in BigInteger.
 */
final class LongLaplaceSampler extends Sampler {
  private static final int MAX_NUMERATOR_BITS = 46;
  private static final int MAX_HEADS = 1 << 15;

  private final long t;
  private final long s;

  LongLaplaceSampler(BigFraction scale) {
    this.t = scale.getNumerator().longValueExact();
    this.s = scale.getDenominator().longValueExact();
  }

  static boolean fits(BigFraction scale) {
    return scale.getNumerator().bitLength() <= MAX_NUMERATOR_BITS
        && scale.getDenominator().bitLength() <= RandomBits.MAX_BITS;
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
      if (v >= MAX_HEADS) {
        BigInteger large = BigLaplaceSampler.magnitude(u, v, t, s);
        if (large.signum() != 0 || !negative) {
          return negative ? large.negate() : large;
        }
        continue;
      }
      long magnitude = (u + t * v) / s;
      if (magnitude != 0 || !negative) {
        return BigInteger.valueOf(negative ? -magnitude : magnitude);
      }
    }
  }

  @Override
  long plannedBits() {
    return BigLaplaceSampler.plannedBits(BigInteger.valueOf(t), BigInteger.valueOf(s));
  }
}
