package org.dpjdbc.gateway.login;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts failed logins by user and address together, so that guesses become slow: from the fourth
 * failure on each doubles the wait before the next refusal, up to a limit. Failures of other users
 * from the same address, which may be a whole company's, cost a moment.
 *
 * <p>The right password does not wait, so no user is locked out by the guesses of somebody else.
 * Hence a guesser need not wait, either: no answer is a refusal. So the right password waits, too,
 * once an address has made a burst of wrong guesses for that very user. Thread-safe.
 */
public final class LoginFailures {
  private static final int FREE = 3;
  private static final Duration FIRST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(16);
  private static final Duration LONGEST_BY_ADDRESS = Duration.ofSeconds(1);
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);

  /** Wrong guesses at once; in the long run there are so many in the longest wait. */
  private static final int BURST = 64;

  private static final int KEPT = 20_000;

  private final LongSupplier nanos;
  private final Map<Key, Count> counts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Count> oldest) {
          return size() > KEPT;
        }
      };

  /**
   * Who failed.
   *
   * @param user empty for all users of the address
   */
  private record Key(String address, String user) {}

  /**
   * How often.
   *
   * @param burst wrong guesses that were made faster than one by one
   */
  private record Count(int failures, double burst, long last) {}

  /**
   * @param nanos a clock
   */
  public LoginFailures(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * An attempt to log in. The address may go on guessing for others: its failures stay.
   *
   * @param user a name that may be a user's
   * @param right whether the user has proven to know the password
   * @return how long the answer waits
   */
  public synchronized Duration attempt(String user, String address, boolean right) {
    Key both = new Key(address, user);
    Key all = new Key(address, "");
    Count ofBoth = count(both);
    Duration wait = longer(delay(ofBoth, LONGEST), delay(count(all), LONGEST_BY_ADDRESS));
    if (!right) {
      fail(both);
      fail(all);
      return wait;
    }
    counts.put(both, new Count(0, ofBoth.burst(), ofBoth.last()));
    return ofBoth.burst() >= BURST ? wait : Duration.ZERO;
  }

  private void fail(Key key) {
    Count before = count(key);
    counts.put(key, new Count(before.failures() + 1, before.burst() + 1, nanos.getAsLong()));
  }

  /** What is left of its failures by now. */
  private Count count(Key key) {
    long now = nanos.getAsLong();
    Count count = counts.getOrDefault(key, new Count(0, 0, now));
    long since = now - count.last();
    double burst = Math.max(0, count.burst() - (double) since * BURST / LONGEST.toNanos());
    return new Count(since > FORGOTTEN.toNanos() ? 0 : count.failures(), burst, now);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration delay(Count count, Duration longest) {
    if (count.failures() < FREE) {
      return Duration.ZERO;
    }
    Duration delay = FIRST;
    for (int i = FREE; i < count.failures() && delay.compareTo(longest) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(longest) > 0 ? longest : delay;
  }
}
