package org.dpjdbc.policy;

/** How often the budget is renewed; windows are calendar windows in UTC. */
public enum Renewal {
  NEVER,
  DAILY,
  WEEKLY,
  MONTHLY
}
