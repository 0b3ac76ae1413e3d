package org.dpjdbc.sql.rewrite;

/** What of the clock a query's text reads, and so how long the text stays the same question. */
public enum ClockUse {
  /** Nothing: the same question at any time. */
  NONE,
  /** The date alone: the same question all day. */
  DAY,
  /** The time as well: another question each time. */
  TIMESTAMP
}
