package org.dpjdbc.gateway.login;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
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
  private static final Duration LONGEST_BY_ADDRESS = Duration.ofSeconds(1);
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

  /**
   * An attempt to log in, which counts as failed up to its success: attempts at the same time wait
   * for one another. That others failed from the same address, which may be a whole company's,
   * costs a moment; that somebody guesses this user's password costs more.
   *
   * @return how long its answer waits
   */
  public synchronized Duration attempt(String user, String address) {
    Duration byUser = delay(count("user " + user), LONGEST);
    Duration byAddress = delay(count("address " + address), LONGEST_BY_ADDRESS);
    for (String key : keys(user, address)) {
      counts.put(key, new Count(count(key) + 1, nanos.getAsLong()));
    }
    return byUser.compareTo(byAddress) > 0 ? byUser : byAddress;
  }

  private static List<String> keys(String user, String address) {
    return List.of("user " + user, "address " + address);
  }

  private static Duration delay(int failures, Duration longest) {
    if (failures < FREE) {
      return Duration.ZERO;
    }
    Duration delay = FIRST;
    for (int i = FREE; i < failures && delay.compareTo(longest) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(longest) > 0 ? longest : delay;
  }

  private int count(String key) {
    Count count = counts.get(key);
    return count == null || nanos.getAsLong() - count.last() > FORGOTTEN.toNanos()
        ? 0
        : count.failures();
  }

  /** The attempt succeeded. The address may go on guessing for others: its failures stay. */
  public synchronized void succeeded(String user, String address) {
    counts.remove("user " + user);
    Count count = counts.get("address " + address);
    if (count != null) {
      counts.put("address " + address, new Count(count.failures() - 1, count.last()));
    }
  }
}
