package org.dpjdbc.gateway.answer;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * What the sessions of one user may take at the driver together, so that something is left for
 * others: of its connections, of its time, and of memory. Statements beyond some at once wait for
 * the user's others; those beyond some in a minute, and those of a user whose open answers have too
 * many bytes, are refused before anything is charged. Thread-safe.
 */
public final class Allowance {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Supplier<Most> most;
  private final LongSupplier nanoTime;
  private int running;
  private long bytes;
  private long minuteStart;
  private int inMinute;

  /**
   * What one user may take.
   *
   * @param atOnce statements that the driver works on
   * @param perMinute times that the driver reads or runs a statement
   * @param answerBytes that open answers may have when there is another one, by estimate
   */
  public record Most(int atOnce, int perMinute, long answerBytes) {}

  /**
   * @param most asked each time, since it changes with the gateway's file
   * @param nanoTime as {@link System#nanoTime()}
   */
  public Allowance(Supplier<Most> most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    this.minuteStart = nanoTime.getAsLong();
  }

  /** A session's place among those of its user. It has one turn at a time. */
  final class Place {
    private boolean cancelled;
    private boolean closed;
    private long kept;

    /**
     * Waits for a turn, which {@link #leave} ends.
     *
     * @param limit of the time that it waits
     * @throws ServerError if the user has asked too much, the wait is cancelled, or it is too long
     */
    void enter(Duration limit) throws ServerError {
      synchronized (Allowance.this) {
        checkOpen();
        count();
        long end = nanoTime.getAsLong() + limit.toNanos();
        cancelled = false;
        while (running >= most.get().atOnce()) {
          await(end);
        }
        checkBytes(); // of those, too, that have been waited for
        running++;
      }
    }

    private void await(long end) throws ServerError {
      long left = end - nanoTime.getAsLong();
      if (left <= 0) {
        throw ServerError.of("53000", "too many statements of this user run at once");
      }
      try {
        Allowance.this.wait(Math.max(1, left / NANOS_PER_MILLI));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        cancelled = true;
      }
      checkOpen();
      if (cancelled) {
        throw ServerError.of("57014", "canceling statement due to user request");
      }
    }

    private void checkOpen() throws ServerError {
      if (closed) {
        throw ServerError.of("57P01", "the session has ended");
      }
    }

    /** Ends a turn. */
    void leave() {
      synchronized (Allowance.this) {
        running--;
        Allowance.this.notifyAll();
      }
    }

    /** Whether the session has any. */
    boolean hasOpenAnswers() {
      synchronized (Allowance.this) {
        return kept > 0;
      }
    }

    /** An answer is open. */
    void keep(long more) {
      synchronized (Allowance.this) {
        if (!closed) {
          kept += more;
          bytes += more;
        }
      }
    }

    /** It is closed. */
    void giveBack(long less) {
      synchronized (Allowance.this) {
        if (!closed) {
          kept -= less;
          bytes -= less;
        }
      }
    }

    /** The session ends, with all of its answers. Any thread may call this. */
    void close() {
      synchronized (Allowance.this) {
        closed = true;
        bytes -= kept;
        kept = 0;
        Allowance.this.notifyAll();
      }
    }

    /** Ends a wait, if there is one. Any thread may. */
    void cancel() {
      synchronized (Allowance.this) {
        cancelled = true;
        Allowance.this.notifyAll();
      }
    }
  }

  /** The place of another session. */
  Place place() {
    return new Place();
  }

  private void count() throws ServerError {
    Most now = most.get();
    long time = nanoTime.getAsLong();
    if (time - minuteStart >= MINUTE) {
      minuteStart = time;
      inMinute = 0;
    }
    if (inMinute >= now.perMinute()) {
      throw ServerError.of("53000", "too many statements of this user in a minute")
          .with('H', "Ask again in a minute.");
    }
    inMinute++;
  }

  private void checkBytes() throws ServerError {
    if (bytes >= most.get().answerBytes()) {
      throw ServerError.of("53200", "the open answers of this user are too long together")
          .with('H', "Close cursors and portals that are not needed, in all sessions.");
    }
  }
}
