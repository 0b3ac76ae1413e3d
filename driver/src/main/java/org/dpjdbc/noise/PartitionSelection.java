package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Decides which groups of private keys are shown: the (ε, δ)-optimal mechanism for one group, on
 * the exact number of units in it.
 *
 * <p>Noise X of the discrete Laplace distribution of scale w/ε₁, truncated to [-k, k], is added to
 * the number of units n, and the group is shown if and only if n + X &gt; k. Here w is the most by
 * which one unit moves the number of one group, nearly always 1. A group of no unit is never shown.
 * A group of one unit is shown with probability P(X &gt; k - w), the mass at the boundary, and k is
 * the smallest integer for which that is at most δ₁. It is found with arithmetic rounded against
 * us, from the distribution that is sampled and not from its continuous cousin.
 *
 * <p>Guarantee: where one unit can be in at most L₀ groups, showing all groups so selected is (ε,
 * δ)-differentially private for adding or removing a unit: each group gets ε₁ = ε/L₀ and δ₁ = δ/L₀.
 * (Where n + X &gt; k is possible for both of two neighbours, their probabilities differ by a
 * factor of at most exp(w / (w/ε₁)); where it is possible for one alone, it has at most the
 * boundary's mass.)
 *
 * <p>For any w units at once, each counted once in a group, it is (ε, δ)-differentially private as
 * well, in whichever groups they are. They move the numbers n(g) by m(g) &le; w, and all together
 * by at most w L₀, so that ε₁ m(g)/w adds up to at most ε. And the mass δ(m) = P(X &gt; k - m) that
 * one of two neighbours alone may have is a sum of m probabilities that grow toward 0, up to m = k:
 * it is convex, so δ(m) &le; δ(w) m/w, and over all groups they add up to at most L₀ δ(w) &le; δ.
 *
 * <p>What is shown of a group may be the noisy number itself, and not only that it passed ({@link
 * #release}). For n + X is an additive mechanism over the groups that could be: for two neighbours
 * that differ by m in a group, the probabilities of any value that both can give differ by a factor
 * of at most exp(ε₁ m/w), and what the one can give and the other cannot has, whichever of the two
 * it is, the mass P(X &gt; k - m) = δ(m) of the last m values of its noise. So one group is (ε₁
 * m/w, δ(m))-differentially private, and all together are (ε, δ)-differentially private by the sums
 * above. To leave out what is not above k only hides some of the outcome, and a group of no unit,
 * whose noise is at most k, is always left out: that it was never asked about shows nothing. The
 * number need not be one of units, then. Of any count that is not negative, and that one unit moves
 * by at most w in each group and by at most w L₀ in all, it is as true. With L₀ = 1 the count may
 * be one of rows, of which a unit has w in all, in one group or in many: the threshold is that of a
 * unit with all of them in one group, because δ(m) is convex and no other division of w has more
 * mass.
 *
 * <p>Optimality, for w = 1: with the probabilities π(n) of showing n units and δ' = π(1) &le; δ₁,
 * π(n+1) = min(e^ε₁ π(n) + δ', 1 - e^-ε₁ (1 - π(n) - δ'), 1), and no (ε₁, δ')-differentially
 * private mechanism shows any group with a higher probability. That k is an integer, so that δ'
 * &lt; δ₁, costs at most one unit.
 *
 * <p>Source: D. Desfontaines, J. Voss, B. Gipson, C. Mandayam, "Differentially private partition
 * selection", PoPETs 2022(1): the optimal probabilities, and the k-truncated symmetric geometric
 * distribution that gives them.
 */
public final class PartitionSelection implements CountSelection {
  private static final MathContext SHOWN = new MathContext(20, RoundingMode.HALF_EVEN);

  private static final RecentResults<Asked, BigInteger> BOUNDS =
      new RecentResults<>(
          512, asked -> TruncatedLaplaceMath.smallestBound(asked.scale, asked.weight, asked.delta));

  private final BigFraction epsilon;
  private final BigFraction delta;
  private final int maxGroupsPerUnit;
  private final int maxUnitWeight;
  private final TruncatedLaplace noise;

  private record Asked(BigFraction scale, int weight, BigFraction delta) {}

  private PartitionSelection(
      BigFraction epsilon,
      BigFraction delta,
      int maxGroupsPerUnit,
      int maxUnitWeight,
      TruncatedLaplace noise) {
    this.epsilon = epsilon;
    this.delta = delta;
    this.maxGroupsPerUnit = maxGroupsPerUnit;
    this.maxUnitWeight = maxUnitWeight;
    this.noise = noise;
  }

  /**
   * The selection that spends ε and δ on all groups together, each unit counting once in a group.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   * @see #of(BigFraction, BigFraction, int, int)
   */
  public static PartitionSelection of(
      BigFraction epsilon, BigFraction delta, int maxGroupsPerUnit) {
    return of(epsilon, delta, maxGroupsPerUnit, 1);
  }

  /**
   * The selection that spends ε and δ on all groups together.
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @param maxGroupsPerUnit L₀ &ge; 1, the most groups that rows of one unit can be in
   * @param maxUnitWeight w &ge; 1, the most by which one unit moves the number of one group, or how
   *     many units are protected together
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static PartitionSelection of(
      BigFraction epsilon, BigFraction delta, int maxGroupsPerUnit, int maxUnitWeight) {
    BigFraction e = MechanismChecks.positive("Epsilon", epsilon);
    BigFraction d = MechanismChecks.probability("Delta", delta);
    int groups = MechanismChecks.atLeastOne("The number of groups per unit", maxGroupsPerUnit);
    int weight = MechanismChecks.atLeastOne("The weight of a unit", maxUnitWeight);
    BigFraction scale = e.divide(groups).reciprocal().multiply(weight);
    BigInteger bound = BOUNDS.of(new Asked(scale, weight, d.divide(groups)));
    return new PartitionSelection(e, d, groups, weight, new TruncatedLaplace(scale, bound));
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

  /** The most by which one unit may move the number of a group. */
  public int maxUnitWeight() {
    return maxUnitWeight;
  }

  /** The noise that {@link #select} needs. */
  @Override
  public TruncatedLaplace noise() {
    return noise;
  }

  /**
   * A group is shown when its number of units plus noise is <em>above</em> this value, k. From 2k +
   * 1 units on it is always shown.
   */
  @Override
  public BigInteger threshold() {
    return noise.bound();
  }

  /**
   * Decides about one group with a fresh draw.
   *
   * @param units the exact number of units in the group, each counted at most w times
   * @param tape a tape of {@link #noise()}
   * @throws IllegalArgumentException if the tape holds other noise
   */
  public boolean select(BigInteger units, NoiseTape tape) {
    tape.require(noise);
    return isShown(units, tape.next().add(units));
  }

  /**
   * Releases the count of one group with a fresh draw, if it is shown.
   *
   * @param count the exact count of the group, at least 0, that a unit moves by at most w
   * @param tape a tape of {@link #noise()}
   * @return the noisy count, above {@link #threshold()}; empty if the group is not shown
   * @throws IllegalArgumentException if the tape holds other noise
   */
  @Override
  public Optional<BigInteger> release(BigInteger count, NoiseTape tape) {
    tape.require(noise);
    BigInteger noisy = tape.next().add(count);
    return isShown(count, noisy) ? Optional.of(noisy) : Optional.empty();
  }

  /** The noise is at most the threshold, so that 0 is never shown; that is checked once more. */
  private boolean isShown(BigInteger count, BigInteger noisy) {
    boolean above = noisy.compareTo(threshold()) > 0;
    return above && count.signum() > 0;
  }

  /** The probability that a group of {@code units} units is shown, to 20 digits. */
  public BigDecimal probability(BigInteger units) {
    RealInterval bounds = probabilityBounds(units);
    return bounds.low().add(bounds.high()).divide(BigDecimal.valueOf(2), SHOWN);
  }

  /** The probability that a group of {@code units} units is shown, between certain bounds. */
  RealInterval probabilityBounds(BigInteger units) {
    BigInteger needed = threshold().add(BigInteger.ONE).subtract(units);
    return units.signum() <= 0 ? RealInterval.ZERO : TruncatedLaplaceMath.tail(noise, needed);
  }
}
