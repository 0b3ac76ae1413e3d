package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Chooses a power of two that few of the given totals exceed, by the sparse vector technique.
 *
 * <p>Guarantee: what goes in are the numbers n_i of totals above 2^i, each total an integer of one
 * unit. Where adding or removing one unit adds or takes out at most Δ totals, over all choices
 * together, these are ε-differentially private together (δ = 0).
 *
 * <p>Proof (C. Dwork, A. Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section
 * 3.6; for counts that all grow together, M. Lyu, D. Su, N. Li, "Understanding the Sparse Vector
 * Technique for Differential Privacy", VLDB 2017, theorem 5): the choice is the first i with n_i +
 * ν_i &lt; T + ρ, ρ of scale Δ/a, each ν_i of scale Δ/b, a + b = ε. Let n and n' = n + d be the
 * counts without and with one total, 0 ≤ d_i ≤ 1. For a fixed ρ, passing what stands before the
 * choice is no less likely with n', and ν_i &lt; T + ρ - n'_i no less than exp(-b/Δ) times as
 * likely. The other way round, compare ρ = z with ρ = z - 1, which is no less than exp(-a/Δ) times
 * as likely: what passes with n' there passes with n here, and the bound of ν_i differs by 1 - d_i.
 * So one total changes a probability by a factor of at most exp((a + b)/Δ), and Δ of them, in
 * however many choices, by one of at most exp(ε).
 *
 * <p>Why these parameters: if ρ is far below 0 all further tests pass and the choice is useless; a
 * ν_i that is too large costs one doubling. So a is three quarters of ε, and T = ln(1 / 2β) · Δ/a,
 * where β = 10^-6 is the probability of the former: T = 17.5 Δ/ε. About that many totals may exceed
 * the choice, and if there are no more totals than that, the choice is the smallest power.
 *
 * <p>Nothing is computed in floating point. Safe for use by many threads.
 */
public final class ClampChoice {
  /** Of ε, for the noise of the bar. */
  private static final BigFraction BAR = BigFraction.of(3, 4);

  /** ln(1 / 2β) for β = 10^-6, a little above it. */
  private static final BigFraction CERTAINTY = BigFraction.of(105, 8);

  private final BigFraction epsilon;
  private final DiscreteLaplace ofBar;
  private final DiscreteLaplace ofCount;
  private final BigInteger threshold;

  private ClampChoice(BigInteger moves, BigFraction epsilon) {
    this.epsilon = epsilon;
    BigFraction delta = BigFraction.of(moves);
    BigFraction bar = epsilon.multiply(BAR);
    this.ofBar = new DiscreteLaplace(delta.divide(bar));
    this.ofCount = new DiscreteLaplace(delta.divide(epsilon.subtract(bar)));
    this.threshold = roundedUp(ofBar.scale().multiply(CERTAINTY));
  }

  private static BigInteger roundedUp(BigFraction value) {
    return new BigDecimal(value.getNumerator())
        .divide(new BigDecimal(value.getDenominator()), 0, RoundingMode.CEILING)
        .toBigInteger();
  }

  /**
   * The choice that spends ε.
   *
   * @param moves Δ, totals that one unit adds or takes out at most, at least 1
   * @param epsilon ε &gt; 0
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static ClampChoice of(BigInteger moves, BigFraction epsilon) {
    return new ClampChoice(
        MechanismChecks.atLeastOne("The number of totals of a unit", moves),
        MechanismChecks.positive("Epsilon", epsilon));
  }

  /** ε. */
  public BigFraction epsilon() {
    return epsilon;
  }

  /** T: about so many totals stay above the choice. */
  public BigInteger threshold() {
    return threshold;
  }

  /**
   * Draws the noise of choices. Must be called before the database is queried.
   *
   * @param source of the randomness
   * @param choices how many are expected, at least 0
   * @param cells of each one's histogram
   */
  public Draws draw(NoiseSource source, int choices, int cells) {
    return new Draws(
        source.tape(ofBar, choices), source.tape(ofCount, Math.multiplyExact(choices, cells)));
  }

  /** Noise for some choices, each number of it used once. Belongs to one query. */
  public final class Draws {
    private final NoiseTape bars;
    private final NoiseTape counts;

    private Draws(NoiseTape bars, NoiseTape counts) {
      this.bars = bars;
      this.counts = counts;
    }

    /**
     * Chooses. Every power but the last is tested, whatever the others say.
     *
     * @param histogram how many totals are in each cell: the first has those of 0 and 1, cell i
     *     those above 2^(i-1) that are at most 2^i
     * @return the exponent
     */
    public int choose(BigInteger[] histogram) {
      BigInteger bar = threshold.add(bars.next());
      BigInteger above = BigInteger.ZERO;
      int chosen = histogram.length - 1;
      for (int i = histogram.length - 2; i >= 0; i--) {
        above = above.add(histogram[i + 1]);
        boolean passes = above.add(counts.next()).compareTo(bar) >= 0;
        chosen = passes ? chosen : i;
      }
      return chosen;
    }
  }
}
