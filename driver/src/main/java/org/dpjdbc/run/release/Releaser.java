package org.dpjdbc.run.release;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.TopRelease;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedAutoBound;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedMode;
import org.dpjdbc.run.mechanism.PreparedQuantiles;
import org.dpjdbc.run.mechanism.PreparedRelease;

/**
 * One release of one frontier: noise is drawn when it is made, before the database is asked; then
 * exact integers go in and noisy ones come out. Exact values are held by nothing else. Single use.
 */
public final class Releaser {
  /** Draws ahead where the number of groups is not public; more are drawn in blocks. */
  private static final int GROUPS_AHEAD = 256;

  private static final int MOST_AHEAD = 100_000;

  /** Of sums whose clamps are found, each of which needs a draw for every power of two. */
  private static final int MOST_CLAMPS_AHEAD = 1024;

  private final PreparedFrontier prepared;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final NoiseSource noise;
  private final List<List<NoiseTape>> tapes = new ArrayList<>();
  private final List<PreparedAutoBound.Open> clamps = new ArrayList<>();
  private final List<NoiseTape> selectionTape = new ArrayList<>();
  private final NoisyGroups.Places places;

  /**
   * Draws the noise.
   *
   * @param publicKeys the rows of the public queries that list keys, by their names
   */
  public Releaser(
      PreparedFrontier prepared, Map<String, List<List<KeyValue>>> publicKeys, NoiseSource noise) {
    this.prepared = prepared;
    this.publicKeys = publicKeys;
    this.noise = noise;
    this.places = NoisyGroups.Places.of(prepared.frontier());
    int size = Groups.publicSize(prepared.frontier(), publicKeys);
    int ahead = prepared.selection().isPresent() ? GROUPS_AHEAD : Math.min(size, MOST_AHEAD);
    prepared.releases().forEach(release -> tapes.add(release.tapes(noise, ahead)));
    int few = Math.min(ahead, MOST_CLAMPS_AHEAD);
    prepared.clamps().forEach(clamp -> clamps.add(clamp.draw(noise, few)));
    prepared
        .selection()
        .ifPresent(selection -> selectionTape.add(noise.tape(selection.noise(), GROUPS_AHEAD)));
  }

  /** The noisy integers of the groups that are released. */
  public NoisyGroups release(List<AggregateRows> answers) {
    Frontier frontier = prepared.frontier();
    List<List<KeyValue>> selected =
        prepared
            .selection()
            .map(
                mechanism ->
                    Groups.select(
                        frontier,
                        frontier.selection().orElseThrow(),
                        mechanism,
                        selectionTape.get(0),
                        answers))
            .orElse(List.of());
    List<AggregateRows> rows = answers;
    if (frontier.selection().filter(Selection::others).isPresent()) {
      OtherGroupRows others = OtherGroupRows.of(frontier, selected);
      selected = others.shown();
      rows = others.gather(frontier, answers);
    }
    List<List<KeyValue>> groups = Groups.all(frontier, publicKeys, selected);
    if (frontier.top().isPresent()) {
      return best(frontier.top().get(), groups, answers);
    }
    List<BigInteger[]> noisy = new ArrayList<>(groups.size());
    for (List<KeyValue> group : groups) {
      noisy.add(noisy(group, rows));
    }
    return new NoisyGroups(groups, places, noisy);
  }

  /** The best groups, of which nothing else is released. */
  private NoisyGroups best(
      TopRelease top, List<List<KeyValue>> groups, List<AggregateRows> answers) {
    List<BigInteger> exact = new ArrayList<>();
    for (List<KeyValue> group : groups) {
      exact.add(answers.get(top.cell().ask()).of(group)[top.cell().integer()]);
    }
    List<List<KeyValue>> chosen = TopGroups.choose(top, groups, exact, noise);
    return new NoisyGroups(chosen, places, Collections.nCopies(chosen.size(), new BigInteger[0]));
  }

  /** Every released integer of a group, one fresh draw each. */
  private BigInteger[] noisy(List<KeyValue> group, List<AggregateRows> answers) {
    BigInteger[][] exact = new BigInteger[answers.size()][];
    for (int i = 0; i < exact.length; i++) {
      exact[i] = answers.get(i).of(group);
    }
    BigInteger[] all = new BigInteger[places.size()];
    int next = 0;
    for (int r = 0; r < prepared.releases().size(); r++) {
      PreparedRelease release = prepared.releases().get(r);
      for (int c = 0; c < release.release().components().size(); c++) {
        Release.Component component = release.release().components().get(c);
        all[next++] =
            release
                .mechanism()
                .release(exact(component, exact), component.weight(), tapes.get(r).get(c));
      }
    }
    for (PreparedQuantiles quantiles : prepared.quantiles()) {
      BigInteger[] counts = counts(group, answers.get(quantiles.release().ask()), quantiles.grid());
      for (BigInteger point : quantiles.choose(counts, noise)) {
        all[next++] = point;
      }
    }
    for (int i = 0; i < prepared.clamps().size(); i++) {
      AggregateRows histogram = answers.get(prepared.clamps().get(i).release().ask());
      all[next++] = clamps.get(i).release(group, histogram);
    }
    for (PreparedMode mode : prepared.modes()) {
      BigInteger[] counts = counts(group, answers.get(mode.release().ask()), mode.cells());
      all[next++] = mode.choose(counts, noise);
    }
    return all;
  }

  /** A group's histogram; as many look-ups for each group, whatever it has. */
  private static BigInteger[] counts(List<KeyValue> group, AggregateRows histogram, Cells cells) {
    BigInteger[] counts = new BigInteger[cells.cells()];
    for (int cell = 0; cell < counts.length; cell++) {
      List<KeyValue> key = new ArrayList<>(group);
      key.add(cells.key(cell));
      counts[cell] = histogram.of(key)[0];
    }
    return counts;
  }

  private static BigInteger exact(Release.Component component, BigInteger[][] cells) {
    BigInteger exact = BigInteger.ZERO;
    for (Release.Term term : component.terms()) {
      BigInteger cell = cells[term.cell().ask()][term.cell().integer()];
      exact = exact.add(cell.multiply(term.factor()));
    }
    return exact;
  }
}
