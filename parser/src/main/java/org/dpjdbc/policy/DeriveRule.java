package org.dpjdbc.policy;

/** When a query is answered from the kept answer to another one, at no cost. */
public enum DeriveRule {
  /** Never: only the same query gets the same answer. */
  NEVER,
  /** When a part of it is given again, or no column has a larger error than a new answer. */
  AS_GOOD,
  /** Whenever it follows, whatever its error is, and though rows in no listed group are missing. */
  ALWAYS
}
