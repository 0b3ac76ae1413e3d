package org.dpjdbc.run.consistency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.KeyValue;

/** Which groups of each level the groups of the finest one, the cells, are rolled up to. */
final class RollUp {
  private final int[][] groupOf;
  private final int[] sizes;
  private final int[][] runs;

  private RollUp(int[][] groupOf, int[] sizes, int[][] runs) {
    this.groupOf = groupOf;
    this.sizes = sizes;
    this.runs = runs;
  }

  /**
   * Rolls the cells up.
   *
   * @param groups the groups of each level, the finest first
   * @return empty if a cell has no group, or a group no cell: the public tables that list them have
   *     changed between two looks at them
   */
  static Optional<RollUp> of(Consistency family, List<List<List<KeyValue>>> groups) {
    int levels = groups.size();
    List<List<KeyValue>> cells = groups.get(0);
    int[][] groupOf = new int[levels][cells.size()];
    int[][] runs = new int[levels][];
    int[] sizes = new int[levels];
    for (int level = 0; level < levels; level++) {
      sizes[level] = groups.get(level).size();
      runs[level] = new int[sizes[level]];
      Map<List<KeyValue>, Integer> places = new HashMap<>();
      groups.get(level).forEach(group -> places.put(group, places.size()));
      int before = -1;
      for (int cell = 0; cell < cells.size(); cell++) {
        Integer group = places.get(project(cells.get(cell), family.levels().get(level).keys()));
        if (group == null) {
          return Optional.empty();
        }
        groupOf[level][cell] = group;
        runs[level][group] += group == before ? 0 : 1;
        before = group;
      }
      for (int run : runs[level]) {
        if (run == 0) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(new RollUp(groupOf, sizes, runs));
  }

  private static List<KeyValue> project(List<KeyValue> cell, List<Integer> keys) {
    List<KeyValue> group = new ArrayList<>(keys.size());
    keys.forEach(key -> group.add(cell.get(key)));
    return group;
  }

  /** The group of a cell at a level. */
  int groupOf(int level, int cell) {
    return groupOf[level][cell];
  }

  /** The number of groups of a level. */
  int size(int level) {
    return sizes[level];
  }

  int levels() {
    return sizes.length;
  }

  int cells() {
    return sizes[0];
  }

  /** Of how many runs of neighbouring cells a group is made up. */
  int runs(int level, int group) {
    return runs[level][group];
  }

  boolean sameAs(RollUp other) {
    return Arrays.deepEquals(groupOf, other.groupOf) && Arrays.equals(sizes, other.sizes);
  }
}
