package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.dpjdbc.plan.Consistency;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.Release;
import org.dpjdbc.plan.Statistic;
import org.dpjdbc.run.finish.NoisyInput;

/** Which columns of the released frontiers carry noise, and which of them the same. */
final class NoisyColumns {
  /** Stands for the randomness of answers, which all that is computed of them has in common. */
  private static final int FLIPS = -1;

  private NoisyColumns() {}

  /**
   * The noisy columns. Frontiers that are made to add up share their noise: among them a release
   * has one number at all levels, and their rows are not independent.
   */
  static List<NoisyInput> of(List<PreparedFrontier> frontiers, List<Consistency> consistencies) {
    Map<String, Integer> firsts = new HashMap<>();
    int next = 0;
    for (PreparedFrontier prepared : frontiers) {
      firsts.put(prepared.frontier().name(), next);
      next += prepared.releases().size() + prepared.quantiles().size() + prepared.clamps().size();
    }
    Set<String> shared = new HashSet<>();
    for (Consistency family : consistencies) {
      Integer first = firsts.get(family.levels().get(0).frontier());
      for (Consistency.Level level : family.levels()) {
        shared.add(level.frontier());
        firsts.replace(level.frontier(), Objects.requireNonNull(first));
      }
    }
    List<NoisyInput> inputs = new ArrayList<>();
    for (PreparedFrontier prepared : frontiers) {
      Frontier frontier = prepared.frontier();
      int first = Objects.requireNonNull(firsts.get(frontier.name()));
      List<NoisyInput.Column> columns = new ArrayList<>();
      for (int i = 0; i < frontier.statistics().size(); i++) {
        Set<Integer> releases = new HashSet<>();
        releases(frontier.statistics().get(i)).forEach(ref -> releases.add(first + ref.release()));
        if (isDebiased(frontier.statistics().get(i))) {
          releases.add(FLIPS);
        }
        columns.add(new NoisyInput.Column(frontier.keys().size() + i, releases));
      }
      boolean centred =
          frontier.statistics().stream()
              .noneMatch(s -> s instanceof Statistic.NotNegative || flippedTogether(s));
      inputs.add(
          new NoisyInput(frontier.name(), columns, centred && !shared.contains(frontier.name())));
    }
    return inputs;
  }

  private static boolean isDebiased(Statistic statistic) {
    return statistic instanceof Statistic.Debiased
        || (statistic instanceof Statistic.NotNegative clamped && isDebiased(clamped.count()));
  }

  /** Whether one answer may count in several groups. */
  private static boolean flippedTogether(Statistic statistic) {
    return statistic instanceof Statistic.Debiased debiased && debiased.together() > 1;
  }

  /** A statistic is computed of one release, or of two. */
  private static List<Release.Ref> releases(Statistic statistic) {
    return statistic instanceof Statistic.FoundMean mean
        ? List.of(release(mean.sum()), release(mean.count()))
        : List.of(release(statistic));
  }

  private static Release.Ref release(Statistic statistic) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return release(clamped.count());
    } else if (statistic instanceof Statistic.Count count) {
      return count.count();
    } else if (statistic instanceof Statistic.Sum sum) {
      return sum.sum();
    } else if (statistic instanceof Statistic.PairCount count) {
      return count.pair().above();
    } else if (statistic instanceof Statistic.PairSum sum) {
      return sum.pair().above();
    } else if (statistic instanceof Statistic.Mean mean) {
      return mean.pair().above();
    } else if (statistic instanceof Statistic.Quantile quantile) {
      return quantile.point();
    } else if (statistic instanceof Statistic.Found found) {
      return found.sum();
    } else if (statistic instanceof Statistic.Comoment comoment) {
      return comoment.joint().belowBelow();
    } else if (statistic instanceof Statistic.Debiased debiased) {
      return debiased.reported().get(0).moments() instanceof Statistic.Debiased.Number number
          ? number.count()
          : ((Statistic.Debiased.OfPair) debiased.reported().get(0).moments()).pair().above();
    }
    return ((Statistic.Variance) statistic).pair().above();
  }
}
