package org.dpjdbc.run.sensitivity;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Cells;
import org.dpjdbc.plan.model.KeyValue;

/**
 * That the database counts rows in no other cells than there are: in any other they would be lost.
 */
final class KnownCells {
  private KnownCells() {}

  /**
   * Checks the histogram of a query.
   *
   * @param groups the keys of its rows, of which the last is the cell, NULL if there is none
   */
  static void check(AggregateQuery query, Collection<List<KeyValue>> groups) {
    Cells cells = query.cells().orElseThrow();
    Set<KeyValue> keys = new HashSet<>(Set.of(KeyValue.NULL));
    IntStream.range(0, cells.cells()).mapToObj(cells::key).forEach(keys::add);
    for (List<KeyValue> group : groups) {
      if (!keys.contains(group.get(group.size() - 1))) {
        throw new AssertionError("there is no cell of " + group + ": " + query.sql());
      }
    }
  }
}
