package org.dpjdbc.run.mechanism;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.Frontier;

/**
 * A frontier with its mechanisms, calibrated once per plan.
 *
 * @param frontier what is released
 * @param releases its releases, in the order of the frontier's
 * @param selection decides which private keys are released, where no count does
 * @param errors the 95 % errors of what is released
 */
public record PreparedFrontier(
    Frontier frontier,
    List<PreparedRelease> releases,
    Optional<PartitionSelection> selection,
    ErrorBars errors) {

  /**
   * All frontiers of a query: the Gaussian vectors of those that share an epsilon are calibrated
   * together.
   */
  public static List<PreparedFrontier> all(List<Frontier> frontiers) {
    Map<OptionalInt, JointGaussian> joint = new HashMap<>();
    frontiers.stream()
        .collect(Collectors.groupingBy(Frontier::clause))
        .forEach((clause, those) -> joint.put(clause, JointGaussian.of(those)));
    return frontiers.stream()
        .map(frontier -> of(frontier, Objects.requireNonNull(joint.get(frontier.clause()))))
        .toList();
  }

  private static PreparedFrontier of(Frontier frontier, JointGaussian joint) {
    List<PreparedRelease> releases =
        frontier.releases().stream()
            .map(release -> PreparedRelease.of(release, frontier, joint))
            .toList();
    return new PreparedFrontier(
        frontier,
        releases,
        frontier
            .selection()
            .map(
                s ->
                    PartitionSelection.of(
                        s.epsilon(),
                        s.delta(),
                        s.maxGroups(),
                        Math.multiplyExact(s.maxMove(), s.unitSize()))),
        ErrorBars.ofDraws(place -> (AdditiveRelease) releases.get(place), place -> 1));
  }

  /**
   * The errors of sums of independent draws.
   *
   * @param draws in the integers of each release, at least 1
   */
  public ErrorBars errorsOfSums(IntUnaryOperator draws) {
    return ErrorBars.ofDraws(this::additive, draws);
  }

  /** The noisy vector at a place among the releases. */
  public PreparedVector vector(int place) {
    return (PreparedVector) releases.get(place);
  }

  /** The integers with noise at a place among the releases. */
  public AdditiveRelease additive(int place) {
    return (AdditiveRelease) releases.get(place);
  }

  /** The place of the count that selects the groups, if one does. */
  public OptionalInt selectingCount() {
    return IntStream.range(0, releases.size())
        .filter(place -> releases.get(place) instanceof PreparedThresholdedCount)
        .findFirst();
  }

  /** The choice of groups, where that is all that is released. */
  public Optional<PreparedTop> top() {
    return releases.stream()
        .filter(PreparedTop.class::isInstance)
        .map(PreparedTop.class::cast)
        .findFirst();
  }
}
