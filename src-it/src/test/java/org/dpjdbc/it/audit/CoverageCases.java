package org.dpjdbc.it.audit;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The columns whose intervals are tried. */
final class CoverageCases {
  private static final String LAPLACE = "laplace";
  private static final String GAUSSIAN = "gaussian";

  private static final String X = "CAST(x AS DOUBLE)";
  private static final String Z = "CAST(z AS DOUBLE)";

  /** What a count is, and what is linear in counts: at each epsilon the noise has other steps. */
  private static final List<String> COUNTS =
      List.of(
          "COUNT(*)",
          "COUNT(v)",
          "COUNT(DISTINCT unit)",
          "COUNT(*) FILTER (WHERE part = 0)",
          "SUM(CASE WHEN part = 0 THEN 1 ELSE 0 END), COUNT(*)",
          "COUNT(*), COUNT(*) FILTER (WHERE part = 0)",
          "COUNT(*) FILTER (WHERE part = 0) + COUNT(*) FILTER (WHERE part = 1)",
          "COUNT(*) FILTER (WHERE part = 0) - COUNT(*) FILTER (WHERE part = 1)",
          "COUNT(*) FILTER (WHERE part < 2) + COUNT(*) FILTER (WHERE y = 1)",
          "SUM(y) + COUNT(v)",
          "COUNT(*) - COUNT(v), AVG(CAST(v AS DOUBLE))");

  private static final List<String> SUMS =
      List.of(
          "SUM(x)",
          "SUM(s)",
          "SUM(d)",
          "SUM(f)",
          "SUM(x) FILTER (WHERE y = 1)",
          "SUM(x) + 2 * COUNT(*)",
          "SUM(d) - SUM(s)",
          "SUM(DISTINCT x)");

  private static final List<String> MEANS =
      List.of(
          "AVG(" + X + ")",
          "AVG(CAST(s AS DOUBLE))",
          "AVG(CAST(d AS DOUBLE))",
          "AVG(f)",
          "AVG(CAST(y AS DOUBLE))",
          "AVG(CAST(v AS DOUBLE))",
          "AVG(CAST(v AS DOUBLE)), COUNT(*)",
          "COUNT(*), AVG(CASE WHEN y = 1 THEN x END)",
          "SUM(x) / CAST(NULLIF(COUNT(*), 0) AS DOUBLE)",
          "CAST(COUNT(*) FILTER (WHERE part = 0) AS DOUBLE) / NULLIF(COUNT(*), 0)",
          "CAST(COUNT(*) FILTER (WHERE part = 0) AS DOUBLE) / NULLIF(COUNT(*) FILTER (WHERE y = 1), 0)",
          "AVG(" + X + ") * 2 + COUNT(*)",
          "AVG(DISTINCT " + X + ")");

  private static final List<String> SPREADS =
      List.of(
          "VAR_POP(" + X + ")",
          "VAR_SAMP(" + X + ")",
          "STDDEV_POP(" + X + ")",
          "STDDEV_SAMP(CAST(d AS DOUBLE))",
          "VAR_POP(f)",
          "STDDEV_POP(" + X + ") / AVG(" + X + ")");

  private static final List<String> PAIRS =
      Stream.of(
              "COVAR_POP",
              "COVAR_SAMP",
              "CORR",
              "REGR_COUNT",
              "REGR_AVGX",
              "REGR_AVGY",
              "REGR_SXX",
              "REGR_SYY",
              "REGR_SXY",
              "REGR_SLOPE",
              "REGR_INTERCEPT",
              "REGR_R2")
          .map(function -> function + "(" + Z + ", x)")
          .toList();

  /** What is computed from noise of a few steps, and has steps of different lengths. */
  private static final List<String> IN_STEPS =
      List.of("AVG(CAST(y AS DOUBLE))", "CAST(COUNT(*) FILTER");

  private CoverageCases() {}

  /** Each kind once. */
  static Stream<Coverage> kinds(int people) {
    return Stream.concat(
        Stream.of(
            Coverage.of("COUNT(*)", terms(LAPLACE, 0.1), people),
            Coverage.of("COUNT(*)", terms(GAUSSIAN, 0.5), people),
            Coverage.of(
                "COUNT(*) FILTER (WHERE part = 0) + COUNT(*) FILTER (WHERE part = 1)",
                terms(LAPLACE, 4),
                people),
            Coverage.of("SUM(y) + COUNT(v)", terms(LAPLACE, 4), people),
            Coverage.of("SUM(x)", terms(LAPLACE, 0.5), people),
            Coverage.of("SUM(x) + 2 * COUNT(*)", terms(GAUSSIAN, 0.5), people),
            Coverage.of("AVG(CAST(v AS DOUBLE)), COUNT(*)", terms(LAPLACE, 2), people),
            Coverage.of(
                "CAST(COUNT(*) FILTER (WHERE part = 0) AS DOUBLE) / NULLIF(COUNT(*) FILTER (WHERE y = 1), 0)",
                terms(LAPLACE, 4),
                people),
            Coverage.of("VAR_POP(" + X + ")", terms(LAPLACE, 8), people),
            Coverage.of("STDDEV_POP(" + X + ")", terms(GAUSSIAN, 8), people),
            Coverage.of("REGR_SLOPE(" + Z + ", x)", terms(LAPLACE, 16), people)),
        shapes(people, LAPLACE, 4));
  }

  /** All of them, with noise of a few steps as well as of many. */
  static Stream<Coverage> all(int people) {
    double few = people >= 60 ? 1 : 2;
    return Stream.of(
            Stream.of(0.2, 1.0, 4.0).flatMap(e -> each(COUNTS, people, terms(LAPLACE, e))),
            Stream.of(0.5, 4.0).flatMap(e -> each(COUNTS, people, terms(GAUSSIAN, e))),
            each(SUMS, people, terms(LAPLACE, 0.5)),
            each(SUMS, people, terms(GAUSSIAN, 0.5)),
            Stream.of(2 * few, 8.0).flatMap(e -> each(MEANS, people, terms(LAPLACE, e))),
            each(MEANS, people, terms(GAUSSIAN, 4 * few)),
            each(SPREADS, people, terms(LAPLACE, 4 * few)),
            each(SPREADS, people, terms(GAUSSIAN, 8 * few)),
            each(PAIRS, people, terms(LAPLACE, 8 * few)),
            each(PAIRS, people, terms(GAUSSIAN, 16 * few)),
            shapes(people, LAPLACE, 0.5),
            shapes(people, LAPLACE, 4),
            shapes(people, GAUSSIAN, 4))
        .flatMap(Function.identity());
  }

  private static Coverage.Terms terms(String noise, double epsilon) {
    return new Coverage.Terms(noise, epsilon);
  }

  private static Stream<Coverage> each(List<String> aggregates, int people, Coverage.Terms terms) {
    return aggregates.stream()
        .map(aggregate -> Coverage.of(aggregate, terms, people))
        .map(
            coverage ->
                IN_STEPS.stream().anyMatch(coverage.query()::contains)
                    ? coverage.orLonger()
                    : coverage);
  }

  /** Counts and means of other shapes: sums of rows, levels, private keys, people with rows. */
  private static Stream<Coverage> shapes(int people, String noise, double epsilon) {
    Coverage.Terms terms = terms(noise, epsilon);
    String rows = "(SELECT LEAST(COUNT(*), 3) AS k FROM visits WHERE trial = 0 GROUP BY unit) AS q";
    return Stream.of(
        new Coverage(
            "trial, SUM(n) FROM (SELECT trial, part, COUNT(*) AS n FROM facts GROUP BY trial, part) AS q GROUP BY trial",
            "COUNT(*) FROM facts WHERE trial = 0",
            terms,
            people,
            /* longer= */ false),
        new Coverage(
            "trial, n FROM (SELECT trial, part, COUNT(*) AS n FROM facts GROUP BY GROUPING SETS ((trial, part), (trial))) AS q WHERE part IS NULL",
            "COUNT(*) FROM facts WHERE trial = 0",
            terms,
            people,
            /* longer= */ false),
        new Coverage(
            "trial, n FROM (SELECT trial, part, SUM(x) AS n FROM facts GROUP BY GROUPING SETS ((trial, part), (trial))) AS q WHERE part = 0",
            "SUM(x) FROM facts WHERE trial = 0 AND part = 0",
            terms,
            people,
            /* longer= */ false),
        new Coverage(
            "trial, COUNT(*) FROM visits GROUP BY trial",
            "SUM(k) FROM " + rows,
            terms,
            people,
            /* longer= */ true),
        Coverage.by("visits", "COUNT(DISTINCT unit)", "COUNT(DISTINCT unit)", terms, people),
        new Coverage(
            "trial, AVG(CAST(x AS DOUBLE)) FROM visits GROUP BY trial",
            "SUM(x * w) / SUM(w) FROM (SELECT x, LEAST(1.0, 3.0 / COUNT(*) OVER (PARTITION BY unit)) AS w"
                + " FROM visits WHERE trial = 0) AS q",
            terms(noise, Math.max(2, epsilon)),
            people,
            /* longer= */ false),
        answers("COUNT(*)", terms, people),
        answers("SUM(x)", terms, people),
        answers("AVG(" + X + ")", terms, people));
  }

  private static Coverage answers(String aggregate, Coverage.Terms terms, int people) {
    return new Coverage(
        "trial, " + aggregate + " FROM answers WHERE said GROUP BY trial",
        aggregate + " FROM answers WHERE trial = 0 AND truth",
        terms,
        people,
        /* longer= */ true);
  }

  /** Counts that show their groups. */
  static Stream<Coverage> selecting(int people) {
    return Stream.of(LAPLACE, GAUSSIAN)
        .flatMap(
            noise ->
                Stream.of("COUNT(*)", "COUNT(DISTINCT unit), SUM(x)")
                    .map(
                        aggregates ->
                            new Coverage(
                                "hidden, " + aggregates + " FROM facts GROUP BY hidden",
                                "COUNT(*) FROM facts WHERE trial = 0",
                                terms(noise, noise.equals(LAPLACE) ? 1 : 2),
                                people,
                                /* longer= */ true)));
  }

  /** Means and variances of few people. */
  static Stream<Coverage> ofFew(int people) {
    return Stream.of("AVG(" + X + ")", "VAR_POP(" + X + ")", "STDDEV_POP(" + X + ")")
        .flatMap(
            aggregate ->
                Stream.of(1.0, 4.0, 16.0)
                    .map(epsilon -> Coverage.of(aggregate, terms(LAPLACE, epsilon), people)));
  }
}
