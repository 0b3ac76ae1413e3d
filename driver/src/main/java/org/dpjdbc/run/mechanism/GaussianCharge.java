package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.GaussianSmoothing;
import org.dpjdbc.plan.model.GaussianPart;
import org.dpjdbc.plan.model.NoisyVector;

/**
 * What the {@link JointGaussian} vector of a query is charged as. For its integers with their
 * changes d, Σ d²/σ² is at most R, and Σ d²/(σ² - s²) at most T, with the s² of {@link
 * GaussianSmoothing}; so it is charged as a mechanism of which the accounting finds R and T: of the
 * smallest noise as σ², the sensitivity R σ², and in place of the smallest noise the m for which R
 * m / (m - s²) = T. Where some noise is too narrow for T, m is the smallest noise, and the
 * accounting sees that as well: of such a mechanism it takes (E, D), which are those of the whole
 * vector, as those of a part alone would not do.
 */
public final class GaussianCharge {
  /** Amounts are rounded up to so many significant bits. */
  private static final int BITS = 64;

  private GaussianCharge() {}

  /** The charges for a query's frontiers: one for those that share an epsilon, if it has noise. */
  public static List<ChargedMechanism> of(List<PreparedFrontier> frontiers) {
    Map<Integer, List<PreparedFrontier>> vectors =
        frontiers.stream()
            .collect(
                Collectors.groupingBy(
                    prepared -> prepared.frontier().clause().orElse(-1),
                    TreeMap::new,
                    Collectors.toList()));
    return vectors.values().stream().flatMap(those -> ofVector(those).stream()).toList();
  }

  private static Optional<ChargedMechanism> ofVector(List<PreparedFrontier> frontiers) {
    List<AdditiveRelease> releases =
        frontiers.stream()
            .flatMap(frontier -> frontier.releases().stream())
            .filter(AdditiveRelease.class::isInstance)
            .map(AdditiveRelease.class::cast)
            .filter(release -> release.release().gaussianPart().isPresent())
            .toList();
    if (releases.isEmpty()) {
      return Optional.empty();
    }
    BigFraction minimum =
        releases.stream().flatMap(GaussianCharge::noises).min(BigFraction::compareTo).orElseThrow();
    BigFraction loss = sum(releases, release -> loss(release, BigFraction.ZERO));
    BigFraction squared = up(loss.multiply(minimum));
    return Optional.of(
        new ChargedMechanism.Gaussian(
            sum(releases, release -> part(release).epsilon()),
            sum(releases, release -> part(release).delta()),
            squared,
            minimum,
            GaussianSmoothing.isSmooth(minimum)
                ? evenNoise(releases, squared.divide(minimum), minimum)
                : minimum));
  }

  /** m = s² T / (T - R), rounded down; T may be R if rounding R up made it so. */
  private static BigFraction evenNoise(
      List<AdditiveRelease> releases, BigFraction loss, BigFraction minimum) {
    BigFraction smoothed = sum(releases, release -> loss(release, GaussianSmoothing.LOST));
    BigFraction more = smoothed.subtract(loss);
    return more.signum() <= 0
        ? minimum
        : up(more.divide(smoothed.multiply(GaussianSmoothing.LOST))).reciprocal();
  }

  private static GaussianPart part(AdditiveRelease release) {
    return release.release().gaussianPart().orElseThrow();
  }

  /** σ² of its integers. */
  private static Stream<BigFraction> noises(AdditiveRelease release) {
    return IntStream.range(0, part(release).weights().size())
        .mapToObj(i -> ((DiscreteGaussian) release.noise(i)).sigmaSquared());
  }

  /** The most that Σ d²/(σ² - lost) can be for the changes d of its integers. */
  private static BigFraction loss(AdditiveRelease release, BigFraction lost) {
    GaussianPart part = part(release);
    List<BigFraction> noises = noises(release).toList();
    BigFraction most = BigFraction.ZERO;
    for (int i = 0; i < noises.size(); i++) {
      BigFraction weight = part.weights().get(i);
      BigFraction ratio = weight.multiply(weight).divide(noises.get(i).subtract(lost));
      most = ratio.compareTo(most) > 0 ? ratio : most;
    }
    return most.multiply(part.l2Squared());
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
