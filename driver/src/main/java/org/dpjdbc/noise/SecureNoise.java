package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.function.Function;

/**
 * Exact draws in constant work.
 *
 * <p>The samplers need more coin tosses for large values than for small ones, so the time of a draw
 * would reveal its size (J. Jin et al., "Are We There Yet? Timing and Floating-Point Attacks on
 * Differential Privacy Systems", IEEE S&amp;P 2022). A block is therefore topped up: after its last
 * draw, further draws are made and thrown away until a number of random words is consumed that was
 * fixed before the first. The distribution is untouched, since the first draws are the ones that
 * are used. The work of a block depends on its values only where they need more than was planned
 * for: the plan is four standard deviations above the mean and 16 draws more, which a single draw
 * exceeds with a probability below 10^-6, when it is beyond any quantile that matters.
 */
final class SecureNoise extends NoiseSource {
  private static final int DEVIATIONS = 4;
  private static final int SPARE_DRAWS = 16;

  private final Entropy entropy;

  SecureNoise(Entropy entropy) {
    this.entropy = entropy;
  }

  @Override
  BigInteger[] draw(NoiseDistribution distribution, int count) {
    Sampler sampler = Sampler.of(distribution);
    long plan = plannedWords(sampler, count);
    BufferedEntropy words = new BufferedEntropy(entropy, plan);
    BigInteger[] drawn = draw(sampler, count, plan, new RandomBits(words));
    words.wipe();
    return drawn;
  }

  @Override
  <T> T toss(long words, Function<? super RandomBits, ? extends T> use) {
    BufferedEntropy source = new BufferedEntropy(entropy, words);
    try {
      return use.apply(new RandomBits(source));
    } finally {
      source.wipe();
    }
  }

  /** Draws {@code count} values and goes on until {@code plannedWords} words are consumed. */
  static BigInteger[] draw(Sampler sampler, int count, long plannedWords, RandomBits bits) {
    BigInteger[] drawn = new BigInteger[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = sampler.draw(bits);
    }
    while (bits.wordsUsed() < plannedWords) {
      sampler.draw(bits);
    }
    return drawn;
  }

  static long plannedWords(Sampler sampler, int count) {
    if (count == 0) {
      return 0;
    }
    long root = BigInteger.valueOf(count).sqrt().longValueExact() + 1;
    return sampler.plannedBits() * (count + DEVIATIONS * root + SPARE_DRAWS) / Long.SIZE + 1;
  }
}
