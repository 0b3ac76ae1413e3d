package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * R(x) = (1 - Φ(x)) / φ(x) for x &ge; 0, where Φ and φ are the distribution function and the
 * density of the standard normal distribution, with certain bounds.
 *
 * <p>Below 3: R(x) = √(π/2) exp(x²/2) - Σ x^(2n+1) / (1·3·5…(2n+1)). From there on Laplace's
 * continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …)))), whose convergents lie in turn above and
 * below R(x) (Abramowitz and Stegun 1964, 26.2.11 and 26.2.14).
 */
final class MillsRatio {
  /** √(2π), rounded down, and its last unit. */
  private static final RealInterval ROOT_TWO_PI =
      new RealInterval(
          new BigDecimal("2.50662827463100050241576528481104525"),
          new BigDecimal("2.50662827463100050241576528481104526"));

  private static final BigDecimal SMALL = BigDecimal.valueOf(3);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-30");

  /** Enough for 20 digits from 3 on. */
  private static final int FRACTION_TERMS = 50;

  private final IntervalMath math;

  MillsRatio(IntervalMath math) {
    this.math = math;
  }

  /** Bounds of R over a range; R falls. */
  RealInterval of(RealInterval x) {
    return new RealInterval(of(x.high()).low(), of(x.low()).high());
  }

  /** Bounds of φ over a range that does not cross 0. */
  RealInterval density(RealInterval x) {
    RealInterval square = math.multiply(x, x);
    return math.divide(
        math.exp(math.divide(square.negate(), RealInterval.exactly(TWO))), ROOT_TWO_PI);
  }

  private RealInterval of(BigDecimal x) {
    if (x.signum() < 0) {
      throw new ArithmeticException("Mills' ratio is for what is not negative: " + x);
    }
    return x.compareTo(SMALL) < 0
        ? series(RealInterval.exactly(x))
        : fraction(RealInterval.exactly(x));
  }

  private RealInterval series(RealInterval x) {
    RealInterval square = math.multiply(x, x);
    RealInterval sum = RealInterval.ZERO;
    RealInterval term = x;
    for (int n = 0; ; n++) {
      sum = math.add(sum, term);
      term = math.divide(math.multiply(term, square), RealInterval.exactly(2L * n + 3));
      // From here on each term is at most half of the one before: together at most 2 of this.
      boolean halves = square.high().multiply(TWO).compareTo(BigDecimal.valueOf(2L * n + 5)) <= 0;
      if (halves && term.high().compareTo(NEGLIGIBLE) <= 0) {
        sum = math.add(sum, new RealInterval(BigDecimal.ZERO, term.high().multiply(TWO)));
        break;
      }
    }
    RealInterval grown = math.exp(math.divide(square, RealInterval.exactly(TWO)));
    RealInterval whole = math.divide(math.multiply(ROOT_TWO_PI, grown), RealInterval.exactly(TWO));
    return math.subtract(whole, sum);
  }

  /** Between two convergents, one of each kind. */
  private RealInterval fraction(RealInterval x) {
    RealInterval one = convergent(x, FRACTION_TERMS);
    RealInterval next = convergent(x, FRACTION_TERMS + 1);
    return new RealInterval(one.low().min(next.low()), one.high().max(next.high()));
  }

  private RealInterval convergent(RealInterval x, int terms) {
    RealInterval value = x;
    for (int n = terms; n >= 1; n--) {
      value = math.add(x, math.divide(RealInterval.exactly(n), value));
    }
    return math.divide(RealInterval.ONE, value);
  }

  /** A root of a positive number, between certain bounds. */
  static RealInterval root(BigDecimal x, int digits) {
    // A root is promised to be within one unit of its last digit, of which an exact one has few.
    BigDecimal root = x.sqrt(new MathContext(digits, RoundingMode.HALF_EVEN));
    BigDecimal error = root.movePointLeft(digits - 2);
    return new RealInterval(root.subtract(error), root.add(error));
  }
}
