package org.dpjdbc.run.mechanism;

import java.util.List;
import java.util.Optional;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.RankGrid;

/**
 * A frontier with its mechanisms, calibrated once per plan.
 *
 * @param frontier what is released
 * @param releases its noisy vectors
 * @param quantiles what is chosen by rank
 * @param clamps sums whose clamps are found
 * @param modes what is chosen by how common it is
 * @param selection decides which private keys are released
 * @param errors the 95 % errors of what is released
 */
public record PreparedFrontier(
    Frontier frontier,
    List<PreparedRelease> releases,
    List<PreparedQuantiles> quantiles,
    List<PreparedAutoBound> clamps,
    List<PreparedMode> modes,
    Optional<PartitionSelection> selection,
    ErrorBars errors) {

  public static PreparedFrontier of(Frontier frontier) {
    List<PreparedRelease> releases =
        frontier.releases().stream().map(release -> PreparedRelease.of(release, frontier)).toList();
    return new PreparedFrontier(
        frontier,
        releases,
        frontier.quantiles().stream()
            .map(
                quantiles ->
                    PreparedQuantiles.of(quantiles, (RankGrid) cells(frontier, quantiles.ask())))
            .toList(),
        frontier.clamps().stream()
            .map(clamp -> PreparedAutoBound.of(clamp, (RankGrid) cells(frontier, clamp.ask())))
            .toList(),
        frontier.modes().stream()
            .map(mode -> PreparedMode.of(mode, cells(frontier, mode.ask())))
            .toList(),
        frontier
            .selection()
            .map(s -> PartitionSelection.of(s.epsilon(), s.delta(), s.maxGroups(), s.unitSize())),
        ErrorBars.ofDraws(releases));
  }

  private static Cells cells(Frontier frontier, int ask) {
    return frontier.asks().get(ask).cells().orElseThrow();
  }
}
