package org.dpjdbc.it.audit;

import static org.dpjdbc.it.audit.Audit.Terms.laplace;
import static org.dpjdbc.it.audit.Outcomes.across;
import static org.dpjdbc.it.audit.Outcomes.all;
import static org.dpjdbc.it.audit.Outcomes.computed;
import static org.dpjdbc.it.audit.Outcomes.in;
import static org.dpjdbc.it.audit.Outcomes.inEach;
import static org.dpjdbc.it.audit.Outcomes.least;
import static org.dpjdbc.it.audit.Outcomes.one;
import static org.dpjdbc.it.audit.Outcomes.several;
import static org.dpjdbc.it.audit.Outcomes.units;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Audits of values and groups that are chosen. The exponential mechanism loses its epsilon where
 * the scores of nearly all cells fall and those of few rise: the rows without the unit are near the
 * upper bound, and the unit is at it. Permute-and-flip loses it where two candidates are alike
 * without the unit, and all others far behind.
 */
final class ChoiceAudits {
  private static final String FROM = " FROM facts GROUP BY trial";

  /** Trials whose choices one query has. */
  private static final int CHOICES = 40;

  /**
   * With a unit at 50 the median is likelier to be between 35 and 38, and less likely in the many
   * cells below; and given that the upper quartile is likelier to be above 47, and less likely in
   * the cells between 38 and there.
   */
  private static final List<Audit.Row> QUARTERED =
      all(in(0, 2, -10), all(in(1, 1, 35), all(in(2, 1, 38), in(3, 1, 47))));

  private ChoiceAudits() {}

  static Stream<Audit> audits() {
    return Stream.of(quantiles(), modes(), best()).flatMap(kind -> kind);
  }

  private static String quantile(String fraction, String x) {
    return "PERCENTILE_CONT(" + fraction + ") WITHIN GROUP (ORDER BY " + x + ")";
  }

  private static Stream<Audit> quantiles() {
    Audit.Terms one = laplace(1, 1).withEpsilon(3);
    return Stream.of(
        Audit.of(
                "median",
                one,
                units(1, 49),
                one(50),
                "SELECT trial, " + quantile("0.5", "x * 4") + FROM,
                Outcomes::value)
            .slowly(1_000, Audit.MANY)
            .showing(0.7),
        Audit.of(
                "median, wide bounds",
                one,
                units(1, 8),
                one(10),
                "SELECT trial, " + quantile("0.5", "w") + FROM,
                Outcomes::value)
            .slowly(1_000, Audit.MANY)
            .showing(0.7),
        Audit.of(
                "median, several rows",
                laplace(3, 1).withEpsilon(3),
                several(1, 3, 49),
                across(1, 4, 50),
                "SELECT trial, " + quantile("0.5", "x * 4") + FROM,
                Outcomes::value)
            .slowly(1_000, Audit.MANY)
            .showing(0.7),
        Audit.of(
                "maximum",
                one,
                all(in(0, 6, -10), all(in(1, 1, 46), in(2, 5, 50))),
                one(50),
                "SELECT trial, MAX(x * 4)" + FROM,
                Outcomes::value)
            .slowly(1_000, Audit.MANY)
            .showing(0.7),
        Audit.of(
                "quartiles",
                one,
                QUARTERED,
                one(50),
                "SELECT trial, "
                    + quantile("0.25", "x * 4")
                    + ", "
                    + quantile("0.5", "x * 4")
                    + ", "
                    + quantile("0.75", "x * 4")
                    + FROM,
                computed(of -> isIn(of[1], 35, 38) && isIn(of[2], 47, 50) ? 1 : 0))
            .slowly(400, Audit.MANY)
            .showing(0.5));
  }

  private static boolean isIn(double value, int above, int below) {
    return value > above * 4 && value < below * 4;
  }

  /** Whether the part 0, whose score moves, or does not while that of 3 does, is chosen. */
  private static Object isFirst(List<List<@Nullable Object>> rows) {
    return rows.toString().contains("0");
  }

  private static Stream<Audit> modes() {
    return Stream.of(
        Audit.of(
            "mode of two",
            laplace(1, 1),
            List.of(),
            one(0),
            "SELECT trial, MODE(y)" + FROM,
            Outcomes::value),
        Audit.of(
            "mode of four",
            laplace(1, 1),
            in(0, 1, 0),
            one(0),
            "SELECT trial, MODE(part)" + FROM,
            Outcomes::value),
        Audit.of(
            "mode, several rows",
            laplace(3, 1),
            List.of(),
            across(1, 4, 0),
            "SELECT trial, MODE(y)" + FROM,
            Outcomes::value),
        Audit.of(
            "modes, group limit",
            laplace(3, 2),
            List.of(),
            across(3, 4, 0),
            "SELECT trial, part, MODE(y)" + FROM + ", part ORDER BY part",
            least(3)));
  }

  private static Stream<Audit> best() {
    return Stream.of(
        best(
            "best group",
            laplace(1, 1),
            all(in(0, 6, 0), in(1, 6, 0)),
            one(0),
            "COUNT(*) DESC LIMIT 1"),
        best(
            "best group, by sums up and down",
            laplace(2, 2),
            all(in(0, 20, 10), in(1, 20, 10)),
            all(across(1, 3, 10), List.of(new Audit.Row(0, 1, -10), new Audit.Row(0, 1, -10))),
            "SUM(GREATEST(-10, LEAST(x, 10))) DESC LIMIT 1"),
        best(
                "two best groups",
                laplace(3, 2),
                inEach(3, 20, 0),
                across(1, 4, 0),
                "COUNT(*) DESC LIMIT 2")
            .showing(0.55),
        best(
            "worst price",
            laplace(3, 1),
            all(in(1, 24, 0), in(2, 24, 0)),
            Collections.nCopies(4, new Audit.Row(0, 3, 0)),
            "part * COUNT(*) LIMIT 1"));
  }

  /** A choice among the parts of a trial: one query has the choices of some trials. */
  private static Audit best(
      String name, Audit.Terms terms, List<Audit.Row> base, List<Audit.Row> unit, String order) {
    String sql =
        IntStream.range(0, CHOICES)
            .mapToObj(
                trial ->
                    "(SELECT %1$d AS trial, part FROM facts WHERE trial = %1$d GROUP BY part ORDER BY %2$s)"
                        .formatted(trial, order))
            .collect(Collectors.joining(" UNION ALL "));
    return Audit.of(name, terms, base, unit, sql, ChoiceAudits::isFirst)
        .together(CHOICES)
        .slowly(600, 20_000)
        .showing(0.7);
  }
}
