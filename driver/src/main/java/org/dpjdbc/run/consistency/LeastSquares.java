package org.dpjdbc.run.consistency;

import java.util.Arrays;

/**
 * Weighted least squares for totals: the cells x that minimize Σ over levels l of weight(l) · Σ
 * over its groups g of (y(l, g) − Σ of x over the cells of g)². With weights that are the inverses
 * of the levels' noise variances this is the best linear unbiased estimate (Gauss-Markov); for a
 * hierarchy it is that of Hay, Rastogi, Miklau, Suciu (VLDB 2010), for marginals of a product that
 * of the analysis of variance.
 *
 * <p>The normal equations are solved by conjugate gradients (Hestenes, Stiefel 1952), which end
 * after as many steps as the matrix has eigenvalues that differ: at most one per subset of keys for
 * a product of domains. A step takes the number of cells times that of the levels. The first level
 * has one cell a group, so that the matrix is positive definite.
 */
final class LeastSquares {
  private static final double CLOSE = 1e-24;
  private static final int MAX_STEPS = 500;

  private final RollUp rollUp;
  private final double[] weights;
  private final int cells;

  /**
   * Creates the problem.
   *
   * @param rollUp the groups; at the first level, the cells themselves
   * @param weights of each level, positive
   */
  LeastSquares(RollUp rollUp, double[] weights) {
    this.rollUp = rollUp;
    this.weights = weights;
    this.cells = rollUp.cells();
  }

  /** The solution of the normal equations for a right-hand side, one number per cell. */
  double[] solve(double[] right) {
    double[] x = new double[cells];
    double[] residual = right.clone();
    double[] direction = right.clone();
    double square = dot(residual, residual);
    double small = square * CLOSE;
    for (int step = 0; step < MAX_STEPS && square > small; step++) {
      double[] image = apply(direction);
      double length = square / dot(direction, image);
      for (int i = 0; i < cells; i++) {
        x[i] += length * direction[i];
        residual[i] -= length * image[i];
      }
      double next = dot(residual, residual);
      double turn = next / square;
      for (int i = 0; i < cells; i++) {
        direction[i] = residual[i] + turn * direction[i];
      }
      square = next;
    }
    return x;
  }

  /** The cells' part of what the groups of a level are given, times the level's weight. */
  void spread(int level, double[] ofGroups, double[] onto) {
    for (int i = 0; i < cells; i++) {
      onto[i] += weights[level] * ofGroups[rollUp.groupOf(level, i)];
    }
  }

  /** By how much each group's observation at a level counts in an estimate with that solution. */
  double[] influence(int level, double[] solution) {
    double[] sums = sums(level, solution);
    Arrays.setAll(sums, g -> sums[g] * weights[level]);
    return sums;
  }

  private double[] sums(int level, double[] x) {
    double[] sums = new double[rollUp.size(level)];
    for (int i = 0; i < cells; i++) {
      sums[rollUp.groupOf(level, i)] += x[i];
    }
    return sums;
  }

  private double[] apply(double[] x) {
    double[] image = new double[cells];
    for (int level = 0; level < rollUp.levels(); level++) {
      spread(level, sums(level, x), image);
    }
    return image;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
