package org.dpjdbc.run.finish;

import java.util.List;
import java.util.Set;

/**
 * Which columns of a {@link org.dpjdbc.plan.FinishInput} carry noise. The rows given for it at run
 * time then have one more column for each, after the ordinary ones and in the order of this list:
 * the half-width of the 95 % interval of that row's value, a {@link Double} of at least 0, or
 * {@code null} where none is known.
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
   * A noisy column.
   *
   * @param index among the ordinary columns, from 0
   * @param releases the releases that its values are computed of, as numbers that are the caller's
   *     own: two columns, of one row or of several inputs, are independent just if they have none
   *     in common
   */
  public record Column(int index, Set<Integer> releases) {
    /** Copies the set. */
    public Column {
      releases = Set.copyOf(releases);
    }
  }
}
