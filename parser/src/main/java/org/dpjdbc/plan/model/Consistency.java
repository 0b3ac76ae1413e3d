package org.dpjdbc.plan.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Frontiers that add up the same rows at several levels: every exact integer of a release at a
 * later level is the sum of those of the first level's groups that it is rolled up from. Their
 * noisy integers do not add up until the driver makes them, by weighted least squares. Post-
 * processing: it costs nothing, and needs no more than what was released.
 *
 * @param levels at least two; the first has all the keys of the others
 */
public record Consistency(List<Level> levels) {
  /** Copies the list. */
  public Consistency {
    levels = List.copyOf(levels);
  }

  /**
   * A level.
   *
   * @param frontier its name, {@link Frontier#name()}
   * @param keys for each of the frontier's keys, its place among those of the first level
   */
  public record Level(String frontier, List<Integer> keys) {}

  /** A level that may be part of a family. */
  public record Candidate(String frontier, ImmutableBitSet keys, FrontierDraft draft) {
    /**
     * Whether the exact values add up to those of coarser levels: all groups are listed, and what a
     * row counts for is the same in each.
     */
    boolean addsUp() {
      return draft.domains().stream().noneMatch(KeyDomain.Private.class::isInstance)
          && draft.vectors().stream().anyMatch(NoisyVector.Draft::additive);
    }
  }

  /**
   * The families, each under its finest level; a level is in one of them at most.
   *
   * @param partial keys whose listed values are not those of all rows: a level without one is no
   *     sum of those that have it
   */
  public static List<Consistency> families(List<Candidate> candidates, ImmutableBitSet partial) {
    List<Candidate> rest = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.addsUp() && rest.stream().noneMatch(c -> same(c, candidate))) {
        rest.add(candidate);
      }
    }
    rest.sort(Comparator.comparingInt(c -> -c.keys().cardinality()));
    List<Consistency> families = new ArrayList<>();
    while (!rest.isEmpty()) {
      Candidate finest = rest.get(0);
      List<Candidate> family =
          rest.stream()
              .filter(c -> finest.keys().contains(c.keys()))
              .filter(c -> !finest.keys().except(c.keys()).intersects(partial))
              .toList();
      rest.removeAll(family);
      if (family.size() > 1) {
        families.add(new Consistency(family.stream().map(c -> level(c, finest)).toList()));
      }
    }
    return families;
  }

  private static boolean same(Candidate a, Candidate b) {
    return a.frontier().equals(b.frontier());
  }

  private static Level level(Candidate candidate, Candidate finest) {
    List<Integer> all = finest.keys().asList();
    return new Level(
        candidate.frontier(), candidate.keys().asList().stream().map(all::indexOf).toList());
  }
}
