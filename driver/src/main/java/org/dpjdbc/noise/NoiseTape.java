package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * Draws from one distribution, drawn ahead in blocks and handed out one by one, each once.
 *
 * <p>The time that {@link #next} takes reveals nothing about the value: a block is drawn with work
 * that does not depend on its values, and the size of each block is fixed by its position. Belongs
 * to one query; not thread-safe.
 */
public final class NoiseTape {
  /**
   * Size of the block that follows the first. Each further one is twice as large as the one before,
   * up to the most: the larger the block, the less its even work costs for each draw.
   */
  private static final int BLOCK = 256;

  private static final int LARGEST_BLOCK = 8192;

  private final NoiseSource source;
  private final NoiseDistribution distribution;
  private BigInteger[] block;
  private int position;
  private int following = BLOCK;
  private @Nullable Mechanism admitted;
  private @Nullable BigFraction admittedWeight;

  NoiseTape(NoiseSource source, NoiseDistribution distribution, int ahead) {
    if (ahead < 0) {
      throw new IllegalArgumentException("Draws ahead must be at least 0, not " + ahead);
    }
    this.source = source;
    this.distribution = distribution;
    this.block = source.draw(distribution, ahead);
  }

  /** The distribution that the draws come from. */
  public NoiseDistribution distribution() {
    return distribution;
  }

  /** The next draw, which no other caller gets. */
  public BigInteger next() {
    if (position == block.length) {
      block = source.draw(distribution, following);
      following = Math.min(2 * following, LARGEST_BLOCK);
      position = 0;
    }
    BigInteger drawn = block[position];
    block[position++] = BigInteger.ZERO; // used noise is not kept
    return drawn;
  }

  /** Refuses a tape of other noise than {@code mechanism} gives a coordinate of {@code weight}. */
  void require(Mechanism mechanism, BigFraction weight) {
    if (!mechanism.equals(admitted) || !weight.equals(admittedWeight)) { // else known from before
      require(mechanism.noise(weight));
      admitted = mechanism;
      admittedWeight = weight;
    }
  }

  /** Refuses a tape of another distribution than {@code expected}. */
  void require(NoiseDistribution expected) {
    if (!distribution.equals(expected)) {
      throw new IllegalArgumentException(
          "The mechanism needs noise of " + expected + ", the tape holds " + distribution);
    }
  }
}
