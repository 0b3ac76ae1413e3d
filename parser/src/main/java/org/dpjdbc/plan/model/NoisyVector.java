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
public record NoisyVector(
    String what,
    List<Component> components,
    BigFraction l1,
    BigFraction l2Squared,
    NoiseKind noise,
    BigFraction epsilon,
    BigFraction delta,
    boolean additive)
    implements Release {

  /** Checks that no release goes without noise. */
  public NoisyVector {
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
  public record Component(List<Term> terms, BigFraction weight) {
    Component withoutFirstQuery() {
      return new Component(
          terms.stream()
              .map(term -> new Term(term.cell().withoutFirstQuery(), term.factor()))
              .toList(),
          weight);
    }
  }

  /**
   * A cell times a factor.
   *
   * @param cell which integer
   * @param factor integer factor
   */
  public record Term(AggregateQuery.Cell cell, BigInteger factor) {}

  @Override
  public int size() {
    return components.size();
  }

  @Override
  public List<Integer> queries() {
    return components.stream()
        .flatMap(component -> component.terms().stream())
        .map(term -> term.cell().query())
        .distinct()
        .toList();
  }

  @Override
  public <T> T accept(Visitor<T> visitor) {
    return visitor.vector(this);
  }

  /** A noisy vector without its share. */
  public record Draft(
      String what,
      List<Component> components,
      BigInteger l1,
      BigInteger l2Squared,
      boolean additive)
      implements Release.Draft {
    /** By the triangle inequality, in L1 and in L2. */
    @Override
    public Draft together(int units) {
      BigInteger k = BigInteger.valueOf(units);
      return new Draft(what, components, l1.multiply(k), l2Squared.multiply(k.pow(2)), additive);
    }

    /** The same with another sensitivity in L2. */
    public Draft withL2Squared(BigInteger other) {
      return new Draft(what, components, l1, other, additive);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(
          what,
          components.stream().map(Component::withoutFirstQuery).toList(),
          l1,
          l2Squared,
          additive);
    }

    @Override
    public NoisyVector complete(Share share) {
      return new NoisyVector(
          what,
          components,
          BigFraction.of(l1),
          BigFraction.of(l2Squared),
          share.noise(),
          share.epsilon(),
          share.noise() == NoiseKind.GAUSSIAN ? share.delta() : BigFraction.ZERO,
          additive);
    }
  }
}
