package org.dpjdbc.policy;

/** The theorem by which the costs of a history of queries are added up. */
public enum Composition {
  /** Sequential composition: epsilons add, deltas add. */
  BASIC,
  /** Zero-concentrated differential privacy: each mechanism's rho adds up. */
  ZCDP,
  /** The Gaussian's privacy-loss distribution: each mechanism's share of mu squared adds up. */
  PLD
}
