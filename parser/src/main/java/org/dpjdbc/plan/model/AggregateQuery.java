package org.dpjdbc.plan.model;

import java.util.List;
import java.util.Optional;

/**
 * One aggregate query for the backend. Its result has the group keys first, then integers (SQL NULL
 * reads as 0), one row per group.
 *
 * @param sql the statement; contributions are already bounded and clamped in it
 * @param parameters its bind parameters in order
 * @param form what it asks, however the query was written
 * @param keys which of the frontier's keys it groups by, as indices into {@link Frontier#keys()},
 *     in the order of its first columns
 * @param integers how many integer columns follow
 * @param strategy how contributions are bounded, as EXPLAIN PRIVACY names it
 * @param cells present for a histogram: its last key, after those of the frontier, is the cell
 */
public record AggregateQuery(
    String sql,
    List<SqlParameter> parameters,
    CanonicalForm form,
    List<Integer> keys,
    int integers,
    String strategy,
    Optional<Cells> cells) {

  /** One row per group. */
  public AggregateQuery(
      String sql,
      List<SqlParameter> parameters,
      CanonicalForm form,
      List<Integer> keys,
      int integers,
      String strategy) {
    this(sql, parameters, form, keys, integers, strategy, Optional.empty());
  }

  /** The same where the last key is the cell of a histogram. */
  public AggregateQuery ofCells(Cells histogram) {
    return new AggregateQuery(
        sql,
        parameters,
        form,
        List.copyOf(keys.subList(0, keys.size() - 1)),
        integers,
        strategy,
        Optional.of(histogram));
  }

  /**
   * An integer column of a query.
   *
   * @param query index into {@link Frontier#queries()}
   * @param integer index among the query's integers
   */
  public record Cell(int query, int integer) {
    /** The same where the first query, of which nothing is needed, is not sent. */
    public Cell withoutFirstQuery() {
      return new Cell(query - 1, integer);
    }
  }
}
