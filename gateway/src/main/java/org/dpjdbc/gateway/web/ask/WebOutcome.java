package org.dpjdbc.gateway.web.ask;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What became of a query. */
public sealed interface WebOutcome {
  /** The SQL, as the user wrote it. */
  String query();

  /**
   * It was answered.
   *
   * @param warnings the driver's
   * @param charge empty if it could not be read
   */
  record Rows(String query, Grid grid, List<String> warnings, Optional<Charge> charge)
      implements WebOutcome {}

  /**
   * What an answer cost.
   *
   * @param epsilon 0 if nothing was charged
   * @param isReleased whether it costs something to be released, if that is known: then an answer
   *     without a charge has been released before
   * @param left epsilon of the analyst
   */
  record Charge(BigDecimal epsilon, Optional<Boolean> isReleased, Optional<BigDecimal> left) {}

  /** It was explained, and not run. */
  record Explained(String query, Grid grid) implements WebOutcome {}

  /**
   * It was refused, or it failed.
   *
   * @param code {@code DP-…}, or an SQLSTATE
   * @param message what is wrong
   * @param hint what to write instead
   * @param position character position in the SQL, from 0
   */
  record NotAnswered(
      String query, String code, String message, Optional<String> hint, OptionalInt position)
      implements WebOutcome {}
}
