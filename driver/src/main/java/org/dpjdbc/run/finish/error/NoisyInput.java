package org.dpjdbc.run.finish.error;

import java.util.List;
import java.util.Set;

/**
 * Which columns of a {@link org.dpjdbc.plan.model.FinishInput} carry noise. The rows given for it
 * at run time then have one more column for each, after the ordinary ones and in the order of this
 * list: a part of the half-width of the 95 % interval of that row's value, a {@link Double}, or
 * {@code null} where none is known. The half-width is the root of the summed squares of its parts.
 *
 * @param name name of the input
 * @param columns the noisy columns
 * @param independentRows whether the noise is independent from row to row
 */
public record NoisyInput(String name, List<Column> columns, boolean independentRows) {
  /** Copies the list. */
  public NoisyInput {
    columns = List.copyOf(columns);
  }

  /**
   * A part of a noisy column: how far its value moves, up or down, with what was released.
   *
   * @param index of the column among the ordinary ones, from 0
   * @param releases what it moves with, as numbers that are the caller's own: two parts, of one row
   *     or of several inputs, are independent just if they have none in common; in one row, parts
   *     of one release, and no other, move together, each by its own sign
   */
  public record Column(int index, Set<Integer> releases) {
    /** Copies the set. */
    public Column {
      releases = Set.copyOf(releases);
    }
  }
}
