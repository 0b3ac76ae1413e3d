package org.dpjdbc.it.audit;

import static org.dpjdbc.it.audit.Audit.Terms.gaussian;
import static org.dpjdbc.it.audit.Audit.Terms.laplace;
import static org.dpjdbc.it.audit.Outcomes.across;
import static org.dpjdbc.it.audit.Outcomes.inEach;
import static org.dpjdbc.it.audit.Outcomes.least;
import static org.dpjdbc.it.audit.Outcomes.one;
import static org.dpjdbc.it.audit.Outcomes.total;
import static org.dpjdbc.it.audit.Outcomes.units;

import java.util.List;
import java.util.stream.Stream;

/**
 * Audits of private keys. There are so many units without the one that a group is shown about as
 * often as the noise is above 0: an event that tells as much as one of the count. Where groups have
 * other units, Gaussian counts have half of delta: the other half is for those that have none.
 */
final class SelectionAudits {
  private static final String ROWS = "SELECT hidden, COUNT(*) FROM facts GROUP BY hidden";
  private static final String UNITS =
      "SELECT cell / 4, n FROM (SELECT cell, COUNT(DISTINCT unit) AS n FROM facts GROUP BY cell)";
  private static final double DELTA = 0.01;

  private SelectionAudits() {}

  static Stream<Audit> audits() {
    return Stream.of(counts(), groups(), gaussians()).flatMap(kind -> kind);
  }

  /** A group that one unit alone has: that it is shown has the probability delta, or none. */
  static Audit groupOfOne() {
    return Audit.of(
        "selection, first",
        laplace(1, 1).withDelta(0.107),
        List.of(),
        one(0),
        ROWS,
        Outcomes::value);
  }

  private static Stream<Audit> counts() {
    return Stream.of(
        Audit.of("selection, fifth", laplace(1, 1), units(4, 0), one(0), ROWS, Outcomes::value),
        Audit.of(
            "row counts that select and are shown",
            laplace(3, 0),
            units(14, 0),
            across(1, 4, 0),
            ROWS,
            Outcomes::value),
        Audit.of(
            "row counts that select next to a sum",
            laplace(3, 0).withDelta(DELTA),
            units(10, 0),
            across(1, 4, 50),
            "SELECT hidden, SUM(x) FROM facts GROUP BY hidden",
            Outcomes::value),
        Audit.of(
            "separate selection",
            laplace(1, 1),
            units(7, 0),
            one(50),
            "SELECT hidden, SUM(x) FROM facts GROUP BY hidden",
            Outcomes::value));
  }

  private static Stream<Audit> groups() {
    return Stream.of(
        Audit.of(
                "selection, several groups",
                laplace(3, 2).withDelta(DELTA),
                inEach(2, 8, 0),
                across(2, 4, 0),
                UNITS.replace("DISTINCT unit", "*"),
                least(2))
            .showing(0.65),
        Audit.of(
                "people who select, several groups",
                laplace(3, 2).withDelta(DELTA),
                inEach(3, 5, 0),
                across(3, 4, 0),
                UNITS,
                least(3))
            .showing(0.7),
        Audit.of(
                "clipped counts that select",
                laplace(3, 2).withDelta(DELTA),
                inEach(3, 9, 0),
                across(3, 4, 0),
                UNITS.replaceFirst(
                    "SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (contribution = 'clip')"),
                least(3))
            .showing(0.7));
  }

  private static Stream<Audit> gaussians() {
    Audit.Terms narrow = gaussian(3, 1);
    Audit.Terms wide = gaussian(3, 4);
    return Stream.of(
        Audit.of(
                "Gaussian count that selects",
                narrow,
                units(5, 0),
                across(1, 4, 0),
                UNITS,
                Outcomes::value)
            .claiming(narrow.delta() / 2)
            .showing(0.5),
        Audit.of(
                "Gaussian counts that select, several groups",
                wide,
                inEach(4, 8, 0),
                across(4, 4, 0),
                UNITS,
                total(4))
            .claiming(wide.delta() / 2)
            .showing(0.5));
  }
}
