package org.dpjdbc.it.audit;

import static org.dpjdbc.it.audit.Audit.Terms.gaussian;
import static org.dpjdbc.it.audit.Audit.Terms.laplace;
import static org.dpjdbc.it.audit.Outcomes.across;
import static org.dpjdbc.it.audit.Outcomes.computed;
import static org.dpjdbc.it.audit.Outcomes.in;
import static org.dpjdbc.it.audit.Outcomes.least;
import static org.dpjdbc.it.audit.Outcomes.one;
import static org.dpjdbc.it.audit.Outcomes.several;
import static org.dpjdbc.it.audit.Outcomes.total;
import static org.dpjdbc.it.audit.Outcomes.units;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Audits of numbers of rows, units and values. Where Gaussian noise is audited, a unit has many
 * rows: noise on numbers that move by little is wider than what is proved of it needs, since
 * integers are few.
 */
final class CountAudits {
  private static final String COUNTS = "SELECT trial, COUNT(*) FROM facts GROUP BY trial";
  private static final String PARTS =
      "SELECT trial, part, COUNT(*) FROM facts GROUP BY trial, part ORDER BY part";
  private static final String CLIPPED =
      PARTS.replace("SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip')");

  private CountAudits() {}

  static Stream<Audit> audits() {
    return Stream.of(rows(), groups(), conditions(), others()).flatMap(kind -> kind);
  }

  private static Stream<Audit> rows() {
    return Stream.of(
        Audit.of("count", laplace(1, 1), List.of(), one(0), COUNTS, Outcomes::value),
        Audit.of(
            "count, several rows",
            laplace(3, 1),
            List.of(),
            across(1, 4, 0),
            COUNTS,
            Outcomes::value),
        Audit.of(
            "count, Gaussian",
            gaussian(20, 1),
            List.of(),
            across(1, 21, 0),
            COUNTS,
            Outcomes::value),
        Audit.of(
                "count of one row, Gaussian",
                gaussian(1, 1),
                List.of(),
                one(0),
                COUNTS,
                Outcomes::value)
            .showing(0.5),
        Audit.of(
            "distinct units",
            laplace(3, 1),
            List.of(),
            across(1, 4, 0),
            "SELECT trial, COUNT(DISTINCT unit) FROM facts GROUP BY trial",
            Outcomes::value),
        Audit.of(
            "distinct values",
            laplace(3, 1),
            List.of(),
            IntStream.range(0, 4).mapToObj(i -> new Audit.Row(0, 0, i)).toList(),
            "SELECT trial, COUNT(DISTINCT x) FROM facts GROUP BY trial",
            Outcomes::value));
  }

  /** Of four groups three, where a limit is met that is two; all, where a vector is scaled. */
  private static Stream<Audit> groups() {
    return Stream.of(
        Audit.of("counts, group limit", laplace(3, 2), List.of(), across(3, 4, 0), PARTS, least(3))
            .showing(0.7),
        Audit.of("counts, Gaussian", gaussian(10, 4), List.of(), across(4, 11, 0), PARTS, total(4)),
        Audit.of("clipped, L1", laplace(10, 2), List.of(), across(3, 11, 0), CLIPPED, least(3))
            .showing(0.7),
        Audit.of("clipped, L2", gaussian(10, 2), List.of(), across(4, 11, 0), CLIPPED, total(4)),
        Audit.of("rows in total", laplace(12, 0), List.of(), across(3, 5, 0), PARTS, least(3))
            .showing(0.7),
        Audit.of(
            "rows in total, in one group",
            laplace(3, 0),
            List.of(),
            across(1, 4, 0),
            COUNTS,
            Outcomes::value),
        Audit.of(
            "rows in total, Gaussian",
            gaussian(20, 0),
            List.of(),
            across(4, 11, 0),
            PARTS,
            total(4)),
        // Totals are made to add up, which leaves one number less than there were.
        Audit.of(
                "totals that add up",
                laplace(1, 1),
                in(0, 1, 0),
                one(0),
                "SELECT trial, part, COUNT(*) FROM facts WHERE part = 0"
                    + " GROUP BY GROUPING SETS ((trial, part), (trial))",
                total(2))
            .showing(0.5));
  }

  private static Stream<Audit> conditions() {
    return Stream.of(
        Audit.of(
            "count, and count of some",
            laplace(1, 1),
            List.of(),
            one(1),
            "SELECT trial, COUNT(*), COUNT(*) FILTER (WHERE y = 1) FROM facts GROUP BY trial",
            Outcomes::value),
        Audit.of(
            "counts of some, several rows",
            laplace(3, 1),
            List.of(),
            across(1, 4, 1),
            "SELECT trial, COUNT(*), COUNT(*) FILTER (WHERE y = 1) FROM facts GROUP BY trial",
            Outcomes::value),
        Audit.of(
            "counts of some, Gaussian",
            gaussian(20, 1),
            List.of(),
            across(1, 21, 1),
            "SELECT trial, COUNT(*), COUNT(*) FILTER (WHERE y = 1) FROM facts GROUP BY trial",
            Outcomes::value),
        Audit.of(
            "a share",
            laplace(1, 1),
            units(8, 0),
            one(1),
            "SELECT trial, COUNT(*), COUNT(*) FILTER (WHERE y = 1)"
                + " / CAST(NULLIF(COUNT(*), 0) AS DOUBLE) FROM facts GROUP BY trial",
            computed(of -> of[0] * of[1])),
        Audit.of(
            "randomized answers",
            laplace(8, 1),
            several(3, 8, 0),
            across(1, 9, 1),
            "SELECT trial, COUNT(*) FILTER (WHERE r = 1), COUNT(*) FILTER (WHERE r = 0)"
                + " FROM facts GROUP BY trial",
            computed(of -> 0.5 * of[0] + 0.25 * (of[0] + of[1]))));
  }

  private static Stream<Audit> others() {
    return Stream.of(
        Audit.of(
            "count by a range",
            laplace(1, 1),
            List.of(),
            one(50),
            "SELECT trial, n FROM (SELECT trial, FLOOR(x / 10) AS d, COUNT(*) AS n FROM facts"
                + " GROUP BY trial, FLOOR(x / 10)) WHERE d = 5",
            Outcomes::value),
        Audit.of(
            "HAVING",
            laplace(1, 1),
            units(3, 0),
            one(0),
            COUNTS + " HAVING COUNT(*) > 3",
            Outcomes::value),
        Audit.of(
                "count, auto rows",
                laplace(0, 1).withEpsilon(4),
                several(17, 4, 0),
                across(1, 4, 0),
                COUNTS,
                Outcomes::value)
            .showing(0.6));
  }
}
