package org.dpjdbc.noise;

import java.math.BigInteger;

/**
 * Where noise comes from. Safe for use by many threads.
 *
 * <p>{@link #secure()} is the only source there is outside of tests: no property, URL or policy
 * leads to another, and nothing can seed it.
 */
public abstract class NoiseSource {
  NoiseSource() {}

  /** Exact samplers on a cryptographic generator. Make one and keep it. */
  public static NoiseSource secure() {
    return new SecureNoise(new Entropy());
  }

  /**
   * Opens a tape of independent draws of one distribution and fills it with {@code ahead} of them
   * at once.
   *
   * <p>Open it before the database is asked: then the time that an answer takes does not depend on
   * its noise. See {@link NoiseTape} for what happens past {@code ahead}.
   *
   * @param ahead how many draws the query is expected to need, at least 0
   */
  public final NoiseTape tape(NoiseDistribution distribution, int ahead) {
    return new NoiseTape(this, distribution, ahead);
  }

  /** Returns {@code count} independent draws, made in work that does not depend on their values. */
  abstract BigInteger[] draw(NoiseDistribution distribution, int count);
}
