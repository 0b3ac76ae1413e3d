package org.dpjdbc.plan.model;

import java.util.List;

/**
 * Public tables whose rows one row of a private table may meet in every combination. There may be
 * so many of them only that the time which one private row takes tells nothing of it. That is
 * decided by the counts of public rows alone, before anything is charged.
 *
 * @param counts names of public queries, one for each table: each has one row, which says how many
 *     rows the table has
 */
public record PublicProduct(List<String> counts) {
  /** The most combinations of rows that one private row may meet. */
  public static final long MAX_ROWS = 10_000_000;
}
