package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.function.Function;

/**
 * The source of noise. Safe for use by many threads.
 *
 * <p>{@link #secure()} is the only source outside of tests: no property, URL or policy can select
 * another, and nothing can seed it.
 */
public abstract class NoiseSource {
  /** What a number is compared by, bit by bit. */
  private static final int WORDS_OF_COIN = 4;

  NoiseSource() {}

  /** Exact samplers on a cryptographic generator. Make one and keep it. */
  public static NoiseSource secure() {
    return new SecureNoise(new Entropy());
  }

  /**
   * Opens a tape of independent draws of one distribution and fills it with {@code ahead} of them
   * at once.
   *
   * <p>Open it before the database is queried: then the time of an answer does not depend on its
   * noise. See {@link NoiseTape} for what happens past {@code ahead}.
   *
   * @param ahead how many draws the query is expected to need, at least 0
   */
  public final NoiseTape tape(NoiseDistribution distribution, int ahead) {
    return new NoiseTape(this, distribution, ahead);
  }

  /** Returns {@code count} independent draws, made in work that does not depend on their values. */
  abstract BigInteger[] draw(NoiseDistribution distribution, int count);

  /** A uniform integer from 0 to {@code bound - 1}; {@code bound >= 1}. */
  public BigInteger below(BigInteger bound) {
    MechanismChecks.atLeastOne("The bound", bound);
    return toss(bound.bitLength() / Long.SIZE + 1L, bits -> bits.below(bound));
  }

  /** Chooses by the exponential mechanism. */
  int choose(ExponentialMechanism mechanism, BigInteger[] scores, BigInteger[] weights) {
    return toss(WORDS_OF_COIN, bits -> mechanism.choose(scores, weights, bits));
  }

  /** Chooses by permute-and-flip. */
  int choose(PermuteAndFlip mechanism, BigInteger[] scores) {
    return toss((WORDS_OF_COIN + 1L) * scores.length, bits -> mechanism.choose(scores, bits));
  }

  /**
   * Uses random bits that no other caller gets.
   *
   * @param words that are likely to be needed; there are always more
   */
  abstract <T> T toss(long words, Function<? super RandomBits, ? extends T> use);
}
