package org.dpjdbc.policy;

/** How often the budget starts afresh; windows are calendar windows in UTC. */
public enum Renewal {
  NEVER,
  DAILY,
  WEEKLY,
  MONTHLY
}
