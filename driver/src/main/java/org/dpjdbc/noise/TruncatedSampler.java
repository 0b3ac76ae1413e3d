package org.dpjdbc.noise;

import java.math.BigInteger;

/** Draws until the magnitude is within the bound: the conditional distribution, exactly. */
final class TruncatedSampler extends Sampler {
  private final Sampler whole;
  private final BigInteger bound;

  TruncatedSampler(Sampler whole, BigInteger bound) {
    this.whole = whole;
    this.bound = bound;
  }

  @Override
  BigInteger draw(RandomBits bits) {
    BigInteger drawn = whole.draw(bits);
    while (drawn.abs().compareTo(bound) > 0) {
      drawn = whole.draw(bits);
    }
    return drawn;
  }

  @Override
  long plannedBits() {
    return whole.plannedBits();
  }
}
