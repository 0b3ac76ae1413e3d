package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.GaussianSmoothing;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.policy.NoiseKind;

/**
 * What the {@link JointGaussian} vector of a query is charged as. For its integers with their
 * changes d, Σ d²/σ² is at most R, and Σ d²/(σ² - s²) at most T, with the s² of {@link
 * GaussianSmoothing}; so it is charged as a mechanism of which the accounting finds R and T: of the
 * least noise as σ², the sensitivity R σ², and in place of the least noise the m for which R m / (m
 * - s²) = T. Where some noise is too narrow for T, m is the least noise, and the accounting sees
 * that as well: of such a mechanism it takes (E, D), which are those of the whole vector, as those
 * of a part alone would not do.
 */
public final class GaussianCharge {
  /** Amounts are rounded up to so many significant bits. */
  private static final int BITS = 64;

  private GaussianCharge() {}

  /** The charge for a query's frontiers; empty where none has Gaussian noise. */
  public static Optional<ChargedMechanism> of(List<PreparedFrontier> frontiers) {
    List<PreparedVector> parts =
        frontiers.stream()
            .flatMap(frontier -> frontier.releases().stream())
            .filter(PreparedVector.class::isInstance)
            .map(PreparedVector.class::cast)
            .filter(vector -> vector.release().noise() == NoiseKind.GAUSSIAN)
            .toList();
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    List<NoisyVector> vectors = parts.stream().map(PreparedVector::release).toList();
    BigFraction least =
        parts.stream()
            .flatMap(part -> part.gaussianNoises().stream())
            .min(BigFraction::compareTo)
            .orElseThrow();
    BigFraction loss = sum(parts, part -> part.gaussianLoss(BigFraction.ZERO));
    BigFraction squared = up(loss.multiply(least));
    return Optional.of(
        new ChargedMechanism.Gaussian(
            sum(vectors, NoisyVector::epsilon),
            sum(vectors, NoisyVector::delta),
            squared,
            least,
            GaussianSmoothing.isSmooth(least)
                ? evenNoise(parts, squared.divide(least), least)
                : least));
  }

  /** m = s² T / (T - R), rounded down; T may be R if rounding R up made it so. */
  private static BigFraction evenNoise(
      List<PreparedVector> parts, BigFraction loss, BigFraction least) {
    BigFraction smoothed = sum(parts, part -> part.gaussianLoss(GaussianSmoothing.LOST));
    BigFraction more = smoothed.subtract(loss);
    return more.signum() <= 0
        ? least
        : up(more.divide(smoothed.multiply(GaussianSmoothing.LOST))).reciprocal();
  }

  private static <T> BigFraction sum(List<T> all, Function<T, BigFraction> of) {
    return all.stream().map(of).reduce(BigFraction.ZERO, BigFraction::add);
  }

  /** Rounded up, unless it is short. */
  private static BigFraction up(BigFraction value) {
    int above = value.getNumerator().bitLength() - value.getDenominator().bitLength();
    if (value.getNumerator().bitLength() <= BITS && value.getDenominator().bitLength() <= BITS) {
      return value;
    }
    int exponent = BITS - above;
    BigInteger power = BigInteger.ONE.shiftLeft(Math.abs(exponent));
    BigFraction unit =
        exponent >= 0 ? BigFraction.of(BigInteger.ONE, power) : BigFraction.of(power);
    return unit.multiply(NoisyVector.ceiling(value.divide(unit)));
  }
}
