package org.dpjdbc.sql.rewrite;

/** Which part of the clock a query reads, and so how long the same SQL remains the same query. */
public enum ClockUse {
  /** Nothing: the same question at any time. */
  NONE,
  /** The date alone: the same question all day. */
  DAY,
  /** The time as well: another question each time. */
  TIMESTAMP
}
