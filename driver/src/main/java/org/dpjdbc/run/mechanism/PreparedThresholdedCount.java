package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.CountSelection;
import org.dpjdbc.noise.DiscreteLaplace;
import org.dpjdbc.noise.GaussianSelection;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.policy.NoiseKind;

/**
 * A count that selects the groups, with its mechanism, calibrated once per plan.
 *
 * @param release what is released
 * @param mechanism (epsilon, delta)-differentially private for the release's sensitivity, or but
 *     for {@link ThresholdedCount#failure} its part of the joint Gaussian vector
 */
public record PreparedThresholdedCount(ThresholdedCount release, CountSelection mechanism)
    implements AdditiveRelease {

  static PreparedThresholdedCount of(ThresholdedCount release, JointGaussian joint) {
    return new PreparedThresholdedCount(
        release,
        switch (release.noise()) {
          case LAPLACE ->
              PartitionSelection.of(
                  release.epsilon(), release.delta(), release.maxGroups(), release.maxMove());
          case GAUSSIAN ->
              GaussianSelection.of(
                  joint.mechanism(release),
                  release.failure(),
                  release.maxMove(),
                  release.pieces(),
                  release.maxGroups());
        });
  }

  /** The cell that counts. */
  public AggregateQuery.Cell cell() {
    return release.cell();
  }

  /**
   * The noise, before it is truncated if it is Laplace's: errors that are computed from it are no
   * smaller.
   */
  @Override
  public AdditiveNoise noise(int component) {
    return mechanism instanceof GaussianSelection gaussian
        ? gaussian.noise()
        : new DiscreteLaplace(((PartitionSelection) mechanism).noise().scale());
  }

  @Override
  public String sensitivity() {
    long l1 = (long) release.maxMove() * release.maxGroups();
    return release.noise() == NoiseKind.GAUSSIAN
        ? "L2 " + root(release.l2Squared())
        : "L1 " + SignificantDigits.text(BigFraction.of(l1).divide(release.parts()));
  }

  @Override
  public String scale() {
    return noise(0)
            .match(
                laplace ->
                    "scale=" + SignificantDigits.text(laplace.scale().divide(release.parts())),
                gaussian -> "sigma=" + root(gaussian.sigmaSquared()))
        + ", shown if above "
        + SignificantDigits.text(BigFraction.of(mechanism.threshold()).divide(release.parts()));
  }

  private String root(BigFraction square) {
    return SignificantDigits.text(Math.sqrt(square.doubleValue()) / release.parts());
  }

  @Override
  public String noiseName() {
    return release.gaussianPart().map(JointGaussian::name).orElse("truncated discrete Laplace");
  }

  /**
   * By itself in each group, with so much of (epsilon, delta); of Gaussian noise the threshold
   * alone, for the noise is charged with the vector that it is part of.
   */
  @Override
  public List<ChargedMechanism> charged() {
    return List.of(
        release.noise() == NoiseKind.GAUSSIAN
            ? new ChargedMechanism.Threshold(release.failure())
            : new ChargedMechanism.Selection(
                release.epsilon(), release.delta(), release.maxGroups()));
  }

  @Override
  public Selecting draw(NoiseSource source, int groups) {
    return new Selecting(mechanism, source.tape(mechanism.noise(), groups));
  }

  /** The noise of one run, and the groups that it shows. */
  public static final class Selecting implements Draws {
    private final CountSelection mechanism;
    private final NoiseTape tape;
    private final Map<List<KeyValue>, BigInteger> shown = new HashMap<>();

    private Selecting(CountSelection mechanism, NoiseTape tape) {
      this.mechanism = mechanism;
      this.tape = tape;
    }

    /** Whether a group is shown; to be asked once, with a fresh draw. */
    public boolean select(List<KeyValue> group, BigInteger count) {
      Optional<BigInteger> noisy = mechanism.release(count, tape);
      noisy.ifPresent(value -> shown.put(group, value));
      return noisy.isPresent();
    }

    @Override
    public List<BigInteger> release(GroupAnswers exact) {
      return List.of(Objects.requireNonNull(shown.get(exact.group()), "shown"));
    }
  }
}
