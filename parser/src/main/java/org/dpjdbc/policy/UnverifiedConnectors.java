package org.dpjdbc.policy;

/** What becomes of tables that are read by a connector on which the build runs no tests. */
public enum UnverifiedConnectors {
  /** The policy is refused. */
  REFUSE,
  /** The owner vouches that the connector fails for no value of such a table. */
  ACCEPT
}
