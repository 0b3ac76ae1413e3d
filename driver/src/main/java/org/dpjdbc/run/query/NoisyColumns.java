package org.dpjdbc.run.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.finish.error.NoisyInput;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.statistic.StatisticErrors;

/**
 * Determines which columns of the released frontiers carry noise, and which share the same noise.
 */
final class NoisyColumns {
  /** Stands for the randomness of answers, which all that is computed from them has in common. */
  private static final int FLIPS = -1;

  /** Below it, each number stands for what one column was rounded by. */
  private static final int ROUNDED = -1;

  private NoisyColumns() {}

  /**
   * The noisy columns. Frontiers that are made to add up share their noise: among them a released
   * integer has one number at all levels, and their rows are not independent.
   */
  static List<NoisyInput> of(List<PreparedFrontier> frontiers, List<Consistency> consistencies) {
    Map<String, Integer> firsts = new HashMap<>();
    int next = 0;
    for (PreparedFrontier prepared : frontiers) {
      firsts.put(prepared.frontier().name(), next);
      next += NoisyGroups.Places.of(prepared.frontier()).size();
    }
    Set<String> shared = new HashSet<>();
    for (Consistency family : consistencies) {
      Integer first = firsts.get(family.levels().get(0).frontier());
      for (Consistency.Level level : family.levels()) {
        shared.add(level.frontier());
        firsts.replace(level.frontier(), Objects.requireNonNull(first));
      }
    }
    int rounded = ROUNDED;
    List<NoisyInput> inputs = new ArrayList<>();
    for (PreparedFrontier prepared : frontiers) {
      Frontier frontier = prepared.frontier();
      int first = Objects.requireNonNull(firsts.get(frontier.name()));
      List<NoisyInput.Column> columns = new ArrayList<>();
      NoisyGroups.Places places = NoisyGroups.Places.of(frontier);
      for (int i = 0; i < frontier.statistics().size(); i++) {
        Statistic statistic = frontier.statistics().get(i);
        int column = frontier.keys().size() + i;
        for (List<Release.Ref> source : StatisticErrors.sources(statistic)) {
          Set<Integer> releases = new HashSet<>();
          source.forEach(ref -> releases.add(first + places.of(ref)));
          if (StatisticErrors.isDebiased(statistic)) {
            releases.add(FLIPS);
          } else if (source.isEmpty()) {
            releases.add(--rounded);
          }
          columns.add(new NoisyInput.Column(column, releases));
        }
      }
      boolean centred =
          frontier.statistics().stream()
              .noneMatch(s -> s instanceof Statistic.NotNegative || flippedTogether(s));
      inputs.add(
          new NoisyInput(frontier.name(), columns, centred && !shared.contains(frontier.name())));
    }
    return inputs;
  }

  /** Whether one answer may count in several groups. */
  private static boolean flippedTogether(Statistic statistic) {
    return statistic instanceof Statistic.Debiased debiased && debiased.together() > 1;
  }
}
