package org.dpjdbc.it.audit;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Sums over the pairs of a trial, with noise: a and b are how far above the lower bounds the two
 * values are, as parts of the widths of their ranges.
 *
 * @param n the number of pairs
 * @param a Σa
 * @param b Σb
 * @param aa Σa²
 * @param bb Σb²
 * @param ab Σab
 */
record PairSums(double n, double a, double b, double aa, double bb, double ab) {
  /** The answer to these has all six sums; x is the first value. */
  static final String SIX =
      "COVAR_POP(x, %1$s), REGR_SXY(x, %1$s), REGR_AVGY(x, %1$s), REGR_AVGX(x, %1$s),"
          + " REGR_SYY(x, %1$s), REGR_SXX(x, %1$s)";

  private static final double LOWER = -10;
  private static final double WIDTH = 60;

  /**
   * From the answer to {@link #SIX}, whose second value is in a range of its own.
   *
   * @param lower bound of the second value
   * @param width of its range
   */
  static PairSums of(double[] six, double lower, double width) {
    double n = six[1] / six[0];
    double meanA = (six[2] - LOWER) / WIDTH;
    double meanB = (six[3] - lower) / width;
    return new PairSums(
        n,
        n * meanA,
        n * meanB,
        six[4] / (WIDTH * WIDTH) + n * meanA * meanA,
        six[5] / (width * width) + n * meanB * meanB,
        six[1] / (WIDTH * width) + n * meanA * meanB);
  }

  /**
   * Of rows, without noise.
   *
   * @param second how far the second value is above its lower bound, as a part of the width
   */
  static PairSums ofRows(List<Audit.Row> rows, ToDoubleFunction<Audit.Row> second) {
    ToDoubleFunction<Audit.Row> a = row -> (row.x() - LOWER) / WIDTH;
    ToDoubleFunction<Audit.Row> b = row -> Math.max(0, Math.min(1, second.applyAsDouble(row)));
    return new PairSums(
        rows.size(),
        sum(rows, a),
        sum(rows, b),
        sum(rows, row -> a.applyAsDouble(row) * a.applyAsDouble(row)),
        sum(rows, row -> b.applyAsDouble(row) * b.applyAsDouble(row)),
        sum(rows, row -> a.applyAsDouble(row) * b.applyAsDouble(row)));
  }

  private static double sum(List<Audit.Row> rows, ToDoubleFunction<Audit.Row> of) {
    return rows.stream().mapToDouble(of).sum();
  }

  /**
   * Of the nine sums of products of Bernstein polynomials of degree 2, the one that a pair at both
   * upper ends moves, as far as it follows from these six: its orthogonal projection, to which such
   * a pair adds 29/36.
   */
  double corner() {
    return n * 5 / 36 + (aa + bb) / 3 + ab - (a + b) / 2;
  }

  /** The four products of degree 1, and the two spreads. */
  double[] released() {
    return new double[] {ab, a - ab, b - ab, n - a - b + ab, a - aa, b - bb};
  }
}
