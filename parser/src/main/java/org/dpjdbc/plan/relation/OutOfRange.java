package org.dpjdbc.plan.relation;

import java.util.Optional;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;

/**
 * What a value computed for each unit may be of those whose rows or sums are beyond the limits that
 * its range rests on. It matters for messages alone.
 *
 * @param values that there may be
 * @param setting of the policy that sets the limit
 */
public record OutOfRange(Interval values, String setting) {
  /**
   * What there may be beyond the limit.
   *
   * @param facts of the value, whose range may rest on the limit
   * @param uncut its range without the limit, if it has one
   */
  public static Optional<OutOfRange> of(
      ColumnFacts facts, Optional<Interval> uncut, String setting) {
    return facts
        .range()
        .map(range -> uncut.orElseGet(() -> facts.unlimited(range)))
        .filter(values -> facts.range().filter(range -> range.contains(values)).isEmpty())
        .map(values -> new OutOfRange(values, setting));
  }

  /** The same limit on other values. */
  public OutOfRange with(Interval others) {
    return new OutOfRange(others, setting);
  }
}
