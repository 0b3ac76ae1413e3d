package org.dpjdbc.plan.model;

import java.math.BigDecimal;
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
 * @param ranges of what a subquery computes for each unit, where that rests on limits
 */
public record ContributionLimit(
    String table,
    Optional<Limit> rows,
    Optional<Limit> groups,
    boolean scaled,
    boolean inAll,
    List<String> sums,
    List<Range> ranges) {

  /**
   * A limit.
   *
   * @param max how many count
   * @param ofQuery whether the query's options set it, and not the policy
   */
  public record Limit(int max, boolean ofQuery) {}

  /**
   * A range that a value of a unit is clamped to.
   *
   * @param column its name
   * @param lower least value that counts
   * @param upper greatest value that counts
   * @param setting that it rests on
   * @param ofQuery whether the query's options set that, and not the policy
   */
  public record Range(
      String column, BigDecimal lower, BigDecimal upper, String setting, boolean ofQuery) {}

  /** Copies the lists. */
  public ContributionLimit {
    sums = List.copyOf(sums);
    ranges = List.copyOf(ranges);
  }

  /** Whether all that a unit has counts. */
  public boolean isNothing() {
    return rows.isEmpty() && groups.isEmpty() && sums.isEmpty() && ranges.isEmpty();
  }
}
