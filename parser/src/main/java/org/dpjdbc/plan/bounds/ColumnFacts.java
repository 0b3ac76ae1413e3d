package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The facts about one input column of an expression, from the policy and from filters below.
 *
 * @param name the column as messages name it
 * @param range its range, where one is declared or derived; a claim of the policy, so it serves
 *     accuracy and is enforced by a clamp before it serves privacy
 * @param step the grid that its sums are taken on, where declared
 * @param computed whether it was aggregated, for each unit or for all of them: then no policy can
 *     bound it, but the query can
 * @param min a lower bound, if there is no upper bound: a filter with an upper bound then gives a
 *     range
 */
public record ColumnFacts(
    String name,
    Optional<Interval> range,
    Optional<BigDecimal> step,
    boolean computed,
    Optional<BigDecimal> min) {

  /** A column of a table. */
  public ColumnFacts(String name, Optional<Interval> range, Optional<BigDecimal> step) {
    this(name, range, step, false, Optional.empty());
  }

  /** The column under the query's name for it, where that and no policy must bound it. */
  public ColumnFacts called(String label) {
    return computed ? new ColumnFacts(label, range, step, true, min) : this;
  }

  /** The same column on the grid of its type. */
  ColumnFacts stepless() {
    return new ColumnFacts(name, range, Optional.empty(), computed, min);
  }

  /** The same column where its values are known to be in a range. */
  ColumnFacts within(Optional<Interval> narrowed) {
    return new ColumnFacts(name, narrowed, step, computed, min);
  }
}
