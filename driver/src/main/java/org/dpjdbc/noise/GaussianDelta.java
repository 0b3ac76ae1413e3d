package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The exact δ of discrete Gaussian noise on a single integer of sensitivity Δ, bounded from above
 * with certainty.
 *
 * <p>For a shift of Δ it is Σ f(k) / Z over the integers k &gt; τ = εσ²/Δ - Δ/2, where f(k) =
 * exp(-k²/2σ²) (1 - exp(-(k - τ)Δ/σ²)) and Z = Σ exp(-k²/2σ²) over all integers (Canonne, Kamath,
 * Steinke 2020, Theorem 7, its two probabilities written as one sum). Smaller shifts have a smaller
 * δ: the likelihood ratio is monotone, so that the worst event is a half-line k &le; x, and its
 * probability under the shifted noise falls as the shift grows.
 *
 * <p>f is log-concave, hence unimodal. So the sum over all integers is at most B (Σ f(x) + max f)
 * over every B-th integer x only: a block of B integers is bounded by its end nearer to the mode,
 * the block of the mode by the maximum. And Z is at least σ√(2π) (Poisson's summation formula).
 */
final class GaussianDelta {
  private static final IntervalMath MATH = new IntervalMath(20);
  private static final MathContext DOWN = new MathContext(30, RoundingMode.FLOOR);
  private static final MathContext UP = new MathContext(30, RoundingMode.CEILING);

  /** 2π rounded down. */
  private static final BigDecimal TWO_PI_LOW = new BigDecimal("6.28318530717958647692528676655");

  /** Blocks in the distance over which f falls by a factor e: 4 % in δ, about 0.1 % in σ. */
  private static final BigInteger BLOCKS_PER_SCALE = BigInteger.valueOf(16);

  /** The rest of the sum is bounded, not added up, once it is below this part of it. */
  private static final BigDecimal NEGLIGIBLE = new BigDecimal("1e-6");

  private GaussianDelta() {}

  /** A number that is certainly not below δ, and close to it. */
  static BigDecimal upperBound(
      BigFraction sigmaSquared, BigInteger sensitivity, BigFraction epsilon) {
    BigFraction rate = BigFraction.of(sensitivity).divide(sigmaSquared);
    BigFraction tau = epsilon.divide(rate).subtract(BigFraction.of(sensitivity).divide(2));
    BigInteger first = floor(tau).add(BigInteger.ONE);
    BigInteger block = blockSize(sigmaSquared, tau);
    return sum(sigmaSquared, rate, tau, first, block).divide(normalizer(sigmaSquared), UP);
  }

  /** Bounds Σ f(k) over k &ge; first. */
  private static BigDecimal sum(
      BigFraction sigmaSquared,
      BigFraction rate,
      BigFraction tau,
      BigInteger first,
      BigInteger block) {
    BigFraction twice = sigmaSquared.multiply(2);
    BigInteger span = block.multiply(first.shiftLeft(1).add(block)); // (x + B)² - x²
    RealInterval weight = expMinus(BigFraction.of(first.pow(2)).divide(twice));
    RealInterval fall = expMinus(BigFraction.of(span).divide(twice));
    RealInterval fallOfFall = expMinus(BigFraction.of(block.pow(2)).divide(sigmaSquared));
    RealInterval lost = expMinus(BigFraction.of(first).subtract(tau).multiply(rate));
    RealInterval lostFall = expMinus(rate.multiply(block));

    RealInterval sum = RealInterval.ZERO;
    BigDecimal peak = BigDecimal.ZERO;
    for (BigInteger x = first; ; x = x.add(block)) {
      sum = MATH.add(sum, MATH.multiply(weight, MATH.subtract(RealInterval.ONE, lost)));
      RealInterval nextWeight = MATH.multiply(weight, fall);
      lost = MATH.multiply(lost, lostFall);
      // On the block the weight is at most its value at the end nearer to 0, or 1 around 0.
      boolean aroundZero = x.signum() < 0 && x.add(block).signum() > 0;
      BigDecimal highest = weight.high().max(nextWeight.high());
      BigDecimal kept = BigDecimal.ONE.subtract(lost.low());
      peak = peak.max((aroundZero ? BigDecimal.ONE : highest).multiply(kept));
      if (fall.high().compareTo(BigDecimal.ONE) < 0) {
        BigDecimal rest = nextWeight.high().divide(BigDecimal.ONE.subtract(fall.high()), UP);
        if (rest.compareTo(NEGLIGIBLE.multiply(sum.low())) <= 0) {
          BigDecimal points = sum.high().add(rest);
          return block.equals(BigInteger.ONE)
              ? points
              : new BigDecimal(block).multiply(points.add(peak.max(rest)));
        }
      }
      weight = nextWeight;
      fall = MATH.multiply(fall, fallOfFall);
    }
  }

  /** f falls by a factor e over about σ²/(|τ| + σ). */
  private static BigInteger blockSize(BigFraction sigmaSquared, BigFraction tau) {
    BigInteger variance = floor(sigmaSquared);
    BigInteger distance = floor(tau).abs().add(variance.sqrt()).add(BigInteger.ONE);
    return variance.divide(distance).divide(BLOCKS_PER_SCALE).max(BigInteger.ONE);
  }

  /** A lower bound of Z. */
  private static BigDecimal normalizer(BigFraction sigmaSquared) {
    RealInterval near = expMinus(sigmaSquared.multiply(2).reciprocal());
    BigDecimal small = BigDecimal.ONE.add(near.low()).add(near.low());
    BigDecimal root = TWO_PI_LOW.multiply(MATH.of(sigmaSquared).low()).sqrt(DOWN);
    return small.max(root.subtract(root.ulp())); // a root is promised to be within one ulp
  }

  private static RealInterval expMinus(BigFraction x) {
    return MATH.exp(MATH.of(x).negate());
  }

  private static BigInteger floor(BigFraction value) {
    BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
    return parts[1].signum() * value.getDenominator().signum() < 0
        ? parts[0].subtract(BigInteger.ONE)
        : parts[0];
  }
}
