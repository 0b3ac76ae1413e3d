package org.dpjdbc.policy;

/** The theorem by which the costs of a history of queries are added up. */
public enum Composition {
  /** Sequential composition: epsilons add, deltas add. */
  BASIC,
  /** Zero-concentrated differential privacy. */
  ZCDP,
  /** Discretised privacy-loss distributions. */
  PLD
}
