package org.dpjdbc.plan.release;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.LinearCombination.Term;
import org.dpjdbc.plan.model.Release;

/**
 * Bernstein's polynomials of an integer x in [L, U] of width W = U − L: for degree d the d + 1
 * products
 *
 * <p>C(d, i) · (x − L)^i · (U − x)^(d − i).
 *
 * <p>None is negative, and they add up to exactly W^d. So one row moves their sums over rows by W^d
 * in L1, and by no more than that in L2. The sums of degree 1 determine n and Σx, those of degree 2
 * Σx² as well: all of it for the price of the count alone. (Degree 1 is the pair of Kulesza,
 * Suresh, Wang, ICML 2024.)
 *
 * <p>With Gaussian noise the middle one of degree 2 can have less of it. With t = (x − L)/W and p =
 * t(1 − t), at most 1/4, the squares of the three over W⁴ are (1 − t)⁴ + t⁴ = 1 − 4p + 2p², and 4p²
 * of the middle one. With the weight w for that the sum is 1 − 4p + (2 + 4/w²)p², which is at most
 * 1 just if (2 + 4/w²)p ≤ 4, for all p just if w² ≥ 2/7. In L1 it is 1 − 2p + 2p/w, at most (1 +
 * 1/w)/2.
 */
final class Bernstein {
  /** No less than the root of 2/7. */
  private static final BigFraction MIDDLE = BigFraction.of(15, 28);

  private static final BigFraction HALF = BigFraction.of(1, 2);

  private Bernstein() {}

  /** C(degree, i) for a degree of at most 2. */
  static BigInteger binomial(int degree, int i) {
    return isMiddle(degree, i) ? BigInteger.TWO : BigInteger.ONE;
  }

  /**
   * The factor of (x − L)^(i + k) in the polynomial i, which is C(degree, i) · (W − (x −
   * L))^(degree − i) · (x − L)^i.
   */
  static BigInteger factor(int degree, int i, int k, BigInteger width) {
    BigInteger size =
        binomial(degree, i).multiply(binomial(degree - i, k)).multiply(width.pow(degree - i - k));
    return k % 2 == 0 ? size : size.negate();
  }

  private static boolean isMiddle(int degree, int i) {
    return degree == 2 && i == 1;
  }

  /** The weights for Gaussian noise, from i = 0 on. */
  static List<BigFraction> gaussianWeights(int degree) {
    return IntStream.rangeClosed(0, degree)
        .mapToObj(i -> isMiddle(degree, i) ? MIDDLE : BigFraction.ONE)
        .toList();
  }

  /** How much further than W^degree a row moves them in L1, with these weights. */
  static BigFraction gaussianL1(int degree) {
    return degree == 2 ? MIDDLE.reciprocal().add(BigInteger.ONE).multiply(HALF) : BigFraction.ONE;
  }

  /** Σ(x − L) · W^(degree − 1), of the sums from i = 0 on. */
  static LinearCombination below(List<Release.Ref> sums) {
    int degree = sums.size() - 1;
    return LinearCombination.sumOf(
        IntStream.rangeClosed(0, degree)
            .mapToObj(i -> new Term(sums.get(i), BigFraction.of(i, degree)))
            .toList());
  }

  /** Σ(U − x) · W^(degree − 1), of the sums from i = 0 on. */
  static LinearCombination above(List<Release.Ref> sums) {
    int degree = sums.size() - 1;
    return LinearCombination.sumOf(
        IntStream.rangeClosed(0, degree)
            .mapToObj(i -> new Term(sums.get(i), BigFraction.of(degree - i, degree)))
            .toList());
  }

  /** Σ(x − L)(U − x), of the sums of degree 2. */
  static LinearCombination spread(List<Release.Ref> sums) {
    return LinearCombination.of(sums.get(1)).over(BigInteger.TWO);
  }
}
