package org.dpjdbc.plan.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Release;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a row adds to the sums of polynomials, for every value within bounds of many widths. */
class BernsteinTest {
  private static final int MAX_WIDTH = 64;

  private static List<BigInteger> row(int degree, int width, int x) {
    return IntStream.rangeClosed(0, degree)
        .mapToObj(
            i ->
                Bernstein.binomial(degree, i)
                    .multiply(BigInteger.valueOf(x).pow(i))
                    .multiply(BigInteger.valueOf(width - x).pow(degree - i)))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theNormsAreThoseOfTheWidth(int degree) {
    for (int width = 1; width <= MAX_WIDTH; width++) {
      BigInteger whole = BigInteger.valueOf(width).pow(degree);
      for (int x = 0; x <= width; x++) {
        List<BigInteger> row = row(degree, width, x);
        assertThat(row).allMatch(part -> part.signum() >= 0);
        assertThat(row.stream().reduce(BigInteger.ZERO, BigInteger::add)).isEqualTo(whole);
        BigInteger squares =
            row.stream().map(part -> part.pow(2)).reduce(BigInteger.ZERO, BigInteger::add);
        assertThat(squares).isLessThanOrEqualTo(whole.pow(2));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theyHoldWithTheWeightsForGaussianNoise(int degree) {
    List<BigFraction> weights = Bernstein.gaussianWeights(degree);
    BigFraction maximum = BigFraction.ZERO;
    for (int width = 1; width <= MAX_WIDTH; width++) {
      BigInteger whole = BigInteger.valueOf(width).pow(degree);
      for (int x = 0; x <= width; x++) {
        BigFraction l1 = BigFraction.ZERO;
        BigFraction squares = BigFraction.ZERO;
        List<BigInteger> row = row(degree, width, x);
        for (int i = 0; i <= degree; i++) {
          BigFraction weighted = BigFraction.of(row.get(i)).divide(weights.get(i));
          l1 = l1.add(weighted);
          squares = squares.add(weighted.multiply(weighted));
        }
        assertThat(l1).isLessThanOrEqualTo(Bernstein.gaussianL1(degree).multiply(whole));
        assertThat(squares).isLessThanOrEqualTo(BigFraction.of(whole.pow(2)));
        BigFraction share = l1.divide(whole);
        maximum = maximum.compareTo(share) < 0 ? share : maximum;
      }
    }
    assertThat(maximum).isEqualTo(Bernstein.gaussianL1(degree));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theyDetermineTheMoments(int degree) {
    int width = 7;
    List<Release.Ref> refs =
        IntStream.rangeClosed(0, degree).mapToObj(i -> new Release.Ref(3, i)).toList();
    BigInteger greater = BigInteger.valueOf(width).pow(degree - 1);
    for (int x = 0; x <= width; x++) {
      List<BigInteger> row = row(degree, width, x);
      assertThat(Bernstein.below(refs).over(greater).value(ref -> row.get(ref.component())))
          .isEqualTo(BigFraction.of(x));
      assertThat(Bernstein.above(refs).over(greater).value(ref -> row.get(ref.component())))
          .isEqualTo(BigFraction.of(width - x));
      if (degree == 2) {
        assertThat(Bernstein.spread(refs).value(ref -> row.get(ref.component())))
            .isEqualTo(BigFraction.of(x * (width - x)));
      }
    }
  }
}
