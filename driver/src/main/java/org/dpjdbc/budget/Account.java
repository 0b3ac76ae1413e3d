package org.dpjdbc.budget;

import java.util.Optional;

/**
 * What was spent in one window, by everybody or by one analyst: a running total of the history,
 * kept so that a charge need not add it up again.
 *
 * @param key {@value #EVERYBODY}, or {@code @} and the analyst's name
 * @param renewal the kind of window
 * @param windowStartMicros where the window begins
 * @param spent sum of all charges since then
 */
record Account(String key, String renewal, long windowStartMicros, Totals spent) {
  static final String EVERYBODY = "*";

  static String keyOf(String analyst) {
    return "@" + analyst;
  }

  /** Whose it is; empty for everybody. */
  static Optional<String> analyst(String key) {
    return key.equals(EVERYBODY) ? Optional.empty() : Optional.of(key.substring(1));
  }

  boolean isFor(RenewalPeriod.Window window) {
    return renewal.equals(window.period().name()) && windowStartMicros == window.startMicros();
  }
}
