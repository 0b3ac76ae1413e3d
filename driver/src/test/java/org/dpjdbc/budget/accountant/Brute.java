package org.dpjdbc.budget.accountant;

/** Divergences by other ways than the accountant's: sums and series in floating point. */
final class Brute {
  private Brute() {}

  static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** 1 - Φ(x): a series near 0, a continued fraction farther out. */
  static double upperTail(double x) {
    if (x < 0) {
      return 1 - upperTail(-x);
    }
    if (x > 4) {
      double fraction = x;
      for (int n = 120; n >= 1; n--) {
        fraction = x + n / fraction;
      }
      return density(x) / fraction;
    }
    double term = x;
    double sum = x;
    for (int n = 1; n < 200; n++) {
      term *= x * x / (2 * n + 1);
      sum += term;
    }
    return 0.5 - density(x) * sum;
  }

  /** The hockey-stick divergence of order e^ε of N(√s, 1) from N(0, 1), for any real ε. */
  static double gaussianDelta(double s, double epsilon) {
    double mu = Math.sqrt(s);
    return upperTail(epsilon / mu - mu / 2) - Math.exp(epsilon) * upperTail(epsilon / mu + mu / 2);
  }

  /** The same of discrete Gaussians, a shift apart. */
  static double discreteGaussianDelta(double sigmaSquared, int shift, double epsilon) {
    int reach = (int) (40 * Math.sqrt(sigmaSquared));
    double all = 0;
    double delta = 0;
    for (int k = -reach; k <= reach; k++) {
      double here = Math.exp(-(double) k * k / (2 * sigmaSquared));
      double there = Math.exp(-(double) (k + shift) * (k + shift) / (2 * sigmaSquared));
      all += here;
      delta += Math.max(0, here - Math.exp(epsilon) * there);
    }
    return delta / all;
  }

  /** Randomized responses of these ε and a Gaussian beside them, exactly: 2^n outcomes. */
  static double delta(double[] responses, double s, double epsilon) {
    return delta(responses, 0, s, epsilon);
  }

  private static double delta(double[] responses, int next, double s, double epsilon) {
    if (next == responses.length) {
      return s == 0 ? Math.max(0, 1 - Math.exp(epsilon)) : gaussianDelta(s, epsilon);
    }
    double e = responses[next];
    double up = 1 / (1 + Math.exp(-e));
    return up * delta(responses, next + 1, s, epsilon - e)
        + (1 - up) * delta(responses, next + 1, s, epsilon + e);
  }
}
