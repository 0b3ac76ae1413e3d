package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * How one output column of a frontier is computed from released integers: post-processing, free of
 * privacy cost. The pair (above, below) is (sum of U − x, sum of x − L) on the grid of a measure
 * with integer bounds L and U (Kulesza, Suresh, Wang 2024): above + below = (U − L) · n.
 */
public sealed interface Statistic {

  /**
   * The number of rows, released on its own.
   *
   * @param count the released integer
   * @param parts into how many parts a row is divided in it
   */
  record Count(Release.Ref count, int parts) implements Statistic {}

  /** A sum on the grid {@code step}, released on its own. */
  record Sum(Release.Ref sum, BigDecimal step) implements Statistic {}

  /** The number of non-null values, out of a pair. */
  record PairCount(Pair pair) implements Statistic {}

  /** The sum, out of a pair. */
  record PairSum(Pair pair) implements Statistic {}

  /** The mean, out of a pair; NULL where the released count is below one half. */
  record Mean(Pair pair) implements Statistic {}

  /**
   * A variance or standard deviation.
   *
   * @param pair gives count and mean
   * @param spread released sum of (U − x)(x − L) on the grid
   * @param sample divide by n − 1 instead of n
   * @param root the standard deviation instead of the variance
   */
  record Variance(Pair pair, Release.Ref spread, boolean sample, boolean root)
      implements Statistic {}

  /**
   * A quantile: a point of a grid.
   *
   * @param point the chosen point, in steps
   * @param origin what is added, in days or seconds since 1970 for dates and timestamps
   * @param step the grid
   */
  record Quantile(Release.Ref point, BigDecimal origin, BigDecimal step) implements Statistic {}

  /**
   * A released pair and its measure.
   *
   * @param above sum of U − x
   * @param below sum of x − L
   * @param lower L, in steps
   * @param upper U, in steps, above L
   * @param step the grid
   * @param parts into how many parts a row is divided in what is released
   */
  record Pair(
      Release.Ref above,
      Release.Ref below,
      BigInteger lower,
      BigInteger upper,
      BigDecimal step,
      int parts) {}
}
