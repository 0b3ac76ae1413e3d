package org.dpjdbc.policy;

/** The distribution that noise is drawn from. */
public enum NoiseKind {
  /** Discrete Laplace: pure epsilon, calibrated to the L1 sensitivity. */
  LAPLACE,
  /** Discrete Gaussian: (epsilon, delta), calibrated to the L2 sensitivity. */
  GAUSSIAN
}
