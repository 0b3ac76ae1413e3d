package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.function.Function;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * The discrete Gaussian mechanism, calibrated to (ε, δ) with arithmetic rounded against us.
 *
 * <p>Guarantee: for a vector of integers whose squared L2 distance between neighbouring databases
 * is at most Δ², noise of parameter σ² is ρ-zero-concentrated differentially private with ρ = Δ² /
 * (2σ²), and (ε, δ)-differentially private for the σ² chosen here. Source: C. Canonne, G. Kamath,
 * T. Steinke, "The Discrete Gaussian for Differential Privacy", NeurIPS 2020: Theorem 14 for
 * vectors, with a σ for each coordinate; Proposition 12 for the conversion; Theorem 7 for a single
 * integer. Wide noise may be calibrated as that of a continuous Gaussian instead: {@link
 * SmoothedCalibration}. {@link #calibration} says which of them gave σ².
 */
public final class GaussianMechanism implements Mechanism {
  /** The theorem that σ² rests on. */
  public enum Calibration {
    /** Concentrated differential privacy and its tight conversion: any number of coordinates. */
    CONCENTRATED,
    /** The exact δ of the discrete Gaussian: a single integer. */
    EXACT,
    /** The exact δ of a continuous Gaussian that is rounded: any number of coordinates. */
    SMOOTHED
  }

  private final BigFraction l2SensitivitySquared;
  private final BigFraction epsilon;
  private final BigFraction delta;
  private final Function<BigFraction, DiscreteGaussian> weighted;
  private final BigFraction minSigmaSquared;
  private final DiscreteGaussian noise;
  private final Calibration calibration;

  private GaussianMechanism(
      BigFraction l2SensitivitySquared,
      BigFraction epsilon,
      BigFraction delta,
      Function<BigFraction, DiscreteGaussian> weighted,
      BigFraction minSigmaSquared,
      DiscreteGaussian noise,
      Calibration calibration) {
    this.l2SensitivitySquared = l2SensitivitySquared;
    this.epsilon = epsilon;
    this.delta = delta;
    this.weighted = weighted;
    this.minSigmaSquared = minSigmaSquared;
    this.noise = noise;
    this.calibration = calibration;
  }

  /**
   * For a vector of any length.
   *
   * @param l2SensitivitySquared Δ² &gt; 0, in squared units of the integer grid
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static GaussianMechanism ofVector(
      BigFraction l2SensitivitySquared, BigFraction epsilon, BigFraction delta) {
    BigFraction squared =
        MechanismChecks.positive("The squared L2 sensitivity", l2SensitivitySquared);
    BigFraction e = MechanismChecks.positive("Epsilon", epsilon);
    BigFraction d = MechanismChecks.probability("Delta", delta);
    BigFraction sigmaSquared = ConcentratedCalibration.sigmaSquared(squared, e, d);
    return new GaussianMechanism(
        squared,
        e,
        d,
        weight -> atLeastSmallest(sigmaSquared.multiply(weight.multiply(weight))),
        sigmaSquared,
        new DiscreteGaussian(sigmaSquared),
        Calibration.CONCENTRATED);
  }

  private static DiscreteGaussian atLeastSmallest(BigFraction sigmaSquared) {
    return new DiscreteGaussian(
        sigmaSquared.compareTo(DiscreteGaussian.SMALLEST) < 0
            ? DiscreteGaussian.SMALLEST
            : sigmaSquared);
  }

  /**
   * For a vector of any length, whose integers all have noise that is wide enough.
   *
   * @param l2SensitivitySquared Δ² &gt; 0, in squared units of the integer grid
   * @param calibrated to (ε, δ)
   * @throws IllegalArgumentException if the noise of weight 1 is too narrow, as {@link #noise} does
   *     for any other: see {@link SmoothedCalibration#suits}
   */
  public static GaussianMechanism ofVector(
      BigFraction l2SensitivitySquared, SmoothedCalibration calibrated) {
    BigFraction squared =
        MechanismChecks.positive("The squared L2 sensitivity", l2SensitivitySquared);
    Function<BigFraction, DiscreteGaussian> weighted =
        weight -> new DiscreteGaussian(calibrated.checkedSigmaSquared(squared, weight));
    return new GaussianMechanism(
        squared,
        calibrated.epsilon(),
        calibrated.delta(),
        weighted,
        squared.divide(calibrated.muSquared()),
        weighted.apply(BigFraction.ONE),
        Calibration.SMOOTHED);
  }

  /**
   * For one single integer, of weight 1; less noise than {@link #ofVector} where the exact δ allows
   * it. (A single integer of another weight gets the noise of {@link #ofVector}.)
   *
   * @param sensitivity Δ &ge; 1, the most that one unit moves the integer
   * @param epsilon ε &gt; 0
   * @param delta δ, between 0 and 1, both excluded
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public static GaussianMechanism ofInteger(
      BigInteger sensitivity, BigFraction epsilon, BigFraction delta) {
    BigInteger checked = MechanismChecks.atLeastOne("The sensitivity", sensitivity);
    GaussianMechanism vector = ofVector(BigFraction.of(checked.pow(2)), epsilon, delta);
    BigFraction sigmaSquared =
        ExactGaussianCalibration.improve(
            vector.noise.sigmaSquared(), checked, vector.epsilon, vector.delta);
    if (sigmaSquared.compareTo(vector.noise.sigmaSquared()) >= 0) {
      return vector;
    }
    return new GaussianMechanism(
        vector.l2SensitivitySquared,
        vector.epsilon,
        vector.delta,
        vector.weighted,
        sigmaSquared,
        new DiscreteGaussian(sigmaSquared),
        Calibration.EXACT);
  }

  @Override
  public BigFraction epsilon() {
    return epsilon;
  }

  @Override
  public BigFraction delta() {
    return delta;
  }

  @Override
  public DiscreteGaussian noise() {
    return noise;
  }

  @Override
  public DiscreteGaussian noise(BigFraction weight) {
    BigFraction checked = MechanismChecks.positive("The weight", weight);
    if (checked.equals(BigFraction.ONE)) {
      return noise;
    }
    // The exact δ depends on the grid, so that it holds for a weight of 1 alone.
    return weighted.apply(checked);
  }

  /** Δ², in squared units of the integer grid. */
  public BigFraction l2SensitivitySquared() {
    return l2SensitivitySquared;
  }

  /** The theorem that σ² rests on. */
  public Calibration calibration() {
    return calibration;
  }

  /** ρ of zero-concentrated differential privacy: Δ² / (2σ²), of the smallest σ² over weight². */
  public BigFraction rho() {
    return l2SensitivitySquared.divide(minSigmaSquared.multiply(2));
  }

  @Override
  public String toString() {
    return "GaussianMechanism[l2SensitivitySquared="
        + l2SensitivitySquared
        + ", epsilon="
        + epsilon
        + ", delta="
        + delta
        + ", sigmaSquared="
        + noise.sigmaSquared()
        + ", calibration="
        + calibration
        + "]";
  }
}
