package org.dpjdbc.budget;

import java.time.Instant;
import java.util.Optional;

/**
 * One line of {@code DP.BUDGET}, for the present window.
 *
 * @param analyst the analyst; {@value #ALL_ANALYSTS} for all analysts together
 * @param spent what is charged
 * @param remaining what may still be charged; for an analyst never more than for all together
 * @param renewsAt when the budget is renewed; empty if never
 */
public record BudgetLine(String analyst, Cost spent, Cost remaining, Optional<Instant> renewsAt) {
  /** Stands for everybody together. */
  public static final String ALL_ANALYSTS = "*";
}
