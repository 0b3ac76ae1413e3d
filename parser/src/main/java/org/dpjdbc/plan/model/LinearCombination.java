package org.dpjdbc.plan.model;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Released integers, each times a factor, added up.
 *
 * @param terms each integer at most once, no factor 0
 */
public record LinearCombination(List<Term> terms) {
  public LinearCombination {
    terms = List.copyOf(terms);
  }

  /**
   * An integer times a factor.
   *
   * @param ref which integer
   * @param factor exact
   */
  public record Term(Release.Ref ref, BigFraction factor) {}

  /** An integer as it is. */
  public static LinearCombination of(Release.Ref ref) {
    return new LinearCombination(List.of(new Term(ref, BigFraction.ONE)));
  }

  /** Some integers, added up. */
  public static LinearCombination sum(List<Release.Ref> refs) {
    return sumOf(refs.stream().map(ref -> new Term(ref, BigFraction.ONE)).toList());
  }

  /** Terms of any integers, those of the same one taken together. */
  public static LinearCombination sumOf(List<Term> terms) {
    Map<Release.Ref, BigFraction> factors = new LinkedHashMap<>();
    terms.forEach(term -> factors.merge(term.ref(), term.factor(), BigFraction::add));
    return new LinearCombination(
        factors.entrySet().stream()
            .filter(factor -> factor.getValue().signum() != 0)
            .map(factor -> new Term(factor.getKey(), factor.getValue()))
            .toList());
  }

  /** The same divided by a number that is not 0. */
  public LinearCombination over(BigInteger divisor) {
    return new LinearCombination(
        terms.stream().map(term -> new Term(term.ref(), term.factor().divide(divisor))).toList());
  }

  /** The released integers. */
  public List<Release.Ref> refs() {
    return terms.stream().map(Term::ref).toList();
  }

  /** The sum, exact. */
  public BigFraction value(Function<Release.Ref, BigInteger> released) {
    BigFraction sum = BigFraction.ZERO;
    for (Term term : terms) {
      sum = sum.add(term.factor().multiply(released.apply(term.ref())));
    }
    return sum;
  }

  /**
   * Adds what the combination makes of the weights of a sum that it is part of.
   *
   * @param weight by how much the sum moves with the combination
   * @param weights by how much it moves with each released integer
   */
  public void addTo(Map<Release.Ref, Double> weights, double weight) {
    terms.forEach(
        term -> weights.merge(term.ref(), weight * term.factor().doubleValue(), Double::sum));
  }
}
