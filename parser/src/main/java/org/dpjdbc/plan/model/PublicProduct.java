package org.dpjdbc.plan.model;

import java.util.List;

/**
 * Public tables whose rows one row of a private table may meet in every combination, or whose rows
 * are computed on for it. There may be so many of them only that the time which one private row
 * takes tells nothing of it. That is decided by the counts of public rows alone, before anything is
 * charged.
 *
 * @param counts names of public queries, one for each table: each has one row, which says how many
 *     rows the table has
 * @param maxRows the most combinations that there may be
 */
public record PublicProduct(List<String> counts, long maxRows) {
  /** The most combinations of rows that one private row may meet if little is computed on each. */
  public static final long MAX_ROWS = 10_000_000;
}
