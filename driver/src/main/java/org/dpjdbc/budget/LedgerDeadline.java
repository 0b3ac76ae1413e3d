package org.dpjdbc.budget;

import java.time.Duration;

/** A point on the machine's monotonic clock until which to wait. */
record LedgerDeadline(long nanoTime) {
  static LedgerDeadline after(Duration patience) {
    return new LedgerDeadline(System.nanoTime() + patience.toNanos());
  }

  boolean passed() {
    return System.nanoTime() - nanoTime >= 0;
  }

  /** The time until then; at least a millisecond, as zero is no limit to those who ask. */
  Duration left() {
    return Duration.ofNanos(Math.max(1_000_000, nanoTime - System.nanoTime()));
  }

  /** Sleeps a little. An interrupt does not cut it short, but is kept for the caller to see. */
  static void pause(long millis) {
    boolean interrupted = Thread.interrupted();
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
