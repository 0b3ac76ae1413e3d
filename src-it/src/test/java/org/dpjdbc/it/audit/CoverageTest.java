package org.dpjdbc.it.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.it.DriverJar;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The 95 % interval around each answer holds the exact one between 94 % and 97 % of the time. Of
 * {@value #DRAWS} draws a share strays from the true probability by 0.67 % with a probability below
 * 1e-9, so that a probability from 94.7 % to 96.3 % passes.
 */
class CoverageTest {
  private static final int DRAWS = 40_000;

  /** Values from -10 to 50: their mean is 20.5, their variance 308.25. */
  private static final int PEOPLE = 60;

  @TempDir private static Path folder;

  @BeforeAll
  static void require() throws URISyntaxException {
    DriverJar.require();
  }

  private static List<Audit.Row> people() {
    return IntStream.range(0, PEOPLE).mapToObj(i -> new Audit.Row(i, i % 2, i - 9)).toList();
  }

  private static Arguments of(String aggregate, double epsilon, double exact) {
    return Arguments.of(aggregate, "laplace", epsilon, exact);
  }

  static Stream<Arguments> aggregates() {
    double squares = IntStream.range(0, PEOPLE).mapToDouble(i -> (i - 29.5) * (i - 29.5)).sum();
    double variation = Math.sqrt(squares / PEOPLE) / 20.5;
    return Stream.of(
        of("COUNT(*)", 0.1, 60),
        Arguments.of("COUNT(*)", "gaussian", 0.1, 60.0),
        of("SUM(x)", 0.5, 1230),
        Arguments.of("SUM(x)", "gaussian", 0.5, 1230.0),
        of("AVG(CAST(x AS DOUBLE))", 2, 20.5),
        of("COUNT(DISTINCT unit)", 0.1, 60),
        of("COUNT(*) FILTER (WHERE part = 0)", 0.1, 30),
        of("SUM(x) + 2 * COUNT(*)", 0.5, 1350),
        of("VAR_POP(CAST(x AS DOUBLE))", 8, squares / PEOPLE),
        of("VAR_SAMP(CAST(x AS DOUBLE))", 8, squares / (PEOPLE - 1)),
        of("STDDEV_POP(CAST(x AS DOUBLE))", 8, Math.sqrt(squares / PEOPLE)),
        Arguments.of("VAR_POP(CAST(x AS DOUBLE))", "gaussian", 8.0, squares / PEOPLE),
        of("REGR_SLOPE(CAST(x AS DOUBLE), y)", 16, -1),
        of("COUNT(*), AVG(CASE WHEN y = 1 THEN x END)", 0.5, 60),
        of("AVG(CAST(CASE WHEN y = 1 THEN x END AS DOUBLE)), COUNT(*)", 4, 20),
        // of sum and count of one release, which move together
        of("SUM(x) / CAST(NULLIF(COUNT(*), 0) AS DOUBLE)", 8, 20.5),
        of("AVG(CAST(x AS DOUBLE)) * 2 + COUNT(*)", 2, 101),
        of("STDDEV_POP(CAST(x AS DOUBLE)) / AVG(CAST(x AS DOUBLE))", 16, variation));
  }

  @ParameterizedTest
  @MethodSource("aggregates")
  void intervalsHoldWhatTheySay(String aggregate, String noise, double epsilon, double exact)
      throws SQLException, IOException {
    assertThat(coverage(aggregate, noise, epsilon, exact)).isBetween(0.94, 0.97);
  }

  private static double coverage(String aggregate, String noise, double epsilon, double exact)
      throws SQLException, IOException {
    Audit.Terms terms = new Audit.Terms(epsilon, 5e-4, noise, 1, 1, epsilon);
    Audit audit =
        Audit.of(
            aggregate,
            terms,
            people(),
            List.of(),
            "SELECT trial, " + aggregate + " FROM facts GROUP BY trial",
            rows -> isWithin(rows.get(0), exact));
    try (Trials trials = Trials.withErrors(audit, folder)) {
      Trials.Draws draws = trials.draw(DRAWS / 2);
      double share =
          Stream.concat(draws.with().stream(), draws.without().stream())
                  .filter(Boolean.TRUE::equals)
                  .count()
              / (2.0 * draws.with().size());
      System.out.printf(Locale.ROOT, "coverage of %s, %s: %.4f%n", aggregate, noise, share);
      return share;
    }
  }

  /** Whether the first value is no further from the exact one than the second says. */
  private static boolean isWithin(List<@Nullable Object> row, double exact) {
    Number value = (Number) row.get(0);
    Number error = (Number) row.get(1);
    return value != null
        && error != null
        && Math.abs(value.doubleValue() - exact) <= error.doubleValue() * (1 + 1e-9);
  }
}
