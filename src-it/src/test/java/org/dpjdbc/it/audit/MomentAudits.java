package org.dpjdbc.it.audit;

import static org.dpjdbc.it.audit.Audit.Terms.gaussian;
import static org.dpjdbc.it.audit.Audit.Terms.laplace;
import static org.dpjdbc.it.audit.Outcomes.across;
import static org.dpjdbc.it.audit.Outcomes.all;
import static org.dpjdbc.it.audit.Outcomes.computed;
import static org.dpjdbc.it.audit.Outcomes.in;
import static org.dpjdbc.it.audit.Outcomes.one;
import static org.dpjdbc.it.audit.Outcomes.several;
import static org.dpjdbc.it.audit.Outcomes.total;
import static org.dpjdbc.it.audit.Outcomes.units;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Audits of sums, means and variances. Of a joint release a unit at the upper bound moves the last
 * sum, of (x − L)^d, by all that a row may. That sum is computed from all that is answered, which
 * is post-processing, so that no more noise is in it than was added to it.
 */
final class MomentAudits {
  private static final String X = "CAST(x AS DOUBLE)";
  private static final String SOME = "CAST(CASE WHEN y = 1 THEN x END AS DOUBLE)";
  private static final int BELOW = 10;

  private static final String WEIGHTED =
      "SELECT /*+ DP(weights='s = 8') */ trial, SUM(x) / 50.0 AS s, SUM(x * x) / 2500.0 AS q"
          + " FROM facts GROUP BY trial";

  /** Of the Gaussian vector for a weight of 8 beside one of 1: their powers of two thirds. */
  private static final double FIRST_PART = 0.8;

  private MomentAudits() {}

  static Stream<Audit> audits() {
    return Stream.of(sums(), found(), means(), distinct()).flatMap(kind -> kind);
  }

  private static String of(String aggregates) {
    return "SELECT trial, " + aggregates + " FROM facts GROUP BY trial";
  }

  private static String moments(String x) {
    return of("SUM(%1$s), AVG(%1$s), VAR_POP(%1$s)".formatted(x));
  }

  /** Σ(x − L), of a sum and a mean. */
  private static double below(double[] of) {
    return of[0] + BELOW * of[0] / of[1];
  }

  /** Σ(x − L)², of a sum, a mean and a variance. */
  private static double squares(double[] of) {
    double n = of[0] / of[1];
    return n * (of[2] + (of[1] + BELOW) * (of[1] + BELOW));
  }

  /** A quarter of each of the outer sums of a variance, and 7/4 of the middle one. */
  private static double middle(double[] of) {
    double n = of[0] / of[1];
    double spread = n * ((50 - of[1]) * (of[1] + BELOW) - of[2]);
    return (n * 3600 - 2 * spread) / 4 + 2 * spread * 7 / 4;
  }

  private static Stream<Audit> sums() {
    return Stream.of(
        Audit.of("sum", laplace(1, 1), units(3, 0), one(50), of("SUM(x)"), Outcomes::value),
        Audit.of(
            "sum, several rows",
            laplace(3, 1),
            List.of(),
            across(1, 4, 50),
            of("SUM(x)"),
            Outcomes::value),
        Audit.of(
            "two Gaussian sums",
            gaussian(1, 1),
            List.of(),
            one(50),
            of("SUM(x) / 50.0 + SUM(x * x) / 2500.0"),
            Outcomes::value),
        Audit.of(
            "Gaussian sums by groups",
            gaussian(10, 4),
            List.of(),
            across(4, 11, 49),
            "SELECT trial, part, SUM(x) / 500.0 + SUM(y) / 10.0 FROM facts GROUP BY trial, part",
            total(4)),
        Audit.of(
            "sums of unequal weights",
            laplace(1, 1),
            List.of(),
            one(50),
            WEIGHTED,
            computed(of -> Math.min(of[0], of[1]))),
        Audit.of(
            "Gaussian sums of unequal weights",
            gaussian(1, 1),
            List.of(),
            one(50),
            WEIGHTED,
            computed(of -> FIRST_PART * of[0] + (1 - FIRST_PART) * of[1])));
  }

  /** A quarter of epsilon is for the choice of the clamp, of which only its tails lose much. */
  private static Stream<Audit> found() {
    return Stream.of(
        Audit.of(
                "sum, auto bounds",
                laplace(1, 1).withEpsilon(4),
                units(17, 4),
                one(4),
                of("SUM(z)"),
                Outcomes::value)
            .showing(0.6),
        Audit.of(
                "sum below 0, auto bounds",
                laplace(1, 1).withEpsilon(4),
                units(17, -4),
                one(-4),
                of("SUM(z)"),
                Outcomes::value)
            .showing(0.6),
        Audit.of(
                "maximum, auto bounds",
                laplace(1, 1).withEpsilon(4),
                units(4, 50),
                one(50),
                of("MAX(z)"),
                Outcomes::value)
            .showing(0.5));
  }

  /** Three values, of which nobody else has any. */
  private static Stream<Audit> distinct() {
    List<Audit.Row> own = IntStream.range(0, 3).mapToObj(i -> new Audit.Row(0, 0, 50 - i)).toList();
    String values = moments("DISTINCT " + X);
    return Stream.of(
        Audit.of(
            "sum of distinct values",
            laplace(3, 1),
            units(2, 20),
            own,
            of("SUM(DISTINCT x)"),
            Outcomes::value),
        Audit.of(
            "sum of distinct values, Gaussian",
            gaussian(3, 1),
            units(2, 20),
            own,
            of("SUM(DISTINCT x)"),
            Outcomes::value),
        Audit.of(
            "mean of distinct values",
            laplace(3, 1),
            units(2, 20),
            own,
            of("SUM(DISTINCT %1$s), AVG(DISTINCT %1$s)".formatted(X)),
            computed(MomentAudits::below)),
        Audit.of(
            "variance of distinct values",
            laplace(3, 1),
            units(2, 20),
            own,
            values,
            computed(MomentAudits::squares)));
  }

  private static Stream<Audit> means() {
    return Stream.of(
        Audit.of(
            "mean",
            laplace(1, 1),
            units(9, 20),
            one(50),
            of("SUM(%1$s), AVG(%1$s)".formatted(X)),
            computed(MomentAudits::below)),
        Audit.of(
            "mean, Gaussian",
            gaussian(1, 1),
            units(20, 20),
            one(50),
            of("SUM(%1$s), AVG(%1$s)".formatted(X)),
            computed(MomentAudits::below)),
        // Of a mean alone less is told than of the two sums that it is computed from.
        Audit.of(
                "mean of an empty group",
                laplace(1, 1),
                List.of(),
                one(50),
                of("AVG(%s)".formatted(X)),
                Outcomes::value)
            .showing(0.5),
        Audit.of(
                "deviation of an empty group",
                laplace(1, 1),
                List.of(),
                one(50),
                of("STDDEV_SAMP(%s)".formatted(X)),
                Outcomes::value)
            .showing(0.4),
        Audit.of(
            "count, and mean of some",
            laplace(1, 1),
            units(9, 21),
            one(49),
            of("SUM(%1$s), AVG(%1$s), COUNT(*)".formatted(SOME)),
            computed(MomentAudits::below)),
        Audit.of(
            "count, and variance of others",
            laplace(8, 1),
            several(5, 8, 21),
            across(1, 9, 50),
            of("SUM(%1$s), AVG(%1$s), VAR_POP(%1$s), COUNT(*)".formatted(SOME)),
            computed(of -> of[3] - of[0] / of[1])),
        Audit.of(
            "variance",
            laplace(1, 1),
            all(in(0, 10, 5), in(1, 10, 35)),
            one(50),
            moments(X),
            computed(MomentAudits::squares)),
        Audit.of(
            "variance, several rows",
            laplace(3, 1),
            several(12, 3, 20),
            across(1, 4, 50),
            moments(X),
            computed(MomentAudits::squares)),
        Audit.of(
            "variance, Gaussian",
            gaussian(1, 1),
            all(in(0, 15, 5), in(1, 15, 35)),
            one(20),
            moments(X),
            computed(MomentAudits::middle)));
  }
}
