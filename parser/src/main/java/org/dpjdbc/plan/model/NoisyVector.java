package org.dpjdbc.plan.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.policy.NoiseKind;

/**
 * One noisy vector, in every group of a frontier. Its components are exact integers; component
 * {@code i} gets noise on the scale {@code weight(i)} times that of a component of weight 1.
 *
 * <p>The claim: with one unit added or removed, the change d of all components in all groups
 * together satisfies sum |d_i| / weight_i ≤ {@code l1} and sum (d_i / weight_i)² ≤ {@code
 * l2Squared}. Independent discrete Laplace noise of scale weight_i · l1 / epsilon then makes the
 * vector epsilon-differentially private.
 *
 * <p>All vectors of a query with discrete Gaussian noise are one vector, which is (E, D)-
 * differentially private for E and D, the sums of their epsilons and deltas: each takes {@code
 * part} of it. With weights of weight_i · √(l2Squared / part) the square of that vector's L2
 * sensitivity is the sum of the parts, which is 1, and noise calibrated to that makes it (E,
 * D)-differentially private (Canonne, Kamath, Steinke 2020, theorem 14). Its epsilon and delta are
 * part · E and part · D: what it adds to the sum, not what it would be private for if it were
 * alone.
 *
 * @param what the aggregate it serves, as EXPLAIN PRIVACY names it
 * @param components at least one
 * @param l1 weighted L1 sensitivity, positive
 * @param l2Squared square of the weighted L2 sensitivity, positive
 * @param noise distribution
 * @param epsilon share of the query's epsilon, positive
 * @param delta share of the query's delta; 0 for Laplace
 * @param part of the square of the joint Gaussian vector's sensitivity, in (0, 1]; 1 for Laplace
 * @param additive whether the exact integers of several groups add up to those of their union
 * @param unit what 1 of the integers of weight 1 stands for in the aggregates' own units
 */
public record NoisyVector(
    String what,
    List<Component> components,
    BigFraction l1,
    BigFraction l2Squared,
    NoiseKind noise,
    BigFraction epsilon,
    BigFraction delta,
    BigFraction part,
    boolean additive,
    BigFraction unit)
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
    if (part.signum() <= 0 || part.compareTo(BigFraction.ONE) > 0) {
      throw new IllegalArgumentException("a release is a part of at most all");
    }
  }

  /**
   * One integer of the vector: a linear combination of cells.
   *
   * @param terms what is added up
   * @param weight relative scale of its noise, positive
   */
  public record Component(List<Term> terms, BigFraction weight) {
    Component withWeight(BigFraction other) {
      return new Component(terms, other);
    }

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

  /** What 1 stands for, in so many parts of what is on a grid. */
  public static BigFraction unit(BigDecimal step, int parts) {
    return BigFraction.of(step.unscaledValue())
        .multiply(BigFraction.of(10).pow(-step.scale()))
        .divide(parts);
  }

  /** The smallest integer that is no less. */
  public static BigInteger ceiling(BigFraction value) {
    BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
    return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
  }

  @Override
  public int size() {
    return components.size();
  }

  @Override
  public Optional<GaussianPart> gaussianPart() {
    return noise == NoiseKind.GAUSSIAN
        ? Optional.of(
            new GaussianPart(
                l2Squared,
                components.stream().map(Component::weight).toList(),
                epsilon,
                delta,
                part))
        : Optional.empty();
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

  /**
   * Weights for Gaussian noise, with which the same sensitivity in L2 holds.
   *
   * @param weights of the components
   * @param l1 the sensitivity in L1 with these weights
   */
  public record GaussianWeights(List<BigFraction> weights, BigInteger l1) {}

  /**
   * A noisy vector without its share.
   *
   * @param components with the weights for Laplace noise
   * @param l1 with these weights
   * @param l2Squared with either weights
   * @param gaussian weights for Gaussian noise; empty if they are the same
   */
  public record Draft(
      String what,
      List<Component> components,
      BigInteger l1,
      BigInteger l2Squared,
      boolean additive,
      BigFraction unit,
      Optional<GaussianWeights> gaussian)
      implements Release.Draft {
    /** A vector with the same weights for either noise. */
    public Draft(
        String what,
        List<Component> components,
        BigInteger l1,
        BigInteger l2Squared,
        boolean additive,
        BigFraction unit) {
      this(what, components, l1, l2Squared, additive, unit, Optional.empty());
    }

    /** By the triangle inequality, in L1 and in L2. */
    @Override
    public Draft together(int units) {
      BigInteger k = BigInteger.valueOf(units);
      return new Draft(
          what,
          components,
          l1.multiply(k),
          l2Squared.multiply(k.pow(2)),
          additive,
          unit,
          gaussian.map(of -> new GaussianWeights(of.weights(), of.l1().multiply(k))));
    }

    /**
     * The same with weights of its own for Gaussian noise.
     *
     * @param weights with which the sensitivity in L2 is what it is with those for Laplace noise
     * @param further how much greater the sensitivity in L1 is with them
     */
    public Draft withGaussian(List<BigFraction> weights, BigFraction further) {
      GaussianWeights others = new GaussianWeights(weights, ceiling(further.multiply(l1)));
      return new Draft(what, components, l1, l2Squared, additive, unit, Optional.of(others));
    }

    /** The same with another sensitivity in L2. */
    public Draft withL2Squared(BigInteger other) {
      return new Draft(what, components, l1, other, additive, unit, gaussian);
    }

    @Override
    public Draft withoutFirstQuery() {
      return new Draft(
          what,
          components.stream().map(Component::withoutFirstQuery).toList(),
          l1,
          l2Squared,
          additive,
          unit,
          gaussian);
    }

    @Override
    public NoisyVector complete(Share share) {
      Optional<GaussianWeights> others =
          share.noise() == NoiseKind.GAUSSIAN ? gaussian : Optional.empty();
      return new NoisyVector(
          what,
          others.map(this::weighted).orElse(components),
          BigFraction.of(others.map(GaussianWeights::l1).orElse(l1)),
          BigFraction.of(l2Squared),
          share.noise(),
          share.epsilon(),
          share.noise() == NoiseKind.GAUSSIAN ? share.delta() : BigFraction.ZERO,
          share.noise() == NoiseKind.GAUSSIAN ? share.part() : BigFraction.ONE,
          additive,
          unit);
    }

    private List<Component> weighted(GaussianWeights others) {
      return IntStream.range(0, components.size())
          .mapToObj(i -> components.get(i).withWeight(others.weights().get(i)))
          .toList();
    }
  }
}
