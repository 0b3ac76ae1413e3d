package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The facts about one input column of an expression, from the policy and from filters below.
 *
 * @param name the column as messages name it
 * @param range its range, where one is declared or derived; a claim of the policy, so it serves
 *     accuracy and is enforced by a clamp before it serves privacy
 * @param step the grid that its sums are taken on, where declared
 * @param computed whether it was aggregated, for each unit or for all of them: then no policy can
 *     bound it, but the query can
 * @param min a lower bound, if there is no upper bound: a condition with an upper bound then gives
 *     a range
 * @param max an upper bound, if there is no lower bound
 * @param written whether it is an expression of the query, each of whose columns has a range: then
 *     no policy can bound it either
 */
public record ColumnFacts(
    String name,
    Optional<Interval> range,
    Optional<BigDecimal> step,
    boolean computed,
    Optional<BigDecimal> min,
    Optional<BigDecimal> max,
    boolean written) {

  private static final Pattern EXPRESSION = Pattern.compile("[$(*+/|=<>]| - |\\bCASE\\b");

  /** A column of a table. */
  public ColumnFacts(String name, Optional<Interval> range, Optional<BigDecimal> step) {
    this(name, range, step, false, Optional.empty());
  }

  /** A column that no condition bounds from above alone. */
  public ColumnFacts(
      String name,
      Optional<Interval> range,
      Optional<BigDecimal> step,
      boolean computed,
      Optional<BigDecimal> min) {
    this(name, range, step, computed, min, Optional.empty(), /* written= */ false);
  }

  /** The same column, which is an expression of the query whose columns all have a range. */
  public ColumnFacts asWritten() {
    return new ColumnFacts(name, range, step, computed, min, max, /* written= */ true);
  }

  /** Whether no policy can bound it, but the query. */
  boolean isOfQuery() {
    return computed || written;
  }

  /** The column under the query's name for it, where that and no policy must bound it. */
  public ColumnFacts called(String label) {
    return isOfQuery() ? new ColumnFacts(label, range, step, computed, min, max, written) : this;
  }

  /** Whether the name occurs in the query, and is not the text of a computed expression. */
  public boolean isNamed() {
    return !EXPRESSION.matcher(name).find();
  }

  /** The same column on the grid of its type. */
  ColumnFacts stepless() {
    return new ColumnFacts(name, range, Optional.empty(), computed, min, max, written);
  }

  /**
   * What values there may be, where a range is known but rests on a limit: from below something
   * else bounds what is never less than some number.
   */
  public Interval unlimited(Interval limited) {
    return new Interval(
        min.isPresent() ? limited.lower() : Intervals.UNLIKELY.negate(), Intervals.UNLIKELY);
  }

  /** Whether nothing bounds values of a range from above. */
  public static boolean isUnlimited(Interval range) {
    return range.upper().compareTo(Intervals.UNLIKELY) >= 0;
  }

  /** The same column where its values are at least so much, and nothing bounds them from above. */
  public ColumnFacts from(BigDecimal lower) {
    return new ColumnFacts(name, Optional.empty(), step, true, Optional.of(lower));
  }

  /** The same column where its values are known to be in a range. */
  public ColumnFacts within(Optional<Interval> narrowed) {
    return new ColumnFacts(name, narrowed, step, computed, min, max, written);
  }

  /** The same column, without a range, where one end is known or none. */
  ColumnFacts beyond(Optional<BigDecimal> lower, Optional<BigDecimal> upper) {
    return new ColumnFacts(name, Optional.empty(), step, computed, lower, upper, written);
  }
}
