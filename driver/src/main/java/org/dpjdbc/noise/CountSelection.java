package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Releases the counts of groups of private keys, each with noise, and shows those that are above a
 * threshold.
 */
public sealed interface CountSelection permits PartitionSelection, GaussianSelection {
  /** The noise that {@link #release} needs. */
  NoiseDistribution noise();

  /** A group is shown when its count plus noise is <em>above</em> this value. */
  BigInteger threshold();

  /**
   * Releases the count of one group with a fresh draw, if it is shown.
   *
   * @param count the exact count of the group, at least 0
   * @param tape a tape of {@link #noise()}
   * @return the noisy count, above {@link #threshold()}; empty if the group is not shown
   * @throws IllegalArgumentException if the tape holds other noise
   */
  Optional<BigInteger> release(BigInteger count, NoiseTape tape);
}
