package org.dpjdbc.it.audit;

import static org.dpjdbc.it.audit.Audit.Terms.gaussian;
import static org.dpjdbc.it.audit.Audit.Terms.laplace;
import static org.dpjdbc.it.audit.Outcomes.all;
import static org.dpjdbc.it.audit.Outcomes.in;
import static org.dpjdbc.it.audit.Outcomes.one;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Audits of what is computed from pairs of values, for which sums of products of polynomials of
 * both are released together. What a unit moves is computed from all that is answered, as in {@link
 * MomentAudits}.
 */
final class PairAudits {
  private static final String COVARIANCE =
      "COVAR_POP(x, y), REGR_SXY(x, y), REGR_AVGY(x, y), REGR_AVGX(x, y)";

  private static final int BELOW = 10;
  private static final double LONG_LOWER = -1e9;
  private static final double LONG_WIDTH = 2e9;

  private static final List<Audit.Row> SOME = all(in(0, 5, 20), in(1, 5, 21));

  /** Their variances are far from 0 and from the largest, to which noisy ones are cut. */
  private static final List<Audit.Row> WIDE = all(in(0, 20, -10), in(1, 20, 20), in(2, 8, 49));

  private static final List<Audit.Row> LONG_WIDE = all(in(0, 25, -10), in(1, 25, 0), in(2, 12, 50));

  /** A value that moves all six sums, together by 0.9 of what one row may. */
  private static final int BETWEEN = 2;

  /** Laplace noise of the six sums: that of the spreads is half as much, as their weights are. */
  private static final double[] SCALES = {1, 1, 1, 1, 0.5, 0.5};

  private PairAudits() {}

  static Stream<Audit> audits() {
    return Stream.concat(
        Stream.of(
            pair("covariance", laplace(1, 1), SOME, 49, COVARIANCE, PairAudits::products),
            pair(
                "covariance, Gaussian", gaussian(1, 1), SOME, 49, COVARIANCE, PairAudits::products),
            pair(
                    "slope",
                    laplace(1, 1),
                    SOME,
                    49,
                    COVARIANCE + ", REGR_SLOPE(x, y)",
                    PairAudits::products)
                .showing(0.7)),
        correlations());
  }

  /**
   * Of long values the products of degree 2 have no room: four of degree 1 and two spreads have.
   */
  private static Stream<Audit> correlations() {
    String six = PairSums.SIX.formatted("y");
    String ofLong = PairSums.SIX.formatted("w");
    return Stream.of(
        pair("correlation", laplace(1, 1), WIDE, 49, six, of -> sums(of).corner()),
        pair("correlation, Gaussian", gaussian(1, 1), WIDE, 49, six, of -> sums(of).corner())
            .showing(0.6),
        pair(
                "correlation of long values",
                laplace(1, 1),
                LONG_WIDE,
                BETWEEN,
                ofLong,
                of -> likelihood(longSums(of)))
            .showing(0.5),
        pair(
            "correlation of long values, Gaussian",
            gaussian(1, 1),
            LONG_WIDE,
            50,
            ofLong,
            of -> longSums(of).ab()));
  }

  private static Audit pair(
      String name,
      Audit.Terms terms,
      List<Audit.Row> base,
      int x,
      String aggregates,
      ToDoubleFunction<double[]> outcome) {
    return Audit.of(
        name,
        terms,
        base,
        one(x),
        "SELECT trial, " + aggregates + " FROM facts GROUP BY trial",
        Outcomes.computed(outcome));
  }

  /** Σ(x − L)y, of a covariance, that times n, and both means. */
  private static double products(double[] of) {
    double n = of[1] / of[0];
    return n * (of[0] + (of[2] + BELOW) * of[3]);
  }

  private static PairSums sums(double[] six) {
    return PairSums.of(six, 0, 1);
  }

  private static PairSums longSums(double[] six) {
    return PairSums.of(six, LONG_LOWER, LONG_WIDTH);
  }

  /** How much likelier the released sums are with {@link #BETWEEN} than without: the logarithm. */
  private static double likelihood(PairSums sums) {
    double[] released = sums.released();
    double[] without = released(LONG_WIDE);
    double[] moved = released(one(BETWEEN));
    double likelihood = 0;
    for (int i = 0; i < released.length; i++) {
      double off = released[i] - without[i];
      likelihood += (Math.abs(off) - Math.abs(off - moved[i])) / SCALES[i];
    }
    return likelihood;
  }

  /** The six sums over rows, without noise. */
  private static double[] released(List<Audit.Row> rows) {
    return PairSums.ofRows(rows, row -> (1e8 * row.x() - LONG_LOWER) / LONG_WIDTH).released();
  }
}
