package org.dpjdbc.budget;

import java.time.Instant;
import java.util.Optional;

/**
 * The charge would exceed a limit. Nothing was charged. The message depends only on earlier charges
 * and the policy, so the analyst may see all of it.
 */
public final class BudgetExceededException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Cost cost;
  private final transient Cost remainingTotal;
  private final transient Cost remainingForAnalyst;
  private final transient Optional<Instant> renewsAt;

  BudgetExceededException(
      Cost cost, Cost remainingTotal, Cost remainingForAnalyst, Optional<Instant> renewsAt) {
    super(
        "the query costs "
            + cost
            + "; what remains is "
            + remainingForAnalyst
            + renewsAt.map(at -> "; the budget renews at " + at).orElse("; it does not renew"));
    this.cost = cost;
    this.remainingTotal = remainingTotal;
    this.remainingForAnalyst = remainingForAnalyst;
    this.renewsAt = renewsAt;
  }

  /** The cost of the query. */
  public Cost cost() {
    return cost;
  }

  /** What everybody together may still spend in this window. */
  public Cost remainingTotal() {
    return remainingTotal;
  }

  /** What this analyst may still spend in this window: never more than {@link #remainingTotal}. */
  public Cost remainingForAnalyst() {
    return remainingForAnalyst;
  }

  /** When spending begins anew; empty if never. */
  public Optional<Instant> renewsAt() {
    return renewsAt;
  }
}
