package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * One noisy vector, in every group of a frontier. Its components are exact integers; component
 * {@code i} gets noise on the scale {@code weight(i)} times that of a component of weight 1.
 *
 * <p>The claim: with one unit added or removed, the change d of all components in all groups
 * together satisfies sum |d_i| / weight_i ≤ {@code l1} and sum (d_i / weight_i)² ≤ {@code
 * l2Squared}. Independent discrete Laplace noise of scale weight_i · l1 / epsilon then makes the
 * vector epsilon-differentially private; discrete Gaussian noise calibrated to l2Squared makes it
 * (epsilon, delta)-differentially private (Canonne, Kamath, Steinke 2020, theorem 14).
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param components at least one
 * @param l1 weighted L1 sensitivity, positive
 * @param l2Squared square of the weighted L2 sensitivity, positive
 * @param noise distribution
 * @param epsilon share of the query's epsilon, positive
 * @param delta share of the query's delta; 0 for Laplace
 * @param additive whether the exact integers of several groups add up to those of their union
 */
public record Release(
    String what,
    List<Component> components,
    BigFraction l1,
    BigFraction l2Squared,
    NoiseKind noise,
    BigFraction epsilon,
    BigFraction delta,
    boolean additive) {

  /** Checks that no release goes without noise. */
  public Release {
    components = List.copyOf(components);
    if (components.isEmpty() || l1.signum() <= 0 || l2Squared.signum() <= 0) {
      throw new IllegalArgumentException("a release needs components and a positive sensitivity");
    }
    if (epsilon.signum() <= 0 || delta.signum() < 0) {
      throw new IllegalArgumentException("a release needs a positive epsilon");
    }
  }

  /**
   * One integer of the vector: a linear combination of cells.
   *
   * @param terms what is added up
   * @param weight relative scale of its noise, positive
   */
  public record Component(List<Term> terms, BigFraction weight) {}

  /**
   * A cell times a factor.
   *
   * @param cell which integer
   * @param factor integer factor
   */
  public record Term(AggregateQuery.Cell cell, BigInteger factor) {}

  /**
   * A released integer: a component of a release, a quantile, a sum whose clamp was found, or the
   * place of a mode.
   *
   * @param release index into {@link Frontier#releases()}, or, behind those, into {@link
   *     Frontier#quantiles()}, then {@link Frontier#clamps()}, then {@link Frontier#modes()}
   * @param component index into {@link Release#components()}, or {@link
   *     QuantileRelease#fractions()}, or 0
   */
  public record Ref(int release, int component) {}
}
