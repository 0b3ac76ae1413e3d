package org.dpjdbc.budget;

import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * How much may be spent: all queries charged within a window are together (ε, δ)-differentially
 * private for the limit's ε and δ.
 *
 * @param total the limit over all analysts together; its ε is positive. It always holds, so
 *     colluding gains nothing
 * @param perAnalyst the share of the total that one analyst may spend; empty: as much as is left
 * @param renewal when the budget is renewed
 * @param accounting the theorem by which costs add up
 */
public record BudgetRules(
    Cost total, Optional<Cost> perAnalyst, RenewalPeriod renewal, Accounting accounting) {
  /** Checks that something may be spent. */
  public BudgetRules {
    if (total.epsilonNanos() == 0) {
      throw new IllegalArgumentException("a budget needs a positive epsilon");
    }
    if (perAnalyst.isPresent() && perAnalyst.orElseThrow().epsilonNanos() == 0) {
      throw new IllegalArgumentException("an analyst's share needs a positive epsilon");
    }
  }

  /** The limit for one analyst: the share, or the whole where no share is set. */
  Cost analystLimit() {
    return perAnalyst.map(total::min).orElse(total);
  }
}
