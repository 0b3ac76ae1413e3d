package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The exponential mechanism over weighted candidates, exactly: candidate i of weight w and score s
 * is chosen with probability proportional to w · exp(rate · s). Weights and scores are integers,
 * the rate is a rational; nothing is computed in floating point.
 *
 * <p>Guarantee: where adding or removing one unit moves every score by at most Δ, and no weight, a
 * choice of rate ε/(2Δ) is ε-differentially private (δ = 0). A unit that moves the scores by less,
 * by some d, changes the probabilities by a factor of at most exp(2 · rate · d): choices about
 * several sets of candidates, of one rate each, compose to the sum of what the unit moves in them.
 * Source: F. McSherry, K. Talwar, "Mechanism Design via Differential Privacy", FOCS 2007, theorem
 * 6.
 *
 * <p>How it is sampled: by inversion. A uniform U picks the first candidate whose running total of
 * masses is above U times the total. The masses are known between bounds (see {@link ExpTable}), U
 * by its leading bits; should these not decide, both are made finer until they do, so that the
 * distribution is the exact one. That has a probability below 2^-100. The work of a choice depends
 * on the number of candidates, the rate and the sizes of the numbers, not on which one is chosen.
 *
 * <p>Utility: with R for the total weight over that of the candidates of the best score, the score
 * of the choice is below the best by more than (ln R + t)/rate with probability at most exp(-t).
 * Safe for use by many threads.
 */
public final class ExponentialMechanism {
  private static final int BITS = 256;

  /** A table has up to 50 KB. */
  private static final RecentResults<BigFraction, ExpTable> TABLES =
      new RecentResults<>(64, rate -> new ExpTable(rate, BITS));

  private final BigFraction rate;
  private final ExpTable table;

  private ExponentialMechanism(BigFraction rate) {
    this.rate = rate;
    this.table = TABLES.of(rate);
  }

  /**
   * The choice that spends ε.
   *
   * @param sensitivity Δ &gt; 0, by which a unit moves a score at most
   * @param epsilon ε &gt; 0
   * @throws IllegalArgumentException if a parameter is not positive
   */
  public static ExponentialMechanism of(BigFraction sensitivity, BigFraction epsilon) {
    BigFraction d = MechanismChecks.positive("The sensitivity", sensitivity);
    return new ExponentialMechanism(
        MechanismChecks.positive("Epsilon", epsilon).divide(d.multiply(2)));
  }

  /** By how much the logarithm of a probability grows with a point of the score. */
  public BigFraction rate() {
    return rate;
  }

  /**
   * Chooses.
   *
   * @param scores of the candidates, at least one
   * @param weights of the candidates, each at least 1
   * @param source of the randomness
   * @return the place of the chosen one
   * @throws IllegalArgumentException if there is no candidate, or not a weight for each
   */
  public int choose(BigInteger[] scores, BigInteger[] weights, NoiseSource source) {
    if (scores.length == 0 || scores.length != weights.length) {
      throw new IllegalArgumentException("each of at least one candidate needs a weight");
    }
    for (BigInteger weight : weights) {
      MechanismChecks.atLeastOne("A weight", weight);
    }
    return source.choose(this, scores, weights);
  }

  /** Chooses by these bits. */
  int choose(BigInteger[] scores, BigInteger[] weights, RandomBits random) {
    BigInteger[] distances = distances(scores);
    BigInteger uniform = more(BigInteger.ZERO, random);
    ExpTable bounds = table;
    int chosen = attempt(distances, weights, bounds, uniform);
    while (chosen < 0) {
      uniform = more(uniform, random);
      bounds = new ExpTable(rate, bounds.bits() + BITS);
      chosen = attempt(distances, weights, bounds, uniform);
    }
    return chosen;
  }

  private static BigInteger more(BigInteger uniform, RandomBits random) {
    return uniform.shiftLeft(BITS).add(random.below(BigInteger.ONE.shiftLeft(BITS)));
  }

  static BigInteger[] distances(BigInteger[] scores) {
    BigInteger best = scores[0];
    for (BigInteger score : scores) {
      best = best.max(score);
    }
    BigInteger[] distances = new BigInteger[scores.length];
    for (int i = 0; i < distances.length; i++) {
      distances[i] = best.subtract(scores[i]);
    }
    return distances;
  }

  /**
   * The candidate that any number from uniform / 2^bits to (uniform + 1) / 2^bits picks; -1 if that
   * is not certain.
   */
  private static int attempt(
      BigInteger[] distances, BigInteger[] weights, ExpTable bounds, BigInteger uniform) {
    int size = distances.length;
    BigInteger[] lows = new BigInteger[size];
    BigInteger[] errors = new BigInteger[size];
    BigInteger low = BigInteger.ZERO;
    BigInteger error = BigInteger.ZERO;
    for (int i = 0; i < size; i++) {
      low = low.add(weights[i].multiply(bounds.low(distances[i])));
      error = error.add(weights[i].multiply(bounds.error()));
      lows[i] = low;
      errors[i] = error;
    }
    // In units of 2^-bits, in which the running totals are whole.
    BigInteger min = uniform.multiply(low).shiftRight(bounds.bits());
    BigInteger max =
        uniform
            .add(BigInteger.ONE)
            .multiply(low.add(error))
            .subtract(BigInteger.ONE)
            .shiftRight(bounds.bits());
    int first = 0;
    for (int i = 0; i < size; i++) { // all of them, wherever the first one is
      first += lows[i].compareTo(max) <= 0 ? 1 : 0;
    }
    boolean certain =
        first < size && (first == 0 || lows[first - 1].add(errors[first - 1]).compareTo(min) <= 0);
    return certain ? first : -1;
  }
}
