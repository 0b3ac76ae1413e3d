package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.noise.SmoothedCalibration;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.GaussianPart;
import org.dpjdbc.plan.model.Release;

/**
 * The vectors of a query, or of one of its several clauses, that get Gaussian noise, which are one
 * vector: (E, D)-differentially private for E and D, the sums of their epsilons and deltas.
 *
 * <p>Vector i claims Σ (d/w)² ≤ l2ᵢ² for the changes d of its integers and their weights w. With
 * weights w √(l2ᵢ²/aᵢ) in its place, aᵢ its part, all vectors together have Σ (d/w)² aᵢ/l2ᵢ² ≤ Σ aᵢ
 * = 1. So noise that is calibrated for a vector of sensitivity 1 at (E, D), and on each integer as
 * wide as its weight, makes all of them together (E, D)-differentially private ({@link
 * GaussianMechanism}). Vector i has the noise of a vector on its own, of the squared sensitivity
 * l2ᵢ²/aᵢ at (E, D).
 *
 * <p>That vectors are released in turn, and what a later one is asked with may depend on earlier
 * ones, changes nothing: neither the parts nor the sensitivities depend on it, and both ρ of
 * concentrated differential privacy (M. Bun, T. Steinke, TCC 2016, lemma 2.3) and μ² of Gaussian
 * differential privacy (J. Dong, A. Roth, W. Su, JRSS B 84(1), 2022, theorem 4) add up for vectors
 * chosen so. Nor do other mechanisms in between, whose loss is at most some ε outside an event of
 * probability δ: the calibrations bound E[(1 - exp(E - Z))₊] by D for the loss Z that the Gaussians
 * have in all, and given what came before, by timestamps of the loss of each, or by a pair of
 * distributions that dominates each (Y. Zhu, J. Dong, Y.-X. Wang, AISTATS 2022, theorem 10). With
 * the losses of the others added to Z, and their ε to E, it is still at most D.
 *
 * <p>The calibration is the better of two, concentrated differential privacy and {@link
 * SmoothedCalibration}, the same for all; a single integer alone has the exact one.
 */
public final class JointGaussian {
  /** Parts of so great a denominator are shown in percent. */
  private static final BigInteger SHORT = BigInteger.valueOf(100);

  private final Map<GaussianPart, GaussianMechanism> mechanisms;

  private JointGaussian(Map<GaussianPart, GaussianMechanism> mechanisms) {
    this.mechanisms = mechanisms;
  }

  /**
   * The vector of a query, or of one of its clauses.
   *
   * @throws IllegalStateException if the parts do not add up to one vector
   */
  static JointGaussian of(List<Frontier> frontiers) {
    List<GaussianPart> parts =
        frontiers.stream().flatMap(frontier -> gaussians(frontier).stream()).toList();
    if (parts.isEmpty()) {
      return new JointGaussian(Map.of());
    }
    BigFraction epsilon = sum(parts, GaussianPart::epsilon);
    BigFraction delta = sum(parts, GaussianPart::delta);
    boolean whole =
        sum(parts, GaussianPart::part).equals(BigFraction.ONE)
            && parts.stream()
                .allMatch(
                    part ->
                        part.epsilon().equals(epsilon.multiply(part.part()))
                            && part.delta().equals(delta.multiply(part.part())));
    if (!whole) {
      throw new IllegalStateException("the parts are not those of one Gaussian vector");
    }
    GaussianPart first = parts.get(0);
    boolean oneGroup =
        frontiers.stream()
            .filter(frontier -> !gaussians(frontier).isEmpty())
            .allMatch(frontier -> frontier.keys().isEmpty());
    boolean integer =
        oneGroup && parts.size() == 1 && first.weights().equals(List.of(BigFraction.ONE));
    return new JointGaussian(
        integer
            ? Map.of(first, GaussianMechanism.ofInteger(root(first.l2Squared()), epsilon, delta))
            : calibrated(parts, epsilon, delta));
  }

  private static List<GaussianPart> gaussians(Frontier frontier) {
    return frontier.releases().stream()
        .flatMap(release -> release.gaussianPart().stream())
        .toList();
  }

  /** By the theorem that gives all of them less noise, which must be one for all of them. */
  private static Map<GaussianPart, GaussianMechanism> calibrated(
      List<GaussianPart> parts, BigFraction epsilon, BigFraction delta) {
    Map<GaussianPart, GaussianMechanism> concentrated =
        each(parts, part -> GaussianMechanism.ofVector(l2Squared(part), epsilon, delta));
    return SmoothedCalibration.of(epsilon, delta)
        .filter(smoothed -> parts.stream().allMatch(part -> suits(smoothed, part)))
        .map(smoothed -> each(parts, p -> GaussianMechanism.ofVector(l2Squared(p), smoothed)))
        .filter(smoothed -> logVariance(parts, smoothed) < logVariance(parts, concentrated))
        .orElse(concentrated);
  }

  private static BigFraction l2Squared(GaussianPart part) {
    return part.l2Squared().divide(part.part());
  }

  private static Map<GaussianPart, GaussianMechanism> each(
      List<GaussianPart> parts, Function<GaussianPart, GaussianMechanism> mechanism) {
    Map<GaussianPart, GaussianMechanism> mechanisms = new HashMap<>();
    parts.forEach(part -> mechanisms.computeIfAbsent(part, mechanism));
    return mechanisms;
  }

  private static boolean suits(SmoothedCalibration smoothed, GaussianPart part) {
    return Stream.concat(Stream.of(BigFraction.ONE), part.weights().stream())
        .allMatch(weight -> smoothed.suits(l2Squared(part), weight));
  }

  /** The most that an integer is, of whose square that is a bound. */
  private static BigInteger root(BigFraction square) {
    return square.getNumerator().divide(square.getDenominator()).sqrt();
  }

  /** Of all parts; of a part's integers the mean. */
  private static double logVariance(
      List<GaussianPart> parts, Map<GaussianPart, GaussianMechanism> mechanisms) {
    return parts.stream()
        .mapToDouble(
            part -> logVariance(part, Objects.requireNonNull(mechanisms.get(part), "calibrated")))
        .sum();
  }

  private static double logVariance(GaussianPart part, GaussianMechanism mechanism) {
    return part.weights().stream()
        .mapToDouble(weight -> Math.log(mechanism.noise(weight).sigmaSquared().doubleValue()))
        .average()
        .orElseThrow();
  }

  /** The mechanism of a release of the query that is part of the vector. */
  GaussianMechanism mechanism(Release release) {
    return Objects.requireNonNull(
        mechanisms.get(release.gaussianPart().orElseThrow()), "a part of the vector");
  }

  /** What EXPLAIN PRIVACY calls the mechanism of a part. */
  static String name(GaussianPart part) {
    BigFraction share = part.part();
    if (share.equals(BigFraction.ONE)) {
      return "discrete Gaussian";
    }
    boolean isShort = share.getDenominator().compareTo(SHORT) < 0;
    String amount =
        isShort
            ? share.getNumerator() + "/" + share.getDenominator()
            : SignificantDigits.text(share.multiply(BigInteger.valueOf(100))) + " %";
    return "discrete Gaussian, " + amount + " of one vector";
  }

  private static <T> BigFraction sum(List<T> all, Function<T, BigFraction> of) {
    return all.stream().map(of).reduce(BigFraction.ZERO, BigFraction::add);
  }
}
