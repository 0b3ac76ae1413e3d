package org.dpjdbc.budget.accountant;

import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.GaussianSmoothing;

/**
 * μ² of Gaussian differential privacy. The privacy-loss distribution of a budget is that of N(0, 1)
 * against N(μ, 1), and each mechanism takes a share of μ² by which the budget dominates it,
 * whatever was chosen and seen before: a share taken is a Gaussian that was revealed, and what
 * remains is a Gaussian again (fully adaptive composition: A. Smith, A. Thakurta, 2022; A. Koskela,
 * M. Tobaben, A. Honkela, ICLR 2023).
 *
 * <p><b>Gaussian noise</b> of parameter σ² on a coordinate that moves by d takes d²/(σ² - s²), for
 * the s² of {@link GaussianSmoothing}: there it is proved that 10^10 releases of 10^15 integers
 * each that one unit moves differ by a factor within 1 ± 10^-12 from what continuous Gaussians
 * give; {@link Accounting} sets that aside.
 *
 * <p><b>What is ε-differentially private</b> is dominated by randomized response (Kairouz, Oh,
 * Viswanath 2015), and that with a Gaussian of μ² = s beside it by a Gaussian of s + c, if and only
 * if that holds for the total variation distances, 2Φ(√(s + c)/2) - 1 ≥ tanh(ε/2) + 2/(1 + e^ε) ·
 * δ_s(ε) with δ_s of {@link org.dpjdbc.noise.GaussianPrivacy}. Proof: times e^(l/2), both
 * hockey-stick divergences are convolutions of g₀(l) = 2 sinh(l/2)₊ with K₁ = a two-point
 * distribution on ±ε smoothed by N(0, s), and K₂ = N(0, s + c), up to factors that make ∫ K
 * e^(±l/2) equal. Since g₀'' - g₀/4 = δ₀, their difference D solves D'' - D/4 = k = K₁ - K₂. k is
 * even, and log K₁/K₂ is concave in l², so k changes sign at most twice for l &gt; 0 and is
 * negative for large l, where D(l) = ∫_l^∞ 2 sinh((y - l)/2) k(y) dy &lt; 0. A positive maximum of
 * D needs k &lt; 0, which leaves the interval around 0 on which k may be negative; but if D(0) ≤ 0
 * and D'(0) = 0, D falls there. Hence D ≤ 0 everywhere if D(0) ≤ 0, which is the condition.
 *
 * <p>With s = 4ε² the condition holds for c = 1.04 ε² at every ε (as ε → 0 for c ≥ 1.0397 ε², and
 * more easily for greater ones; {@code GaussianLossTest} checks it), and for greater s all the
 * more: both sides get another Gaussian beside them. So what is ε-differentially private takes 1.04
 * ε², as long as 4 ε² of the budget remain after it. That is the headroom. It is not taken, but the
 * largest of a history must remain for good: then it remained at every step, also at one that was
 * admitted as pure.
 */
final class GaussianLoss {
  /** c/ε². */
  static final BigFraction PURE = BigFraction.of(26, 25);

  /** s/ε². */
  static final BigFraction HEADROOM = BigFraction.of(4);

  private GaussianLoss() {}

  static Loss of(ChargedMechanism mechanism) {
    if (mechanism instanceof ChargedMechanism.Laplace laplace) {
      BigFraction b = laplace.l1().divide(laplace.epsilon());
      BigFraction squares = laplace.l2Squared().divide(b.multiply(b));
      BigFraction all = laplace.epsilon().multiply(laplace.epsilon());
      return ofSquares(ConcentratedLoss.min(all, squares));
    } else if (mechanism instanceof ChargedMechanism.Gaussian gaussian) {
      return of(gaussian);
    } else if (mechanism instanceof ChargedMechanism.Selection selection) {
      return ofPure(selection.epsilon().divide(selection.groups()))
          .times(selection.groups())
          .withFailure(selection.delta());
    }
    return ofPure(mechanism.epsilon()).withFailure(mechanism.delta());
  }

  /** What any ε-differentially private mechanism takes. */
  static Loss ofPure(BigFraction epsilon) {
    return ofSquares(epsilon.multiply(epsilon));
  }

  private static Loss ofSquares(BigFraction squares) {
    return new Loss(squares.multiply(PURE), squares.multiply(HEADROOM), BigFraction.ZERO);
  }

  /** Narrow noise is not smooth enough: of that its (ε, δ) is taken. */
  private static Loss of(ChargedMechanism.Gaussian gaussian) {
    BigFraction min = gaussian.minSigmaSquared();
    BigFraction smooth = min.subtract(GaussianSmoothing.LOST);
    Loss asPure = ofPure(gaussian.epsilon()).withFailure(gaussian.delta());
    if (!GaussianSmoothing.isSmooth(min)) {
      return asPure;
    }
    BigFraction narrower = gaussian.sigmaSquared().multiply(smooth.divide(min));
    return Loss.of(gaussian.l2Squared().divide(narrower));
  }
}
