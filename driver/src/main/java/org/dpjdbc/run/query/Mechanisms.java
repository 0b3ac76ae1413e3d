package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismText;
import org.dpjdbc.noise.GaussianMechanism;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.run.mechanism.PreparedAutoBound;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedRelease;

/**
 * The mechanisms of a query with their exact parameters, as they are charged: kept with the charge,
 * so that a history can be composed by any theorem.
 */
final class Mechanisms {
  private static final int MAX_LENGTH = 50_000;

  private Mechanisms() {}

  static String describe(List<PreparedFrontier> frontiers) {
    String all = MechanismText.write(of(frontiers));
    return all.length() <= MAX_LENGTH ? all : MechanismText.UNKNOWN;
  }

  private static List<ChargedMechanism> of(List<PreparedFrontier> frontiers) {
    List<ChargedMechanism> mechanisms = new ArrayList<>();
    for (PreparedFrontier frontier : frontiers) {
      frontier.frontier().selection().ifPresent(s -> mechanisms.add(selection(s)));
      frontier.releases().forEach(release -> mechanisms.add(release(release)));
      frontier.frontier().quantiles().forEach(q -> mechanisms.addAll(quantiles(q)));
      frontier.clamps().forEach(clamp -> mechanisms.addAll(clamp(clamp)));
      frontier.frontier().modes().forEach(mode -> mechanisms.add(chosen(mode.epsilon())));
      frontier.frontier().top().ifPresent(top -> mechanisms.add(chosen(top.epsilon())));
    }
    return mechanisms;
  }

  /**
   * Every level is a product of exponential mechanisms, whose ranges add up to what one unit moves.
   */
  private static List<ChargedMechanism> quantiles(QuantileRelease release) {
    BigFraction level = release.epsilon().divide(release.levels());
    return Collections.nCopies(release.levels(), new ChargedMechanism.Exponential(level));
  }

  /**
   * Of the sparse vector technique nothing is known but its epsilon. Given the clamps, noise on all
   * sums of a plan is as that on a vector, each number of it on the scale of its clamp.
   */
  private static List<ChargedMechanism> clamp(PreparedAutoBound clamp) {
    ChargedMechanism choice =
        new ChargedMechanism.Other("sparse vector", clamp.choice().epsilon(), BigFraction.ZERO);
    if (clamp.noiseEpsilon().signum() == 0) {
      return List.of(choice);
    }
    BigFraction moves = BigFraction.of(clamp.release().moves());
    return List.of(
        choice, new ChargedMechanism.Laplace(clamp.noiseEpsilon(), moves, moves.multiply(moves)));
  }

  /** Of permute-and-flip nothing is known but its epsilon. */
  private static ChargedMechanism chosen(BigFraction epsilon) {
    return new ChargedMechanism.Other("permute and flip", epsilon, BigFraction.ZERO);
  }

  private static ChargedMechanism selection(Selection selection) {
    return new ChargedMechanism.Selection(
        selection.epsilon(), selection.delta(), selection.maxGroups());
  }

  private static ChargedMechanism release(PreparedRelease prepared) {
    Release release = prepared.release();
    return switch (release.noise()) {
      case LAPLACE ->
          new ChargedMechanism.Laplace(release.epsilon(), release.l1(), release.l2Squared());
      case GAUSSIAN -> gaussian(release, (GaussianMechanism) prepared.mechanism());
    };
  }

  private static ChargedMechanism gaussian(Release release, GaussianMechanism mechanism) {
    List<BigFraction> weights =
        release.components().stream().map(Release.Component::weight).distinct().toList();
    List<BigFraction> scaled =
        weights.stream().map(w -> noise(mechanism, w).divide(w.multiply(w))).toList();
    return new ChargedMechanism.Gaussian(
        release.epsilon(),
        release.delta(),
        release.l2Squared(),
        least(scaled),
        least(weights.stream().map(w -> noise(mechanism, w)).toList()));
  }

  private static BigFraction noise(GaussianMechanism mechanism, BigFraction weight) {
    return mechanism.noise(weight).sigmaSquared();
  }

  private static BigFraction least(List<BigFraction> values) {
    return values.stream().min(BigFraction::compareTo).orElseThrow();
  }
}
