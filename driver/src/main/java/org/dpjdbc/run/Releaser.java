package org.dpjdbc.run;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.plan.Frontier;
import org.dpjdbc.plan.KeyValue;
import org.dpjdbc.plan.Release;

/**
 * One release of one frontier: noise is drawn when it is made, before the database is asked; then
 * exact integers go in and noisy ones come out. Exact values are held by nothing else. Single use.
 */
final class Releaser {
  /** Draws ahead where the number of groups is not public; more are drawn in blocks. */
  private static final int GROUPS_AHEAD = 256;

  private static final int MOST_AHEAD = 100_000;

  private final PreparedFrontier prepared;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final List<List<NoiseTape>> tapes = new ArrayList<>();
  private final List<NoiseTape> selectionTape = new ArrayList<>();

  /**
   * Draws the noise.
   *
   * @param publicKeys the rows of the public queries that list keys, by their names
   */
  Releaser(
      PreparedFrontier prepared, Map<String, List<List<KeyValue>>> publicKeys, NoiseSource noise) {
    this.prepared = prepared;
    this.publicKeys = publicKeys;
    int size = Groups.publicSize(prepared.frontier(), publicKeys);
    int ahead = prepared.selection().isPresent() ? GROUPS_AHEAD : Math.min(size, MOST_AHEAD);
    prepared.releases().forEach(release -> tapes.add(release.tapes(noise, ahead)));
    prepared
        .selection()
        .ifPresent(selection -> selectionTape.add(noise.tape(selection.noise(), GROUPS_AHEAD)));
  }

  /** The noisy integers of the groups that are released. */
  NoisyGroups release(List<AskRows> answers) {
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
    List<List<KeyValue>> groups = Groups.all(frontier, publicKeys, selected);
    List<List<List<BigInteger>>> noisy = new ArrayList<>();
    for (List<KeyValue> group : groups) {
      noisy.add(noisy(group, answers));
    }
    return new NoisyGroups(groups, noisy);
  }

  /** Every released integer of a group, one fresh draw each. */
  private List<List<BigInteger>> noisy(List<KeyValue> group, List<AskRows> answers) {
    List<List<BigInteger>> all = new ArrayList<>();
    for (int r = 0; r < prepared.releases().size(); r++) {
      PreparedRelease release = prepared.releases().get(r);
      List<BigInteger> integers = new ArrayList<>();
      for (int c = 0; c < release.release().components().size(); c++) {
        BigInteger exact = exact(release.release().components().get(c), group, answers);
        integers.add(release.mechanism().release(exact, release.weight(c), tapes.get(r).get(c)));
      }
      all.add(integers);
    }
    return all;
  }

  private BigInteger exact(
      Release.Component component, List<KeyValue> group, List<AskRows> answers) {
    BigInteger exact = BigInteger.ZERO;
    for (Release.Term term : component.terms()) {
      exact =
          exact.add(
              answers
                  .get(term.cell().ask())
                  .get(group, term.cell().integer())
                  .multiply(term.factor()));
    }
    return exact;
  }
}
