package org.dpjdbc.sql.rewrite;

/** What the grammar reads, and not every database has. */
public enum SqlFeature {
  /** {@code LOG2(x)}. */
  LOG2,
  /** {@code CBRT(x)}. */
  CBRT,
  /** The units {@code DECADE}, {@code CENTURY} and {@code MILLENNIUM}. */
  DECADES,
  /** {@code AGE(d)}, which means {@code AGE(CURRENT_DATE, d)}. */
  AGE,
  /** {@code ANY_VALUE(x)}, which is {@code x} where that is a key. */
  ANY_VALUE,
  /** {@code GROUP BY ALL}. */
  GROUP_BY_ALL,
  /** {@code ORDER BY ALL}. */
  ORDER_BY_ALL,
  /** {@code DISTINCT ON (x)}. */
  DISTINCT_ON,
  /** {@code DISTINCT ON (1)}, which means the first column. */
  DISTINCT_ON_ORDINALS
}
