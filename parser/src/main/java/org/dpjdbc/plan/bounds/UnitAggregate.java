package org.dpjdbc.plan.bounds;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;

/**
 * An aggregate over the rows of one unit: what the database aggregates, and the expression over it.
 * Its value is total and depends only on the set of rows.
 *
 * @param parts in the order in which {@code result} takes them
 * @param result the value out of the parts
 * @param facts of the result
 */
public record UnitAggregate(List<Part> parts, Result result, ColumnFacts facts) {

  /**
   * An aggregate that the database computes exactly.
   *
   * @param function COUNT, SUM, AVG, MIN or MAX
   * @param distinct of distinct values
   * @param arguments at most one, total
   */
  public record Part(SqlAggFunction function, boolean distinct, List<RexNode> arguments) {}

  /** A function that is printed unchanged. */
  public static UnitAggregate of(
      SqlAggFunction function, List<RexNode> arguments, ColumnFacts facts) {
    return new UnitAggregate(
        List.of(new Part(function, false, arguments)), parts -> parts.get(0), facts);
  }

  /**
   * The same where the result is known to be in a range as well, a claim like any other.
   *
   * @param other nearest to it, where the known range is apart from it
   */
  public UnitAggregate within(Interval other) {
    Interval range = facts.range().map(other::clip).orElse(other);
    return new UnitAggregate(parts, result, facts.within(Optional.of(range)));
  }

  /** The expression over the aggregated parts. */
  @FunctionalInterface
  public interface Result {
    /**
     * The value.
     *
     * @param parts references to them
     */
    RexNode of(List<RexNode> parts);
  }
}
