package org.dpjdbc.run.release;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.dpjdbc.noise.PartitionSelection;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.Selection;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.run.mechanism.AggregateRows;
import org.dpjdbc.run.mechanism.GroupAnswers;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedRelease;
import org.dpjdbc.run.mechanism.PreparedThresholdedCount;

/**
 * One release of one frontier: noise is drawn when it is made, before the database is asked; then
 * exact integers go in and noisy ones come out. Exact values are held by nothing else. Single use.
 */
public final class NoisyRelease {
  /** Draws ahead where the number of groups is not public; more are drawn in blocks. */
  private static final int GROUPS_AHEAD = 256;

  private static final int MAX_AHEAD = 100_000;

  private final PreparedFrontier prepared;
  private final Map<String, List<List<KeyValue>>> publicKeys;
  private final NoiseSource noise;
  private final List<PreparedRelease.Draws> draws = new ArrayList<>();
  private final List<NoiseTape> selectionTape = new ArrayList<>();
  private final NoisyGroups.Places places;

  /**
   * Draws the noise.
   *
   * @param publicKeys the rows of the public queries that list keys, by their names
   */
  public NoisyRelease(
      PreparedFrontier prepared, Map<String, List<List<KeyValue>>> publicKeys, NoiseSource noise) {
    this.prepared = prepared;
    this.publicKeys = publicKeys;
    this.noise = noise;
    this.places = NoisyGroups.Places.of(prepared.frontier());
    int size = Groups.publicSize(prepared.frontier(), publicKeys);
    boolean hidden = prepared.selection().isPresent() || prepared.selectingCount().isPresent();
    int ahead = hidden ? GROUPS_AHEAD : Math.min(size, MAX_AHEAD);
    prepared.releases().forEach(release -> draws.add(release.draw(noise, ahead)));
    prepared
        .selection()
        .ifPresent(selection -> selectionTape.add(noise.tape(selection.noise(), GROUPS_AHEAD)));
  }

  /**
   * The noisy integers of the groups that are released.
   *
   * @param listed the rows of the released sets that list keys, by their names
   */
  public NoisyGroups release(
      List<AggregateRows> answers, Map<String, List<List<KeyValue>>> listed) {
    Frontier frontier = prepared.frontier();
    List<List<KeyValue>> selected = selected(answers);
    List<AggregateRows> rows = answers;
    if (frontier.selection().filter(Selection::others).isPresent()) {
      OtherGroupRows others = OtherGroupRows.of(frontier, selected);
      selected = others.shown();
      rows = others.gather(frontier, answers);
    }
    Map<String, List<List<KeyValue>>> known = new HashMap<>(publicKeys);
    known.putAll(listed);
    List<List<KeyValue>> groups = Groups.all(frontier, known, selected);
    if (prepared.top().isPresent()) {
      groups = prepared.top().get().chosen(groups, rows, noise);
    }
    List<BigInteger[]> noisy = new ArrayList<>(groups.size());
    for (List<KeyValue> group : groups) {
      noisy.add(noisy(new GroupAnswers(group, rows)));
    }
    return new NoisyGroups(groups, places, noisy);
  }

  /** The groups that are listed, and zero for every integer: what is known without the database. */
  public NoisyGroups madeUp() {
    List<List<KeyValue>> groups = Groups.all(prepared.frontier(), publicKeys, List.of());
    List<BigInteger[]> zeros = new ArrayList<>(groups.size());
    for (int g = 0; g < groups.size(); g++) {
      BigInteger[] integers = new BigInteger[places.size()];
      Arrays.fill(integers, BigInteger.ZERO);
      zeros.add(integers);
    }
    return new NoisyGroups(groups, places, zeros);
  }

  /** The combinations of private keys that are released; one draw each. */
  private List<List<KeyValue>> selected(List<AggregateRows> answers) {
    Frontier frontier = prepared.frontier();
    if (prepared.selection().isPresent()) {
      PartitionSelection mechanism = prepared.selection().get();
      AggregateQuery.Cell units = frontier.selection().orElseThrow().units();
      return Groups.select(
          frontier,
          units,
          answers,
          (group, number) -> mechanism.select(number, selectionTape.get(0)));
    } else if (prepared.selectingCount().isPresent()) {
      int place = prepared.selectingCount().getAsInt();
      PreparedThresholdedCount.Selecting count =
          (PreparedThresholdedCount.Selecting) draws.get(place);
      return Groups.select(
          frontier,
          ((ThresholdedCount) frontier.releases().get(place)).cell(),
          answers,
          count::select);
    }
    return List.of();
  }

  /** Every released integer of a group. */
  private BigInteger[] noisy(GroupAnswers exact) {
    List<BigInteger> all = new ArrayList<>(places.size());
    draws.forEach(release -> all.addAll(release.release(exact)));
    return all.toArray(new BigInteger[0]);
  }
}
