package org.dpjdbc.plan.contribution;

import java.util.List;
import java.util.TreeSet;
import org.dpjdbc.policy.Composition;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.policy.NoiseRule;

/**
 * Chooses the smaller noise for a release. A wrong choice costs accuracy but not privacy, so
 * floating point is fine; the choice depends only on the query and the policy.
 *
 * <p>Where epsilons and deltas add up, noise of both kinds for the same (ε, δ) is compared: Laplace
 * noise of scale l1/ε, and Gaussian noise by the tight conversion of concentrated differential
 * privacy (Canonne, Kamath, Steinke 2020, proposition 12). Of m vectors with Gaussian noise, which
 * are one for m times the (ε, δ), each has m times the variance. By the other compositions Laplace
 * noise that costs ρ = min(ε tanh(ε/2), l2² ε² / (2 l1²)) is compared with Gaussian noise of the
 * same ρ, of variance l2² / (2ρ): unless ε is large, that is less than half of Laplace's.
 */
public final class NoiseChoice {
  /** Halvings of the range of log β, which is from -40 to 40. */
  private static final int STEPS = 60;

  private static final double RANGE = 40;

  private NoiseChoice() {}

  /**
   * The kind with the smaller variance.
   *
   * @param epsilon of the release, positive
   * @param delta of the release, were it Gaussian; 0: it cannot be
   * @param l1 L1 sensitivity
   * @param l2Squared square of the L2 sensitivity
   */
  public static NoiseKind best(
      Composition composition, double epsilon, double delta, double l1, double l2Squared) {
    if (delta <= 0) {
      return NoiseKind.LAPLACE;
    }
    double rho =
        composition == Composition.BASIC
            ? rho(epsilon, Math.log(delta))
            : Math.min(
                epsilon * Math.tanh(epsilon / 2), l2Squared * epsilon * epsilon / (2 * l1 * l1));
    boolean gaussian = l2Squared / (2 * rho) < laplaceVariance(epsilon / l1);
    return gaussian ? NoiseKind.GAUSSIAN : NoiseKind.LAPLACE;
  }

  /**
   * Which vectors have Gaussian noise where epsilons and deltas add up: of the sets of those that
   * gain most by it, the one with the smallest product of all variances. Vectors with the same
   * sensitivities are alike.
   *
   * @param epsilon share of each vector, positive
   * @param delta of the query; 0: none
   * @param others mechanisms besides that share it
   * @param fixed parts of the joint Gaussian vector besides
   * @param vectors their sensitivities
   */
  public static List<NoiseKind> joint(
      double epsilon, double delta, int others, int fixed, List<Sensitivity> vectors) {
    List<Double> gains =
        vectors.stream()
            .map(
                vector ->
                    Math.log(laplaceVariance(epsilon / vector.l1())) - Math.log(vector.l2Squared()))
            .toList();
    double minimum = Double.POSITIVE_INFINITY;
    double best = 0;
    for (double gain : new TreeSet<>(delta <= 0 ? List.of() : gains)) {
      int count = fixed + (int) gains.stream().filter(each -> each >= gain).count();
      double noise = Math.log(jointVariance(epsilon, delta, count, others));
      double saved =
          fixed == 0 ? 0 : fixed * (Math.log(jointVariance(epsilon, delta, fixed, others)) - noise);
      for (double each : gains) {
        saved += each >= gain ? each - noise : 0;
      }
      if (saved > best) {
        best = saved;
        minimum = gain;
      }
    }
    double from = minimum;
    return gains.stream()
        .map(gain -> gain >= from ? NoiseKind.GAUSSIAN : NoiseKind.LAPLACE)
        .toList();
  }

  /** How far a vector moves: in L1, and the square of that in L2. */
  public record Sensitivity(double l1, double l2Squared) {}

  /**
   * The variance of each part of the joint Gaussian vector, for a part whose sensitivity in L2 is
   * 1.
   *
   * @param epsilon share of each part
   * @param delta of the query
   * @param parts how many there are
   * @param others mechanisms besides that share delta
   */
  static double jointVariance(double epsilon, double delta, int parts, int others) {
    double logDelta = Math.log(delta * parts / (parts + others));
    return parts / (2 * rho(parts * epsilon, logDelta));
  }

  /**
   * The variance of the smallest noise that a rule allows for each of some vectors.
   *
   * @param epsilon of all of them, positive
   * @param delta of all of them, were they Gaussian; 0: they cannot be
   * @param vectors how many there are
   * @param l1 L1 sensitivity
   * @param l2Squared square of the L2 sensitivity
   */
  public static double minVariance(
      NoiseRule rule, double epsilon, double delta, int vectors, double l1, double l2Squared) {
    double laplace = laplaceVariance(epsilon / vectors / l1);
    if (rule == NoiseRule.LAPLACE || delta <= 0) {
      return laplace;
    }
    double gaussian = vectors * l2Squared / (2 * rho(epsilon, Math.log(delta)));
    return rule == NoiseRule.GAUSSIAN ? gaussian : Math.min(laplace, gaussian);
  }

  /** Of the discrete distribution with P(k) proportional to exp(-|k| rate). */
  static double laplaceVariance(double rate) {
    double missing = -Math.expm1(-rate);
    return 2 * Math.exp(-rate) / (missing * missing);
  }

  /** The largest ρ that gives (ε, δ): each β = α - 1 is the best for one ρ, and δ falls with it. */
  private static double rho(double epsilon, double logDelta) {
    double low = -RANGE;
    double high = RANGE;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      double beta = Math.exp(middle);
      double slope = (1 + beta) * bestRho(epsilon, beta) - epsilon - Math.log1p(1 / beta);
      if (beta * slope - Math.log1p(beta) <= logDelta) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return bestRho(epsilon, Math.exp(high));
  }

  private static double bestRho(double epsilon, double beta) {
    return (epsilon + Math.log1p(1 / beta)) / (2 * beta + 1);
  }
}
