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
import org.dpjdbc.noise.DiscreteLaplace;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.ThresholdedCount;

/**
 * A count that selects the groups, with its mechanism, calibrated once per plan.
 *
 * @param release what is released
 * @param mechanism (epsilon, delta)-differentially private for the release's sensitivity
 */
public record PreparedThresholdedCount(ThresholdedCount release, PartitionSelection mechanism)
    implements AdditiveRelease {

  static PreparedThresholdedCount of(ThresholdedCount release) {
    return new PreparedThresholdedCount(
        release,
        PartitionSelection.of(
            release.epsilon(), release.delta(), release.maxGroups(), release.maxMove()));
  }

  /** The cell that counts. */
  public AggregateQuery.Cell cell() {
    return release.cell();
  }

  /** The noise before it is truncated: errors that are computed from it are no smaller. */
  @Override
  public AdditiveNoise noise(int component) {
    return new DiscreteLaplace(mechanism.noise().scale());
  }

  @Override
  public String sensitivity() {
    long l1 = (long) release.maxMove() * release.maxGroups();
    return "L1 " + Figures.text(BigFraction.of(l1).divide(release.parts()));
  }

  @Override
  public String scale() {
    return "scale="
        + Figures.text(mechanism.noise().scale().divide(release.parts()))
        + ", shown if above "
        + Figures.text(BigFraction.of(mechanism.threshold()).divide(release.parts()));
  }

  @Override
  public String noiseName() {
    return "truncated discrete Laplace";
  }

  /** By itself in each group, with so much of (epsilon, delta). */
  @Override
  public List<ChargedMechanism> charged() {
    return List.of(
        new ChargedMechanism.Selection(release.epsilon(), release.delta(), release.maxGroups()));
  }

  @Override
  public Selecting draw(NoiseSource source, int groups) {
    return new Selecting(mechanism, source.tape(mechanism.noise(), groups));
  }

  /** The noise of one run, and the groups that it shows. */
  public static final class Selecting implements Draws {
    private final PartitionSelection mechanism;
    private final NoiseTape tape;
    private final Map<List<KeyValue>, BigInteger> shown = new HashMap<>();

    private Selecting(PartitionSelection mechanism, NoiseTape tape) {
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
