package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.LaplaceMechanism;
import org.dpjdbc.noise.Mechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.policy.NoiseKind;

/**
 * A noisy vector with its mechanism, calibrated once per plan.
 *
 * @param release what is released
 * @param mechanism epsilon-differentially private for the release's sensitivity, or its part of the
 *     joint Gaussian vector
 */
public record PreparedVector(NoisyVector release, Mechanism mechanism) implements AdditiveRelease {

  static PreparedVector of(NoisyVector release, JointGaussian joint) {
    return new PreparedVector(
        release,
        switch (release.noise()) {
          case LAPLACE -> new LaplaceMechanism(release.l1(), release.epsilon());
          case GAUSSIAN -> joint.mechanism(release);
        });
  }

  @Override
  public AdditiveNoise noise(int component) {
    return mechanism.noise(weight(component));
  }

  BigFraction weight(int component) {
    return release.components().get(component).weight();
  }

  @Override
  public String sensitivity() {
    return release.noise() == NoiseKind.LAPLACE
        ? "L1 " + SignificantDigits.text(release.l1().multiply(release.unit()))
        : "L2 " + inUnits(release.l2Squared());
  }

  @Override
  public String scale() {
    return mechanism
        .noise()
        .match(
            laplace -> "scale=" + SignificantDigits.text(laplace.scale().multiply(release.unit())),
            gaussian -> "sigma=" + inUnits(gaussian.sigmaSquared()));
  }

  private String inUnits(BigFraction square) {
    return SignificantDigits.text(Math.sqrt(square.doubleValue()) * release.unit().doubleValue());
  }

  @Override
  public String noiseName() {
    return release.gaussianPart().map(JointGaussian::name).orElse("discrete Laplace");
  }

  @Override
  public List<ChargedMechanism> charged() {
    return release.noise() == NoiseKind.GAUSSIAN
        ? List.of()
        : List.of(
            new ChargedMechanism.Laplace(release.epsilon(), release.l1(), release.l2Squared()));
  }

  /** One tape for each component, and one fresh draw of it for each group. */
  @Override
  public Draws draw(NoiseSource source, int groups) {
    List<NoiseTape> tapes = new ArrayList<>();
    for (int i = 0; i < release.components().size(); i++) {
      tapes.add(source.tape(noise(i), groups));
    }
    return exact -> {
      List<BigInteger> noisy = new ArrayList<>();
      for (int i = 0; i < release.components().size(); i++) {
        NoisyVector.Component component = release.components().get(i);
        noisy.add(mechanism.release(sum(component, exact), component.weight(), tapes.get(i)));
      }
      return noisy;
    };
  }

  private static BigInteger sum(NoisyVector.Component component, GroupAnswers exact) {
    BigInteger sum = BigInteger.ZERO;
    for (NoisyVector.Term term : component.terms()) {
      sum = sum.add(exact.get(term.cell()).multiply(term.factor()));
    }
    return sum;
  }
}
