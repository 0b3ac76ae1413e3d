package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Releases a sum of totals with an auto bound: a quarter of ε chooses a clipping bound, a power of
 * two that few totals exceed ({@link ClampChoice}); the rest is for discrete Laplace noise of that
 * scale, added to the sum of the clamped totals.
 *
 * <p>Guarantee: what goes in is a histogram of totals v ≥ 0, each an integer of one unit, over
 * powers of two (how many lie above 2^(i-1) and at most at 2^i, and what they add up to); from it
 * follow exactly the number of totals above 2^i and the sum clamped at it, c_i = Σ min(v, 2^i).
 * Where adding or removing one unit adds or takes out at most Δ totals, over all sums together,
 * these are ε-differentially private together (δ = 0). Proof: the choice is ε/4-differentially
 * private. Given it, c_i moves by at most 2^i with a total, so that noise of scale Δ · 2^i / (3ε/4)
 * changes probabilities by a factor of at most exp(3ε/4) with Δ of them (A. Ghosh, T. Roughgarden,
 * M. Sundararajan, STOC 2009); the two compose adaptively.
 *
 * <p>Utility: about 70 Δ/ε totals may exceed the clipping bound, each of which is too small in the
 * sum; the standard deviation of the noise is 1.9 Δ/ε times the bound. Race-to-the-top (W. Dong et
 * al., SIGMOD 2022) gives every power of two an equal share of ε, so that its error grows with
 * their number L as L ln L, whereas here they only have to be tested.
 *
 * <p>Nothing is computed in floating point. Safe for use by many threads.
 */
public final class ClampedSum {
  /** Of ε, for the choice. */
  private static final BigFraction CHOICE = BigFraction.of(1, 4);

  private final BigInteger moves;
  private final ClampChoice choice;
  private final BigFraction sumEpsilon;

  private ClampedSum(BigInteger moves, ClampChoice choice, BigFraction sumEpsilon) {
    this.moves = moves;
    this.choice = choice;
    this.sumEpsilon = sumEpsilon;
  }

  /**
   * The mechanism.
   *
   * @param moves Δ, totals that one unit adds or takes out at most, at least 1
   * @param epsilon ε &gt; 0
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static ClampedSum of(BigInteger moves, BigFraction epsilon) {
    BigFraction ofChoice = MechanismChecks.positive("Epsilon", epsilon).multiply(CHOICE);
    return new ClampedSum(moves, ClampChoice.of(moves, ofChoice), epsilon.subtract(ofChoice));
  }

  /** The choice of the clamp. */
  public ClampChoice choice() {
    return choice;
  }

  /** What the noise on the sum spends. */
  public BigFraction sumEpsilon() {
    return sumEpsilon;
  }

  /** The mechanism that the sum is released by where it is clamped at a power of two. */
  LaplaceMechanism ofSum(int exponent) {
    return new LaplaceMechanism(BigFraction.of(moves.shiftLeft(exponent)), sumEpsilon);
  }

  /**
   * Draws the noise of choices. Must be called before the database is queried.
   *
   * @param source of the randomness
   * @param sums how many are expected, at least 0
   * @param cells of each sum's histogram
   */
  public Draws draw(NoiseSource source, int sums, int cells) {
    return new Draws(source, choice.draw(source, sums, cells));
  }

  /** Noise for some sums, each number of it used once. Belongs to one query; not thread-safe. */
  public final class Draws {
    private final NoiseSource source;
    private final ClampChoice.Draws choices;
    private final Map<Integer, NoiseTape> sums = new HashMap<>();

    private Draws(NoiseSource source, ClampChoice.Draws choices) {
      this.source = source;
      this.choices = choices;
    }

    /**
     * Releases a sum. Its time depends on the choice, which is private itself, and on nothing else.
     *
     * @param counts how many totals are in each cell, see {@link ClampChoice.Draws#choose}
     * @param totals what they add up to, by cell
     */
    public BigInteger release(BigInteger[] counts, BigInteger[] totals) {
      int clamp = choices.choose(counts);
      LaplaceMechanism mechanism = ofSum(clamp);
      NoiseTape tape = sums.computeIfAbsent(clamp, i -> source.tape(mechanism.noise(), 1));
      return mechanism.release(clamped(counts, totals, clamp), tape);
    }
  }

  /** The exact sum with each total clamped at a power of two. */
  static BigInteger clamped(BigInteger[] counts, BigInteger[] totals, int exponent) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < counts.length; i++) {
      sum = sum.add(i <= exponent ? totals[i] : counts[i].shiftLeft(exponent));
    }
    return sum;
  }
}
