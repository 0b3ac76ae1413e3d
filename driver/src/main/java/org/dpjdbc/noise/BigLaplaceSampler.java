package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Laplace noise of scale t/s for parameters of any size: the algorithm of {@link
 * LongLaplaceSampler}, step by step, in BigInteger.
 */
final class BigLaplaceSampler extends Sampler {
  private final BigInteger t;
  private final BigInteger s;

  BigLaplaceSampler(BigFraction scale) {
    this.t = scale.getNumerator();
    this.s = scale.getDenominator();
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
      BigInteger magnitude = t.multiply(BigInteger.valueOf(v)).add(u).divide(s);
      if (magnitude.signum() != 0 || !negative) {
        return negative ? magnitude.negate() : magnitude;
      }
    }
  }

  @Override
  long plannedBits() {
    return plannedBits(t, s);
  }

  /** The quotient {@code (u + t v) / s} where it could overflow a {@code long}. */
  static BigInteger magnitude(long u, int v, long t, long s) {
    return BigInteger.valueOf(t)
        .multiply(BigInteger.valueOf(v))
        .add(BigInteger.valueOf(u))
        .divide(BigInteger.valueOf(s));
  }

  /**
   * What a draw of scale t/s takes: 1/(1 - 1/e) attempts at U, each of 1 + 1.32 integers below t
   * and a few small ones; 1.58 coins of probability 1/e, at 2.9 bits; a sign. All of it is repeated
   * where -0 comes out, with probability tanh(s/2t)/2, here min(1, s/2t)/2.
   */
  static long plannedBits(BigInteger t, BigInteger s) {
    long once = 4 * bitsBelow(t) + 8;
    BigInteger t4 = t.shiftLeft(2);
    BigInteger kept = t4.subtract(s).max(t4.shiftRight(1));
    return BigInteger.valueOf(once).multiply(t4).divide(kept).longValueExact() + 1;
  }
}
