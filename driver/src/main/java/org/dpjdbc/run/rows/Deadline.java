package org.dpjdbc.run.rows;

import java.time.Duration;

/**
 * When a run has to be over.
 *
 * @param nanoTime as {@link System#nanoTime}
 */
public record Deadline(long nanoTime) {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  public static Deadline after(Duration patience) {
    return new Deadline(System.nanoTime() + patience.toNanos());
  }

  /** Whether it has passed. */
  public boolean isOver() {
    return nanosLeft() <= 0;
  }

  public long nanosLeft() {
    return nanoTime - System.nanoTime();
  }

  /** Whole seconds left, rounded up, at least 1: what JDBC takes as a time limit. */
  public int secondsLeft() {
    long seconds = (nanosLeft() + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    return (int) Math.max(1, Math.min(seconds, Integer.MAX_VALUE));
  }
}
