package org.dpjdbc.gateway.login;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts logins that failed, by user and by address, so that guesses become slow: from the fourth
 * failure on each doubles the wait before the next answer, up to a limit. A wait is the same
 * whether the password was right. Thread-safe.
 */
public final class Failures {
  private static final int FREE = 3;
  private static final Duration FIRST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(16);
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);
  private static final int KEPT = 20_000;

  private final LongSupplier nanos;
  private final Map<String, Count> counts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
          return size() > KEPT;
        }
      };

  private record Count(int failures, long last) {}

  /**
   * @param nanos a clock
   */
  public Failures(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** How long an answer to that user from that address waits. */
  public synchronized Duration delay(String user, String address) {
    int failures = Math.max(count("user " + user), count("address " + address));
    if (failures < FREE) {
      return Duration.ZERO;
    }
    Duration delay = FIRST;
    for (int i = FREE; i < failures && delay.compareTo(LONGEST) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay;
  }

  private int count(String key) {
    Count count = counts.get(key);
    return count == null || nanos.getAsLong() - count.last() > FORGOTTEN.toNanos()
        ? 0
        : count.failures();
  }

  /** A login failed. */
  public synchronized void failed(String user, String address) {
    for (String key : new String[] {"user " + user, "address " + address}) {
      counts.put(key, new Count(count(key) + 1, nanos.getAsLong()));
    }
  }

  /** One succeeded; the address may go on guessing for others, and stays counted. */
  public synchronized void succeeded(String user) {
    counts.remove("user " + user);
  }
}
