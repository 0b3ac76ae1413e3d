package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * What all analysts together, and each of them, have spent by the policy's theorem in its present
 * window, as far as an {@link Inspector} has checked the history. When the policy is changed to
 * another theorem or another kind of window, the accounts in the ledger are of no use any more;
 * they go on from these sums, so that nobody's charge waits until the history is read again.
 * Thread-safe.
 */
final class CheckedSums {
  private final BudgetRules rules;
  private volatile Optional<Sums> newest = Optional.empty();

  /**
   * @param windowStart only what was counted from then on is in the sums
   * @param upTo the sequence number of the last charge that was inspected
   * @param spent by the accounts' keys; not to be changed any more
   */
  private record Sums(long windowStart, long upTo, Map<String, Totals> spent) {}

  CheckedSums(BudgetRules rules) {
    this.rules = rules;
  }

  /** What was spent in a window that begins at some time, from these sums or from the history. */
  Totals spent(Connection c, String key, long windowStart, Accounting accounting, long upTo)
      throws SQLException, LedgerException {
    Optional<Sums> known =
        newest.filter(
            sums ->
                accounting == rules.accounting()
                    && sums.windowStart() == windowStart
                    && sums.upTo() <= upTo);
    long after = known.map(Sums::upTo).orElse(0L);
    Totals since = History.sum(c, accounting, Account.analyst(key), windowStart, after, upTo);
    return known
        .map(sums -> sums.spent().getOrDefault(key, Totals.ZERO))
        .orElse(Totals.ZERO)
        .plus(since);
  }

  /**
   * Begins to add up the charges that follow.
   *
   * @param after the last charge that was inspected before
   * @param counted when it was counted
   * @param now decides the window
   */
  Adding addingAfter(long after, long counted, long now) {
    long windowStart = rules.renewal().windowAt(Micros.instant(now)).startMicros();
    Optional<Map<String, Totals>> start =
        newest
            .filter(sums -> sums.windowStart() == windowStart && sums.upTo() == after)
            .map(Sums::spent);
    if (start.isEmpty() && (after == 0 || counted < windowStart)) {
      start = Optional.of(Map.of());
    }
    return new Adding(windowStart, start.map(HashMap::new));
  }

  /** Sums that grow. */
  final class Adding {
    private final long windowStart;
    private final Optional<Map<String, Totals>> spent;

    /**
     * @param spent empty if not all is known that was counted since the window began
     */
    private Adding(long windowStart, Optional<Map<String, Totals>> spent) {
      this.windowStart = windowStart;
      this.spent = spent;
    }

    void add(Entry entry, RecentSpends spends) {
      if (spent.isEmpty() || entry.countedAtMicros() < windowStart) {
        return;
      }
      Spend spend = spends.of(rules.accounting(), entry);
      Map<String, Totals> sums = spent.orElseThrow();
      for (String key : new String[] {Account.ALL_ANALYSTS, Account.keyOf(entry.analyst())}) {
        sums.put(key, sums.getOrDefault(key, Totals.ZERO).plus(spend));
      }
    }

    /** All up to a charge were added, and the history is intact up to there. */
    void checked(long upTo) {
      newest = spent.map(sums -> new Sums(windowStart, upTo, sums));
    }
  }
}
