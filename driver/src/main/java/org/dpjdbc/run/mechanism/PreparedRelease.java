package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.noise.LaplaceMechanism;
import org.dpjdbc.noise.Mechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Release;

/**
 * A release with its mechanism, calibrated once per plan.
 *
 * @param release what is released
 * @param mechanism (epsilon, delta)-differentially private for the release's sensitivity
 */
public record PreparedRelease(Release release, Mechanism mechanism) {

  static PreparedRelease of(Release release, Frontier frontier) {
    return new PreparedRelease(release, mechanism(release, frontier));
  }

  private static Mechanism mechanism(Release release, Frontier frontier) {
    return switch (release.noise()) {
      case LAPLACE -> new LaplaceMechanism(release.l1(), release.epsilon());
      case GAUSSIAN -> gaussian(release, frontier);
    };
  }

  /** A single integer in a single group is calibrated more tightly. */
  private static Mechanism gaussian(Release release, Frontier frontier) {
    boolean single = release.components().size() == 1 && frontier.keys().isEmpty();
    return single && release.l1().getDenominator().equals(BigInteger.ONE)
        ? GaussianMechanism.ofInteger(
            release.l1().getNumerator(), release.epsilon(), release.delta())
        : GaussianMechanism.ofVector(release.l2Squared(), release.epsilon(), release.delta());
  }

  /** The distribution of a component's noise, in units of its integers. */
  public AdditiveNoise noise(int component) {
    return mechanism.noise(weight(component));
  }

  BigFraction weight(int component) {
    return release.components().get(component).weight();
  }

  /** Noise drawn ahead: one tape per component. */
  public List<NoiseTape> tapes(NoiseSource source, int groups) {
    List<NoiseTape> tapes = new ArrayList<>();
    for (int i = 0; i < release.components().size(); i++) {
      tapes.add(source.tape(noise(i), groups));
    }
    return tapes;
  }
}
