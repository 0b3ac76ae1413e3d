package org.dpjdbc.budget;

import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * What was spent in one window, by all analysts together or by one analyst: a running total of the
 * history, kept so that a charge need not add it up again.
 *
 * @param key {@value #ALL_ANALYSTS}, or {@code @} and the analyst's name
 * @param accounting the theorem that its charges are added up by
 * @param renewal the kind of window
 * @param windowStartMicros where the window begins
 * @param spent sum of all charges since then
 */
record Account(
    String key, Accounting accounting, String renewal, long windowStartMicros, Totals spent) {
  static final String ALL_ANALYSTS = "*";

  static String keyOf(String analyst) {
    return "@" + analyst;
  }

  /** Whose it is; empty for everybody. */
  static Optional<String> analyst(String key) {
    return key.equals(ALL_ANALYSTS) ? Optional.empty() : Optional.of(key.substring(1));
  }

  boolean isFor(RenewalPeriod.Window window, Accounting theorem) {
    return accounting == theorem
        && renewal.equals(window.period().name())
        && windowStartMicros == window.startMicros();
  }

  /** The same account with another sum. */
  Account withSpent(Totals totals) {
    return new Account(key, accounting, renewal, windowStartMicros, totals);
  }
}
