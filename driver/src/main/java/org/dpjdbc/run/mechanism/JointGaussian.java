package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.noise.GaussianSmoothing;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.policy.NoiseKind;

/**
 * The vectors of a query that get Gaussian noise, which are one vector: (E, D)-differentially
 * private for E and D, the sums of their epsilons and deltas.
 *
 * <p>Vector i claims Σ (d/w)² ≤ l2ᵢ² for the changes d of its integers and their weights w. With
 * weights w √(l2ᵢ²/aᵢ) in its place, aᵢ its part, all vectors together have Σ (d/w)² aᵢ/l2ᵢ² ≤ Σ aᵢ
 * = 1. So noise that is calibrated for a vector of sensitivity 1 at (E, D), and on each integer as
 * wide as its weight, makes all of them together (E, D)-differentially private ({@link
 * GaussianMechanism}). Vector i has the noise of a vector on its own, of the squared sensitivity
 * l2ᵢ²/aᵢ at (E, D).
 *
 * <p>That vectors are released in turn, and what a later one is asked with may depend on earlier
 * ones, changes nothing: neither the parts nor the sensitivities depend on it, and both ρ of
 * concentrated differential privacy (M. Bun, T. Steinke, TCC 2016, lemma 2.3) and μ² of Gaussian
 * differential privacy (J. Dong, A. Roth, W. Su, JRSS B 84(1), 2022, theorem 4) add up for vectors
 * chosen so. Nor do other mechanisms in between, whose loss is at most some ε outside an event of
 * probability δ: the calibrations bound E[(1 - exp(E - Z))₊] by D for the loss Z that the Gaussians
 * have in all, and given what came before, by moments of the loss of each. With the losses of the
 * others added to Z, and their ε to E, it is still at most D.
 */
public final class JointGaussian {
  /** Amounts are rounded up to so many significant bits. */
  private static final int BITS = 64;

  private final List<NoisyVector> parts;

  private JointGaussian(List<NoisyVector> parts) {
    this.parts = parts;
  }

  /**
   * The vector of a query.
   *
   * @throws IllegalStateException if the parts do not add up to one vector
   */
  static JointGaussian of(List<Frontier> frontiers) {
    List<NoisyVector> parts =
        frontiers.stream()
            .flatMap(frontier -> frontier.releases(NoisyVector.class).stream())
            .filter(vector -> vector.noise() == NoiseKind.GAUSSIAN)
            .toList();
    if (!parts.isEmpty()) {
      BigFraction epsilon = sum(parts, NoisyVector::epsilon);
      BigFraction delta = sum(parts, NoisyVector::delta);
      boolean whole =
          sum(parts, NoisyVector::part).equals(BigFraction.ONE)
              && parts.stream()
                  .allMatch(
                      part ->
                          part.epsilon().equals(epsilon.multiply(part.part()))
                              && part.delta().equals(delta.multiply(part.part())));
      if (!whole) {
        throw new IllegalStateException("the parts are not those of one Gaussian vector");
      }
    }
    return new JointGaussian(parts);
  }

  /** The mechanism of one of the vectors. A single integer alone is calibrated more tightly. */
  GaussianMechanism mechanism(NoisyVector vector, Frontier frontier) {
    BigFraction epsilon = vector.epsilon().divide(vector.part());
    BigFraction delta = vector.delta().divide(vector.part());
    boolean single =
        parts.size() == 1 && vector.components().size() == 1 && frontier.keys().isEmpty();
    return single && vector.l1().getDenominator().equals(BigInteger.ONE)
        ? GaussianMechanism.ofInteger(vector.l1().getNumerator(), epsilon, delta)
        : GaussianMechanism.ofVector(vector.l2Squared().divide(vector.part()), epsilon, delta);
  }

  /**
   * What the vector is charged as. For the integers with their changes d, Σ d²/σ² is at most R, and
   * Σ d²/(σ² - s²) at most T, with the s² of {@link GaussianSmoothing}; so it is a mechanism of
   * which the accounting finds R and T: of the least noise as σ², the sensitivity R σ², and in
   * place of the least noise the m for which R m / (m - s²) = T. Where some noise is too narrow for
   * T, m is the least noise, and the accounting sees that as well: of such a mechanism it takes (E,
   * D), which are those of the whole vector.
   */
  public static Optional<ChargedMechanism> charged(List<PreparedFrontier> frontiers) {
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
