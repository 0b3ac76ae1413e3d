package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.Release;
import org.dpjdbc.plan.Statistic;
import org.dpjdbc.run.finish.NoisyInput;

/** Which columns of the released frontiers carry noise, and which of them the same. */
final class NoisyColumns {
  private NoisyColumns() {}

  static List<NoisyInput> of(List<PreparedFrontier> frontiers) {
    List<NoisyInput> inputs = new ArrayList<>();
    int releasesBefore = 0;
    for (PreparedFrontier prepared : frontiers) {
      Frontier frontier = prepared.frontier();
      List<NoisyInput.Column> columns = new ArrayList<>();
      for (int i = 0; i < frontier.statistics().size(); i++) {
        int release = releasesBefore + release(frontier.statistics().get(i)).release();
        columns.add(new NoisyInput.Column(frontier.keys().size() + i, Set.of(release)));
      }
      inputs.add(new NoisyInput(frontier.name(), columns));
      releasesBefore += frontier.releases().size();
    }
    return inputs;
  }

  /** A statistic is computed of one release. */
  private static Release.Ref release(Statistic statistic) {
    if (statistic instanceof Statistic.Count count) {
      return count.count();
    } else if (statistic instanceof Statistic.Sum sum) {
      return sum.sum();
    } else if (statistic instanceof Statistic.PairCount count) {
      return count.pair().above();
    } else if (statistic instanceof Statistic.PairSum sum) {
      return sum.pair().above();
    } else if (statistic instanceof Statistic.Mean mean) {
      return mean.pair().above();
    }
    return ((Statistic.Variance) statistic).pair().above();
  }
}
