package org.dpjdbc.run.mechanism;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.Frontier;

/**
 * A frontier with its mechanisms, calibrated once per plan.
 *
 * @param frontier what is released
 * @param releases its releases, in the order of the frontier's
 * @param selection decides which private keys are released
 * @param errors the 95 % errors of what is released
 */
public record PreparedFrontier(
    Frontier frontier,
    List<PreparedRelease> releases,
    Optional<PartitionSelection> selection,
    ErrorBars errors) {

  public static PreparedFrontier of(Frontier frontier) {
    List<PreparedRelease> releases =
        frontier.releases().stream().map(release -> PreparedRelease.of(release, frontier)).toList();
    return new PreparedFrontier(
        frontier,
        releases,
        frontier
            .selection()
            .map(s -> PartitionSelection.of(s.epsilon(), s.delta(), s.maxGroups(), s.unitSize())),
        ErrorBars.ofDraws(place -> vector(releases, place)));
  }

  /** The noisy vector at a place among the releases. */
  public PreparedVector vector(int place) {
    return vector(releases, place);
  }

  private static PreparedVector vector(List<PreparedRelease> releases, int place) {
    return (PreparedVector) releases.get(place);
  }

  /** The choice of groups, where that is all that is released. */
  public Optional<PreparedTop> top() {
    return releases.stream()
        .filter(PreparedTop.class::isInstance)
        .map(PreparedTop.class::cast)
        .findFirst();
  }
}
