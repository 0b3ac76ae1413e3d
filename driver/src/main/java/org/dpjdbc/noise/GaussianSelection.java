package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Decides which groups of private keys are shown by a count with Gaussian noise, which is also what
 * is released of them: a group is shown if n + X &gt; T, and then n + X is its count. A group whose
 * count is 0 is never shown, so that it makes no difference whether it exists.
 *
 * <p>Guarantee: let one unit, or all that are added or removed at once, raise the counts n(g) by
 * m(g), in pieces of p = w/k, of which there are at most k in one group and at most k L₀ in all.
 * Let the noise X make counts that are all shown, and move so, (ε, δ₁)-differentially private, and
 * T be such that f(m) = P(X &gt; T - m) satisfies L₀ max(k f(p), f(w)) ≤ δ₂. Then what is shown is
 * (ε, δ₁ + δ₂)-differentially private.
 *
 * <p>Proof. Let D' be D with the units, S the groups whose count in D' is not 0, and A those of S
 * whose count in D is 0. M(D) is what is shown. Let F(D) be what is above T of all counts of S with
 * noise, those of A among them, whose count is 0. F is post-processing of counts with noise, so
 * F(D) and F(D') are (ε, δ₁)-indistinguishable; F(D') is M(D'); and M(D) is F(D) without the groups
 * of A. F(D) has a group of A with probability at most Σ P(X &gt; T) over A, F(D') with at most η =
 * Σ f(m(g)) over A, which is no less. For a set B of outcomes, B₀ being those without a group of A:
 *
 * <ul>
 *   <li>P(M(D) ∈ B) ≤ P(F(D) ∈ B) + η, for M(D) and F(D), of the same noise, differ where F(D) has
 *       a group of A alone; so it is at most e^ε P(M(D') ∈ B) + δ₁ + η.
 *   <li>P(M(D') ∈ B) ≤ P(F(D') ∈ B₀) + η ≤ e^ε P(F(D) ∈ B₀) + δ₁ + η, and P(F(D) ∈ B₀) ≤ P(M(D) ∈
 *       B), for where F(D) has no group of A it is M(D).
 * </ul>
 *
 * <p>η ≤ δ₂: a group of A with j pieces has f(m) ≤ f(jp). f is convex up to T, as probabilities
 * grow toward 0, and f(0) ≥ 0, so that f(jp)/j first falls and then grows as j does: it is at most
 * the greater one of f(p) and f(w)/k. All groups have at most k L₀ pieces, hence η ≤ k L₀ max(f(p),
 * f(w)/k).
 *
 * <p>Composition: the noise of the groups of A is independent of all others. Outside the event that
 * M(D') shows one of them, which has probability at most δ₂, M(D') is what M(D) is with the other
 * counts moved: no more than a part of the vector with Gaussian noise. So it is that vector, and
 * every theorem about it holds, outside an event of probability δ₂; what else is released of groups
 * that are shown is as well.
 *
 * <p>T is found from P(X ≥ x) ≤ Q((x - ½)/σ), where Q is the tail of the normal distribution: for k
 * ≥ x ≥ σ + ½ the density is convex between k - ½ and k + ½, so that at k it is at most its mean
 * there; and the sum that P divides by is at least σ√(2π) (Poisson's summation formula).
 */
public final class GaussianSelection implements CountSelection {
  private static final int DIGITS = 20;
  private static final IntervalMath MATH = new IntervalMath(DIGITS);
  private static final MillsRatio MILLS = new MillsRatio(MATH);
  private static final BigFraction HALF = BigFraction.of(1, 2);

  private final GaussianMechanism mechanism;
  private final BigInteger threshold;

  private GaussianSelection(GaussianMechanism mechanism, BigInteger threshold) {
    this.mechanism = mechanism;
    this.threshold = threshold;
  }

  /**
   * A selection by counts with the noise of a mechanism, for weight 1.
   *
   * @param mechanism makes the counts private, were they all shown
   * @param failure δ₂, between 0 and 1, both excluded
   * @param maxMove w &ge; 1, how far one unit moves one count
   * @param pieces k &ge; 1, a divisor of w
   * @param maxGroups L₀ &ge; 1
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static GaussianSelection of(
      GaussianMechanism mechanism, BigFraction failure, int maxMove, int pieces, int maxGroups) {
    BigFraction delta = MechanismChecks.probability("Delta", failure);
    int move = MechanismChecks.atLeastOne("The move of a count", maxMove);
    int divided = MechanismChecks.atLeastOne("The number of pieces", pieces);
    int groups = MechanismChecks.atLeastOne("The number of groups per unit", maxGroups);
    if (move % divided != 0) {
      throw new IllegalArgumentException("A count moves in whole pieces");
    }
    BigDecimal most = MATH.of(delta.divide(groups)).low();
    BigFraction sigmaSquared = mechanism.noise().sigmaSquared();
    // From here on the bound holds, and falls.
    BigInteger minimum =
        MATH.of(sigmaSquared)
            .high()
            .setScale(0, RoundingMode.CEILING)
            .toBigInteger()
            .sqrt()
            .add(BigInteger.valueOf(move + 1L));
    Tails tails = new Tails(sigmaSquared, move, divided);
    BigInteger step = BigInteger.ONE;
    BigInteger high = minimum;
    while (tails.failure(high).compareTo(most) > 0) {
      minimum = high.add(BigInteger.ONE);
      high = high.add(step);
      step = step.shiftLeft(1);
    }
    while (minimum.compareTo(high) < 0) {
      BigInteger middle = minimum.add(high).shiftRight(1);
      if (tails.failure(middle).compareTo(most) <= 0) {
        high = middle;
      } else {
        minimum = middle.add(BigInteger.ONE);
      }
    }
    return new GaussianSelection(mechanism, high);
  }

  /** What is shown that would be hidden without a unit, for one group of L₀. */
  private record Tails(BigFraction sigmaSquared, int move, int pieces) {
    BigDecimal failure(BigInteger threshold) {
      BigDecimal one = tail(threshold, move / pieces).multiply(BigDecimal.valueOf(pieces));
      return one.max(tail(threshold, move));
    }

    /** No less than P(X &gt; T - m). */
    private BigDecimal tail(BigInteger threshold, int moved) {
      BigFraction x = BigFraction.of(threshold.subtract(BigInteger.valueOf(moved))).add(HALF);
      BigDecimal square = MATH.of(x.multiply(x).divide(sigmaSquared)).low();
      RealInterval z = RealInterval.exactly(MillsRatio.root(square, DIGITS).low());
      return MATH.multiply(MILLS.density(z), MILLS.of(z)).high();
    }
  }

  /** The mechanism whose noise the counts have. */
  public GaussianMechanism mechanism() {
    return mechanism;
  }

  @Override
  public DiscreteGaussian noise() {
    return mechanism.noise();
  }

  @Override
  public BigInteger threshold() {
    return threshold;
  }

  @Override
  public Optional<BigInteger> release(BigInteger count, NoiseTape tape) {
    BigInteger noisy = mechanism.release(count, tape);
    boolean shown = noisy.compareTo(threshold) > 0 && count.signum() > 0;
    return shown ? Optional.of(noisy) : Optional.empty();
  }
}
