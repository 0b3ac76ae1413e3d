package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Permute-and-flip: the best of some candidates, privately. In random order a coin of probability
 * exp(-rate · (best score - score)) is tossed for each; the first head is chosen. Never worse in
 * expectation than the exponential mechanism of the same ε, and up to twice as good.
 *
 * <p>Guarantee: where adding or removing one unit moves every score by at most Δ, a rate of ε/(2Δ)
 * is ε-differentially private (δ = 0); where besides all scores move in one direction, as counts
 * do, a rate of ε/Δ is. Source: R. McKenna, D. Sheldon, "Permute-and-Flip: A new mechanism for
 * differentially private selection", NeurIPS 2020, algorithm 1, theorems 1 and 2, and, for scores
 * of one direction, section 2. It is report-noisy-max with exponential noise (Z. Ding et al., "The
 * Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with Exponential Noise", 2021).
 *
 * <p>How it is sampled: the order by exact uniform integers; a coin by comparing a uniform number,
 * bit by bit as far as that takes, with bounds of its probability (see {@link ExpTable}). A coin is
 * tossed for every candidate, even after the first head, so that the work depends only on their
 * number and the rate. Safe for use by many threads.
 */
public final class PermuteAndFlip {
  private static final int BITS = 256;

  private final BigFraction rate;
  private final ExpTable table;

  private PermuteAndFlip(BigFraction rate) {
    this.rate = rate;
    this.table = new ExpTable(rate, BITS);
  }

  /**
   * The choice that spends ε.
   *
   * @param sensitivity Δ &gt; 0, by which a unit moves a score at most
   * @param epsilon ε &gt; 0
   * @param monotone whether a unit that is added moves no score down, or none up
   * @throws IllegalArgumentException if a parameter is not positive
   */
  public static PermuteAndFlip of(BigFraction sensitivity, BigFraction epsilon, boolean monotone) {
    BigFraction d = MechanismChecks.positive("The sensitivity", sensitivity);
    return new PermuteAndFlip(
        MechanismChecks.positive("Epsilon", epsilon).divide(monotone ? d : d.multiply(2)));
  }

  /** By how much the logarithm of a coin's probability falls with a point of the score. */
  public BigFraction rate() {
    return rate;
  }

  /**
   * Chooses.
   *
   * @param scores of the candidates, at least one
   * @param source of the randomness
   * @return the place of the chosen one
   * @throws IllegalArgumentException if there is no candidate
   */
  public int choose(BigInteger[] scores, NoiseSource source) {
    if (scores.length == 0) {
      throw new IllegalArgumentException("there is nothing to choose from");
    }
    return source.choose(this, scores);
  }

  /** Chooses by these bits. */
  int choose(BigInteger[] scores, RandomBits random) {
    BigInteger[] distances = ExponentialMechanism.distances(scores);
    int[] order = order(scores.length, random);
    int chosen = -1;
    for (int candidate : order) {
      boolean heads = toss(distances[candidate], random);
      chosen = chosen < 0 && heads ? candidate : chosen;
    }
    return chosen; // the best one's coin has no tails
  }

  private static int[] order(int size, RandomBits random) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int place = (int) random.below(i + 1L);
      order[i] = order[place];
      order[place] = i;
    }
    return order;
  }

  /** Heads with probability exp(-rate · distance). */
  private boolean toss(BigInteger distance, RandomBits random) {
    ExpTable bounds = table;
    BigInteger uniform = random.below(BigInteger.ONE.shiftLeft(BITS));
    while (true) {
      BigInteger low = bounds.low(distance);
      if (uniform.compareTo(low) < 0) { // then uniform + 1 is at most low
        return true;
      } else if (uniform.compareTo(low.add(bounds.error())) >= 0) {
        return false;
      }
      uniform = uniform.shiftLeft(BITS).add(random.below(BigInteger.ONE.shiftLeft(BITS)));
      bounds = new ExpTable(rate, bounds.bits() + BITS);
    }
  }
}
