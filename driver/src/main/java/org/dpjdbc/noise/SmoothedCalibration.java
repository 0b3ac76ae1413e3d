package org.dpjdbc.noise;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * Discrete Gaussian noise on a vector, calibrated to (ε, δ) by the loss of the continuous Gaussian.
 *
 * <p>Guarantee: let μ² be one that is certain to give (ε', δ') by {@link GaussianPrivacy}, where ε'
 * is smaller than ε by 10^-9, or by half of ε if that is less, and δ' = δ (1 - 10^-9). If one unit
 * changes the integers of a vector by d, of which at most 10^15 are not 0, and Σ (d/w)² ≤ Δ² for
 * their weights w, then noise of σ² = w²Δ²/μ² + 9/2 on each makes the vector (ε, δ)-differentially
 * private, wherever all these σ² are at least 9.
 *
 * <p>Proof: by the lemma of {@link GaussianSmoothing} each integer with its noise is, up to a
 * factor within 1 ± 5·10^-38, one that was rounded, without regard to d, from a continuous Gaussian
 * of variance σ² - 9/2 = w²Δ²/μ². For all integers together that are two probabilities P and Q, and
 * P*, Q* of what the rounding is applied to, with P ≤ (1 + t) P* and Q* ≤ (1 + t) Q for a t &lt;
 * 10^-21; integers that do not change are the same on both sides. P* and Q* differ as N(0, 1) and
 * N(m, 1) do, with m² = Σ d²μ²/(w²Δ²) ≤ μ². So for any set S of outcomes P(S) ≤ (1 + t) (e^ε' Q*(S)
 * + δ') ≤ (1 + t)² e^ε' Q(S) + (1 + t) δ', which is at most e^ε Q(S) + δ, since 2t is less than
 * what ε' is smaller by, for ε ≥ 10^-15. Q against P likewise. With rounding up, σ² only grows.
 *
 * <p>Source: C. Canonne, G. Kamath, T. Steinke, NeurIPS 2020, for the noise; B. Balle, Y.-X. Wang,
 * ICML 2018, for the calibration of the continuous Gaussian.
 */
public final class SmoothedCalibration {
  /** Of ε, and of δ relatively. */
  private static final BigFraction ASIDE = BigFraction.of(1, 1_000_000_000);

  private static final BigFraction SMALLEST_EPSILON = BigFraction.of(1, 1_000_000_000_000_000L);

  /** A larger ε counts as this one: such noise is too narrow anyway. */
  private static final BigFraction MAX_EPSILON = BigFraction.of(1_000);

  private static final RecentResults<Asked, SmoothedCalibration> KNOWN =
      new RecentResults<>(512, SmoothedCalibration::calibrated);

  private final BigFraction epsilon;
  private final BigFraction delta;
  private final BigFraction muSquared;

  private record Asked(BigFraction epsilon, BigFraction delta) {}

  private SmoothedCalibration(BigFraction epsilon, BigFraction delta, BigFraction muSquared) {
    this.epsilon = epsilon;
    this.delta = delta;
    this.muSquared = muSquared;
  }

  /**
   * The calibration to (ε, δ).
   *
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @return empty for an ε below 10^-15, of which nothing is proved
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static Optional<SmoothedCalibration> of(BigFraction epsilon, BigFraction delta) {
    BigFraction e = MechanismChecks.positive("Epsilon", epsilon);
    BigFraction d = MechanismChecks.probability("Delta", delta);
    if (e.compareTo(SMALLEST_EPSILON) < 0) {
      return Optional.empty();
    }
    return Optional.of(KNOWN.of(new Asked(e, d)));
  }

  private static SmoothedCalibration calibrated(Asked asked) {
    BigFraction max = min(asked.epsilon(), MAX_EPSILON);
    BigDecimal muSquared =
        GaussianPrivacy.nearlyMaxMuSquared(
            max.subtract(min(ASIDE, max.divide(2))),
            asked.delta().multiply(BigFraction.ONE.subtract(ASIDE)));
    return new SmoothedCalibration(asked.epsilon(), asked.delta(), SigmaGrid.fraction(muSquared));
  }

  BigFraction epsilon() {
    return epsilon;
  }

  BigFraction delta() {
    return delta;
  }

  /** μ² of the continuous Gaussian, which is certain to suffice. */
  BigFraction muSquared() {
    return muSquared;
  }

  /** σ² of an integer, in the grid of {@link SigmaGrid}: w²Δ²/μ² + 9/2, rounded up. */
  private BigFraction sigmaSquared(BigFraction l2Squared, BigFraction weight) {
    BigFraction scaled = l2Squared.multiply(weight.multiply(weight)).divide(muSquared);
    return SigmaGrid.up(scaled.add(GaussianSmoothing.LOST));
  }

  /**
   * Whether the noise of an integer is wide enough for the proof.
   *
   * @param l2Squared Δ² &gt; 0, of the vector
   * @param weight w &gt; 0, of the integer
   */
  public boolean suits(BigFraction l2Squared, BigFraction weight) {
    return GaussianSmoothing.isSmooth(sigmaSquared(l2Squared, weight));
  }

  /**
   * σ² of an integer whose noise is wide enough.
   *
   * @throws IllegalArgumentException if it is not
   */
  BigFraction checkedSigmaSquared(BigFraction l2Squared, BigFraction weight) {
    if (!suits(l2Squared, weight)) {
      throw new IllegalArgumentException("Such noise is too narrow for this calibration");
    }
    return sigmaSquared(l2Squared, weight);
  }

  private static BigFraction min(BigFraction a, BigFraction b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
