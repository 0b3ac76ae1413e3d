package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Laplace noise of scale b on condition that its magnitude is within a bound k, exactly,
 * by rejection. Whatever b and k are, more than a third of the proposals is kept.
 *
 * <ul>
 *   <li>Where k is above b, proposals are the noise without the condition, and more than half is
 *       within the bound.
 *   <li>Where k is at most b, as an ε far below δ makes it, hardly any of those would be. Proposals
 *       are then uniform from -k to k, and x is kept with probability exp(-|x|/b), which is at
 *       least 1/e.
 * </ul>
 */
final class TruncatedSampler extends Sampler {
  private final Sampler whole;
  private final BigInteger bound;
  private final BigInteger t;
  private final BigInteger s;
  private final BigInteger values;
  private final boolean uniform;

  TruncatedSampler(Sampler whole, BigFraction scale, BigInteger bound) {
    this.whole = whole;
    this.bound = bound;
    this.t = scale.getNumerator();
    this.s = scale.getDenominator();
    this.values = bound.shiftLeft(1).add(BigInteger.ONE);
    this.uniform = bound.multiply(s).compareTo(t) <= 0;
  }

  @Override
  BigInteger draw(RandomBits bits) {
    return uniform ? drawUniform(bits) : drawWhole(bits);
  }

  private BigInteger drawWhole(RandomBits bits) {
    BigInteger drawn = whole.draw(bits);
    while (drawn.abs().compareTo(bound) > 0) {
      drawn = whole.draw(bits);
    }
    return drawn;
  }

  private BigInteger drawUniform(RandomBits bits) {
    while (true) {
      BigInteger drawn = bits.below(values).subtract(bound);
      BigInteger exponent = drawn.abs().multiply(s); // of t, at most t
      if (ExpCoin.toss(bits, coin -> coin.bernoulli(exponent, t))) {
        return drawn;
      }
    }
  }

  /**
   * A uniform proposal takes an integer below 2k + 1 and up to 1.32 below t, at most e times; the
   * others are made up to twice where the bound is near.
   */
  @Override
  long plannedBits() {
    if (uniform) {
      return 3 * (bitsBelow(values) + 2 * bitsBelow(t) + 3);
    }
    boolean near = bound.multiply(s).compareTo(t.shiftLeft(2)) < 0;
    return (near ? 2 : 1) * whole.plannedBits();
  }
}
