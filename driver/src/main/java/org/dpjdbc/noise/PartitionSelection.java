package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Decides which groups of private keys are shown: the (ε, δ)-optimal mechanism for one group, on
 * the exact number of units in it.
 *
 * <p>Noise X of the discrete Laplace distribution of scale 1/ε₁, truncated to [-k, k], is added to
 * the number of units n, and the group is shown if and only if n + X &gt; k. A group of no unit is
 * never shown. A group of one unit is shown with probability P(X = k), the mass of the boundary,
 * and k is the smallest integer for which that is at most δ₁. It is found with arithmetic rounded
 * against us, from the distribution that is sampled and not from its continuous cousin.
 *
 * <p>Guarantee: where one unit can be in at most L₀ groups, showing all groups so selected is (ε,
 * δ)-differentially private for adding or removing a unit: each group gets ε₁ = ε/L₀ and δ₁ = δ/L₀.
 * With the probabilities π(n) of showing n units and δ' = π(1) &le; δ₁, π(n+1) = min(e^ε₁ π(n) + δ',
 * 1 - e^-ε₁ (1 - π(n) - δ'), 1): no mechanism that is (ε₁, δ')-differentially private shows any
 * group with a higher probability.
 *
 * <p>Source: D. Desfontaines, J. Voss, B. Gipson, C. Mandayam, "Differentially private partition
 * selection", PoPETs 2022(1): the optimal probabilities, and the k-truncated symmetric geometric
 * distribution that gives them.
 */
public final class PartitionSelection {
  private static final MathContext SHOWN = new MathContext(20, RoundingMode.HALF_EVEN);

  private final BigFraction epsilon;
  private final BigFraction delta;
  private final int maxGroupsPerUnit;
  private final TruncatedLaplace noise;

  private PartitionSelection(
      BigFraction epsilon, BigFraction delta, int maxGroupsPerUnit, TruncatedLaplace noise) {
    this.epsilon = epsilon;
    this.delta = delta;
    this.maxGroupsPerUnit = maxGroupsPerUnit;
    this.noise = noise;
  }

  /**
   * The selection that spends ε and δ on all groups together.
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @param maxGroupsPerUnit L₀ &ge; 1, the most groups that rows of one unit can be in
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static PartitionSelection of(
      BigFraction epsilon, BigFraction delta, int maxGroupsPerUnit) {
    BigFraction e = Checks.positive("Epsilon", epsilon);
    BigFraction d = Checks.probability("Delta", delta);
    int groups = Checks.atLeastOne("The number of groups per unit", maxGroupsPerUnit);
    BigFraction perGroup = e.divide(groups);
    BigInteger bound = TruncatedLaplaceMath.smallestBound(perGroup, d.divide(groups));
    return new PartitionSelection(
        e, d, groups, new TruncatedLaplace(perGroup.reciprocal(), bound));
  }

  /** ε of the selection of all groups. */
  public BigFraction epsilon() {
    return epsilon;
  }

  /** δ of the selection of all groups. */
  public BigFraction delta() {
    return delta;
  }

  /** The most groups of one unit that this selection is calibrated for. */
  public int maxGroupsPerUnit() {
    return maxGroupsPerUnit;
  }

  /** The noise that {@link #select} needs. */
  public TruncatedLaplace noise() {
    return noise;
  }

  /**
   * A group is shown when its number of units plus noise is <em>above</em> this value, k. From 2k +
   * 1 units on it is always shown.
   */
  public BigInteger threshold() {
    return noise.bound();
  }

  /**
   * Decides about one group with a fresh draw.
   *
   * @param units the exact number of distinct units in the group
   * @param tape a tape of {@link #noise()}
   * @throws IllegalArgumentException if the tape holds other noise
   */
  public boolean select(BigInteger units, NoiseTape tape) {
    tape.require(noise);
    boolean above = units.add(tape.next()).compareTo(threshold()) > 0;
    return above && units.signum() > 0;
  }

  /** The probability that a group of {@code units} units is shown, to 20 digits. */
  public BigDecimal probability(BigInteger units) {
    Interval bounds = probabilityBounds(units);
    return bounds.low().add(bounds.high()).divide(BigDecimal.valueOf(2), SHOWN);
  }

  /** The probability that a group of {@code units} units is shown, between certain bounds. */
  Interval probabilityBounds(BigInteger units) {
    BigInteger needed = threshold().add(BigInteger.ONE).subtract(units);
    return units.signum() <= 0 ? Interval.ZERO : TruncatedLaplaceMath.tail(noise, needed);
  }
}
