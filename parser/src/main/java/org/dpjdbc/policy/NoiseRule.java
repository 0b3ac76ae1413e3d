package org.dpjdbc.policy;

/** How the distribution of noise is chosen. */
public enum NoiseRule {
  /** Always {@link NoiseKind#LAPLACE}. */
  LAPLACE,
  /** Always {@link NoiseKind#GAUSSIAN}. */
  GAUSSIAN,
  /**
   * For each release the one with the smaller standard deviation: at the query's epsilon and delta
   * where costs add up by themselves, at equal cost by the other compositions. The choice follows
   * from the query and the policy alone.
   */
  BEST
}
