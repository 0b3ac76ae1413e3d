package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Finds a μ² that is certain to give (ε, δ) by {@link GaussianPrivacy}, and nearly the greatest,
 * within a millisecond or two: plans wait for it.
 *
 * <p>The search is in floating point and proves nothing. With a = ε/μ - μ/2, δ is the integral over
 * t &gt; 0 of φ(a + t) (1 - exp(-μt)), of which no digits cancel. Only a μ² of which {@link
 * GaussianPrivacy#upperDelta} is at most δ is returned.
 */
final class MuSearch {
  /** Halvings of the range of log μ, which is from -50 to 50. */
  private static final int STEPS = 60;

  private static final double RANGE = 50;

  /** Parabolas that the integral is made of. */
  private static final int PARABOLAS = 200;

  /** Where the density has fallen by e^-40, the integral ends. */
  private static final double FALL = 40;

  /** By how much what is found is less than what seems to be the greatest, relatively. */
  private static final BigDecimal LESS = new BigDecimal("1e-7");

  private static final int DIGITS = 16;
  private static final MathContext DOWN = new MathContext(DIGITS, RoundingMode.FLOOR);
  private static final IntervalMath MATH = new IntervalMath(DIGITS + 2);
  private static final double LOG_ROOT_TWO_PI = StrictMath.log(2 * Math.PI) / 2;

  private final BigDecimal epsilon;
  private final BigDecimal delta;

  MuSearch(BigFraction epsilon, BigFraction delta) {
    this.epsilon = MATH.of(epsilon).low();
    this.delta = MATH.of(delta).low();
  }

  BigDecimal muSquared() {
    BigDecimal less = LESS;
    BigDecimal greatest = new BigDecimal(greatest());
    BigDecimal found = greatest.subtract(greatest.multiply(less)).round(DOWN);
    while (GaussianPrivacy.upperDelta(found, epsilon).compareTo(delta) > 0) {
      less = less.add(less);
      found = found.subtract(found.multiply(less.min(new BigDecimal("0.5")))).round(DOWN);
    }
    return found;
  }

  private double greatest() {
    double wanted = logDelta();
    double low = -RANGE;
    double high = RANGE;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      if (logDelta(StrictMath.exp(middle)) <= wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return StrictMath.exp(2 * low);
  }

  /** Also of what is less than any double is. */
  private double logDelta() {
    int shift = delta.precision() - delta.scale();
    return StrictMath.log(delta.movePointLeft(shift).doubleValue()) + shift * StrictMath.log(10);
  }

  private double logDelta(double mu) {
    double a = epsilon.doubleValue() / mu - mu / 2;
    double end = Math.sqrt(a * a + 2 * FALL) - a;
    if (end <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double width = end / (2 * PARABOLAS);
    double sum = 0;
    for (int i = 1; i < 2 * PARABOLAS; i++) {
      double t = i * width;
      double density = StrictMath.exp(-a * t - t * t / 2);
      sum += (i % 2 == 0 ? 2 : 4) * density * -StrictMath.expm1(-mu * t);
    }
    return StrictMath.log(sum * width / 3) - a * a / 2 - LOG_ROOT_TWO_PI;
  }
}
