package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/** The smallest σ² for a single integer, by the exact δ of {@link GaussianDelta}. */
final class ExactGaussianCalibration {
  private static final MathContext DOWN = new MathContext(40, RoundingMode.FLOOR);

  /** σ² is searched in steps of 2^-10 of the σ² that the search starts with. */
  private static final int SEARCH_BITS = 10;

  private static final RecentResults<Asked, BigFraction> KNOWN =
      new RecentResults<>(512, ExactGaussianCalibration::improve);

  private ExactGaussianCalibration() {}

  private record Asked(
      BigFraction sufficient, BigInteger sensitivity, BigFraction epsilon, BigFraction delta) {}

  /**
   * The smallest σ² below {@code sufficient} that is found to be certain to suffice, else {@code
   * sufficient}.
   */
  static BigFraction improve(
      BigFraction sufficient, BigInteger sensitivity, BigFraction epsilon, BigFraction delta) {
    return KNOWN.of(new Asked(sufficient, sensitivity, epsilon, delta));
  }

  private static BigFraction improve(Asked asked) {
    BigFraction delta = asked.delta();
    BigFraction sufficient = asked.sufficient();
    BigDecimal limit =
        new BigDecimal(delta.getNumerator()).divide(new BigDecimal(delta.getDenominator()), DOWN);
    BigFraction best = sufficient;
    int low = 0;
    int high = 1 << SEARCH_BITS;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      BigFraction candidate =
          SigmaGrid.up(sufficient.multiply(BigFraction.of(middle, 1 << SEARCH_BITS)));
      if (candidate.compareTo(DiscreteGaussian.SMALLEST) >= 0
          && GaussianDelta.upperBound(candidate, asked.sensitivity(), asked.epsilon())
                  .compareTo(limit)
              <= 0) {
        best = candidate;
        high = middle;
      } else {
        low = middle;
      }
    }
    return best;
  }
}
