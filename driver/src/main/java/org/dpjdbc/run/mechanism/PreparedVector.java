package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.noise.LaplaceMechanism;
import org.dpjdbc.noise.Mechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.policy.NoiseKind;

/**
 * A noisy vector with its mechanism, calibrated once per plan.
 *
 * @param release what is released
 * @param mechanism (epsilon, delta)-differentially private for the release's sensitivity
 */
public record PreparedVector(NoisyVector release, Mechanism mechanism) implements AdditiveRelease {

  static PreparedVector of(NoisyVector release, Frontier frontier) {
    return new PreparedVector(release, mechanism(release, frontier));
  }

  private static Mechanism mechanism(NoisyVector release, Frontier frontier) {
    return switch (release.noise()) {
      case LAPLACE -> new LaplaceMechanism(release.l1(), release.epsilon());
      case GAUSSIAN -> gaussian(release, frontier);
    };
  }

  /** A single integer in a single group is calibrated more tightly. */
  private static Mechanism gaussian(NoisyVector release, Frontier frontier) {
    boolean single = release.components().size() == 1 && frontier.keys().isEmpty();
    return single && release.l1().getDenominator().equals(BigInteger.ONE)
        ? GaussianMechanism.ofInteger(
            release.l1().getNumerator(), release.epsilon(), release.delta())
        : GaussianMechanism.ofVector(release.l2Squared(), release.epsilon(), release.delta());
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
        ? "L1 " + Figures.text(release.l1().multiply(release.unit()))
        : "L2 " + inUnits(release.l2Squared());
  }

  @Override
  public String scale() {
    return mechanism
        .noise()
        .match(
            laplace -> "scale=" + Figures.text(laplace.scale().multiply(release.unit())),
            gaussian -> "sigma=" + inUnits(gaussian.sigmaSquared()));
  }

  private String inUnits(BigFraction square) {
    return Figures.text(Math.sqrt(square.doubleValue()) * release.unit().doubleValue());
  }

  @Override
  public String noiseName() {
    return release.noise() == NoiseKind.LAPLACE ? "discrete Laplace" : "discrete Gaussian";
  }

  @Override
  public List<ChargedMechanism> charged() {
    return List.of(
        switch (release.noise()) {
          case LAPLACE ->
              new ChargedMechanism.Laplace(release.epsilon(), release.l1(), release.l2Squared());
          case GAUSSIAN -> gaussian((GaussianMechanism) mechanism);
        });
  }

  private ChargedMechanism gaussian(GaussianMechanism gaussian) {
    List<BigFraction> weights =
        release.components().stream().map(NoisyVector.Component::weight).distinct().toList();
    List<BigFraction> noises =
        weights.stream().map(weight -> gaussian.noise(weight).sigmaSquared()).toList();
    List<BigFraction> scaled =
        weights.stream()
            .map(weight -> gaussian.noise(weight).sigmaSquared().divide(weight.multiply(weight)))
            .toList();
    return new ChargedMechanism.Gaussian(
        release.epsilon(), release.delta(), release.l2Squared(), min(scaled), min(noises));
  }

  private static BigFraction min(List<BigFraction> values) {
    return values.stream().min(BigFraction::compareTo).orElseThrow();
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
