package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;

/**
 * What counts of a unit at most, in an answer that may leave out what it has beyond. A function of
 * the query, the policy and the live schema: whether anybody has more is not known here.
 *
 * @param table whose declarations bound it
 * @param rows of one unit that count in a group, or in all, if they may be more
 * @param groups that one unit counts in, if they may be more
 * @param scaled whether no group is left out, but what is in all of them is scaled down together
 * @param inAll whether the rows are those of all groups together; then they limit the groups as
 *     well
 * @param sums columns whose sum for one unit is kept within bounds of its own
 */
public record Cut(
    String table,
    Optional<Limit> rows,
    Optional<Limit> groups,
    boolean scaled,
    boolean inAll,
    List<String> sums) {

  /**
   * A limit.
   *
   * @param max how many count
   * @param ofQuery whether the query's options set it, and not the policy
   */
  public record Limit(int max, boolean ofQuery) {}

  /** Copies the list. */
  public Cut {
    sums = List.copyOf(sums);
  }

  /** Whether all that a unit has counts. */
  public boolean isNothing() {
    return rows.isEmpty() && groups.isEmpty() && sums.isEmpty();
  }
}
