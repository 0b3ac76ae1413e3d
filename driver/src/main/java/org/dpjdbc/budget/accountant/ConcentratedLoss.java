package org.dpjdbc.budget.accountant;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * ρ of zero-concentrated differential privacy (M. Bun, T. Steinke, TCC 2016), exact or rounded up.
 *
 * <p>What is ε-differentially private is ρ-zCDP for ρ = ε tanh(ε/2), which is below ε²/2. By
 * Kairouz, Oh and Viswanath (ICML 2015) no ε-differentially private mechanism tells more than
 * randomized response, whose Rényi divergence of order α is log(cosh(ε(α - 1/2)) / cosh(ε/2)) / (α
 * - 1). With u = (α - 1/2)² the logarithm is g(u) - g(1/4) for g(u) = log cosh(ε√u), which is
 * concave because tanh(x)/x falls; so it is at most (u - 1/4) g'(1/4) = α(α - 1) ε tanh(ε/2).
 *
 * <p>A vector with Laplace noise of scale b whose i-th integer moves by d_i is
 * |d_i|/b-differentially private in that integer, hence Σ (d_i/b)²/2-zCDP; ε tanh(ε/2) may be less.
 * The discrete Gaussian is Δ²/(2σ²)-zCDP (Canonne, Kamath, Steinke 2020, theorem 14), and what has
 * ε-bounded range is ε²/8-zCDP (M. Cesar, R. Rogers, ALT 2021, lemma 3.2). What is (ε,
 * δ)-differentially private is ε-differentially private outside an event of probability δ (Kairouz,
 * Oh, Viswanath), thus δ-approximately zCDP (Bun and Steinke, section 8).
 */
final class ConcentratedLoss {
  private static final BigFraction HALF = BigFraction.of(1, 2);
  private static final BigFraction EIGHTH = BigFraction.of(1, 8);
  private static final BigFraction FIFTEEN = BigFraction.of(15);

  private ConcentratedLoss() {}

  static Loss of(ChargedMechanism mechanism) {
    if (mechanism instanceof ChargedMechanism.Laplace laplace) {
      BigFraction b = laplace.l1().divide(laplace.epsilon());
      BigFraction squares = laplace.l2Squared().divide(b.multiply(b)).multiply(HALF);
      return Loss.of(min(rho(laplace.epsilon()), squares));
    } else if (mechanism instanceof ChargedMechanism.Gaussian gaussian) {
      return Loss.of(gaussian.l2Squared().divide(gaussian.sigmaSquared()).multiply(HALF));
    } else if (mechanism instanceof ChargedMechanism.Selection selection) {
      BigFraction one = selection.epsilon().divide(selection.groups());
      return Loss.of(rho(one).multiply(selection.groups())).withFailure(selection.delta());
    } else if (mechanism instanceof ChargedMechanism.Exponential exponential) {
      BigFraction epsilon = exponential.epsilon();
      return Loss.of(min(rho(epsilon), epsilon.multiply(epsilon).multiply(EIGHTH)));
    }
    return ofPure(mechanism.epsilon()).withFailure(mechanism.delta());
  }

  /** What any ε-differentially private mechanism takes. */
  static Loss ofPure(BigFraction epsilon) {
    return Loss.of(rho(epsilon));
  }

  /** ε tanh(ε/2), by a convergent of Lambert's continued fraction that is above it, or by 1. */
  private static BigFraction rho(BigFraction epsilon) {
    BigFraction x = epsilon.multiply(HALF);
    BigFraction square = x.multiply(x);
    BigFraction tanh = x.multiply(square.add(FIFTEEN)).divide(square.multiply(6).add(FIFTEEN));
    return epsilon.multiply(min(tanh, BigFraction.ONE));
  }

  static BigFraction min(BigFraction a, BigFraction b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
