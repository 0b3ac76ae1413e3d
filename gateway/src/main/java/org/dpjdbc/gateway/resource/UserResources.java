package org.dpjdbc.gateway.resource;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;

/**
 * What the connections of one user hold and use together, so that something is left for others: the
 * gateway's memory, the driver's time, and the shadow's. What would be too much waits for the
 * user's other statements, or is refused before anything is charged; other users never notice.
 * Whatever a connection has taken is returned when its {@link Share} is closed. Thread-safe.
 */
public final class UserResources {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Statements of a user that are read at once; the shadow's parser reads eight of all users. */
  static final int MAX_PARSES = 4;

  private static final long CONNECTION = 1 << 20;

  /** Bytes of a user's long messages that are on their way from the shadow to its clients. */
  static final long PASSING = 32L << 20;

  private final String user;
  private final Supplier<Limits> limits;
  private final LongSupplier nanoTime;

  /** Counted by {@link Resources}. */
  int connections;

  private int running;

  /** Turns that are taken. */
  private final AtomicInteger parsing = new AtomicInteger();

  private final AtomicInteger opening = new AtomicInteger();
  private final AtomicInteger shadowed = new AtomicInteger();
  private long bytes;
  private long answers;
  private long passing;
  private long minuteStart;
  private int inMinute;

  /**
   * What one user may hold and use.
   *
   * @param atOnce statements that the driver works on, and as many that the shadow runs
   * @param perMinute times that the driver reads or runs a statement
   * @param answerBytes that open answers may have when there is another one, by estimate
   * @param bytes of memory, by estimate: open answers, texts that are read, prepared statements,
   *     portals, and what clients have not read yet
   */
  public record Limits(int atOnce, int perMinute, long answerBytes, long bytes) {}

  /**
   * @param limits asked each time, since they change with the gateway's file
   * @param nanoTime as {@link System#nanoTime()}
   */
  UserResources(String user, Supplier<Limits> limits, LongSupplier nanoTime) {
    this.user = user;
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.minuteStart = nanoTime.getAsLong();
  }

  /** What the bytes are of. */
  private enum Kind {
    OTHER,
    ANSWER,
    PASSING
  }

  String user() {
    return user;
  }

  /** What the user holds, by estimate: a connection holds something that is not counted. */
  synchronized long weight() {
    return bytes + connections * CONNECTION;
  }

  /**
   * The share of another connection.
   *
   * @param end is called when it is closed
   */
  Share share(Runnable end) {
    return new Share(end);
  }

  /**
   * What one connection holds and uses. It is read by one thread at a time, but for {@link #cancel}
   * and {@link #close}.
   */
  public final class Share implements AutoCloseable {
    private final Runnable end;
    private boolean cancelled;
    private boolean closed;
    private long kept;
    private long keptAnswers;
    private long keptPassing;

    private Share(Runnable end) {
      this.end = end;
    }

    /** Whose it is. */
    public String user() {
      return user;
    }

    /**
     * Waits for a turn at the driver, which {@link #leave} ends.
     *
     * @param limit of the time that it waits
     * @throws ServerError if the user has asked too much, the wait is cancelled, or it is too long
     */
    public void enter(Duration limit) throws ServerError {
      synchronized (UserResources.this) {
        checkOpen();
        count();
        await(() -> running >= limits.get().atOnce(), limit, this::tooMany);
        checkAnswers(); // of those, too, that have been waited for
        running++;
      }
    }

    /** Ends a turn. */
    public void leave() {
      synchronized (UserResources.this) {
        running--;
        UserResources.this.notifyAll();
      }
    }

    /**
     * Waits until a statement of this user may be read, by the gateway and by the shadow.
     *
     * @param limit of the time that it waits
     * @throws ServerError if the wait is cancelled, or too long
     */
    public ResourceLease parse(Duration limit) throws ServerError {
      return turn(
          parsing,
          () -> MAX_PARSES,
          limit,
          () ->
              ServerError.of("53300", "too many statements of this user are read at once")
                  .with('H', "Try again in a moment."));
    }

    /**
     * Waits until a session of the shadow may be opened for this user.
     *
     * @param limit of the time that it waits
     * @throws ServerError if it is too long
     */
    public ResourceLease open(Duration limit) throws ServerError {
      return turn(
          opening,
          () -> limits.get().atOnce(),
          limit,
          () ->
              ServerError.fatal("53300", "too many sessions of this user are opened at once")
                  .with('H', "Try again in a moment."));
    }

    /**
     * Waits until the shadow may run a statement of this user.
     *
     * @param limit of the time that it waits
     * @return to be closed when its process has stopped, whenever the connection ends
     * @throws ServerError if the wait is cancelled, or too long
     */
    public ResourceLease run(Duration limit) throws ServerError {
      return turn(shadowed, () -> limits.get().atOnce(), limit, this::tooMany);
    }

    private ResourceLease turn(
        AtomicInteger taken, IntSupplier most, Duration limit, Supplier<ServerError> tooLong)
        throws ServerError {
      synchronized (UserResources.this) {
        checkOpen();
        await(() -> taken.get() >= most.getAsInt(), limit, tooLong);
        ResourceLease held = // first, since memory may be short
            new Once(
                () -> {
                  taken.decrementAndGet();
                  UserResources.this.notifyAll();
                });
        taken.incrementAndGet();
        return held;
      }
    }

    private ServerError tooMany() {
      return ServerError.of("53000", "too many statements of this user run at once");
    }

    private void await(BooleanSupplier isFull, Duration limit, Supplier<ServerError> tooLong)
        throws ServerError {
      long until = nanoTime.getAsLong() + limit.toNanos();
      cancelled = false;
      while (isFull.getAsBoolean()) {
        long left = until - nanoTime.getAsLong();
        if (left <= 0) {
          throw tooLong.get();
        }
        if (!pause(left)) {
          cancelled = true;
        }
        checkOpen();
        if (cancelled) {
          throw ServerError.of("57014", "canceling statement due to user request");
        }
      }
    }

    private void checkOpen() throws ServerError {
      if (closed) {
        throw ServerError.of("57P01", "the session has ended");
      }
    }

    /**
     * Takes memory.
     *
     * @throws ServerError if the user would have too much
     */
    public ResourceLease take(long more) throws ServerError {
      synchronized (UserResources.this) {
        checkOpen();
        if (bytes + more > limits.get().bytes()) {
          throw ServerError.of("53200", "the sessions of this user use too much memory")
              .with(
                  'H',
                  "Close cursors, portals and prepared statements that are not needed, in all"
                      + " sessions.");
        }
        return new Bytes(more, Kind.OTHER);
      }
    }

    /** Counts memory that is bounded by something else. */
    public ResourceLease keep(long more) {
      synchronized (UserResources.this) {
        return new Bytes(more, Kind.OTHER);
      }
    }

    /** Whether the connection has open answers. */
    public boolean hasOpenAnswers() {
      synchronized (UserResources.this) {
        return keptAnswers > 0;
      }
    }

    /**
     * Counts the memory of an answer as long as it is open. One alone may be of any length that the
     * driver computes; several must not be too long together.
     *
     * @throws ServerError if they are; the answer is not counted
     */
    public ResourceLease keepAnswer(long more) throws ServerError {
      synchronized (UserResources.this) {
        if (answers > 0 && answers + more > answerLimit()) {
          throw tooLongTogether()
              .with(
                  'H',
                  "Close cursors and portals in all sessions, then run the query again: "
                      + "while an answer is kept for reuse, it is free.");
        }
        return new Bytes(more, Kind.ANSWER);
      }
    }

    /**
     * Waits until a long message of the shadow's may be read, which is sent before the next one is.
     *
     * @param isUnwanted whether it is no longer wanted; {@link #cancel} has this asked again
     * @return empty if it is not
     * @throws IOException if the wait is too long, or the connection has ended
     */
    public Optional<ResourceLease> pass(long length, Duration patience, BooleanSupplier isUnwanted)
        throws IOException {
      synchronized (UserResources.this) {
        long until = nanoTime.getAsLong() + patience.toNanos();
        while (!closed && passing > 0 && passing + length > PASSING) {
          if (isUnwanted.getAsBoolean()) {
            return Optional.empty();
          }
          long left = until - nanoTime.getAsLong();
          if (left <= 0 || !pause(left)) {
            throw new SessionEnd(
                ServerError.fatal("53200", "other sessions of this user have unread long rows"));
          }
        }
        if (closed) {
          throw new IOException("the session has ended");
        }
        return Optional.of(new Bytes(length, Kind.PASSING));
      }
    }

    /** Ends a wait, if there is one. Any thread may. */
    public void cancel() {
      synchronized (UserResources.this) {
        cancelled = true;
        UserResources.this.notifyAll();
      }
    }

    /** Returns all that the connection has taken. Any thread may. */
    @Override
    public void close() {
      synchronized (UserResources.this) {
        if (closed) {
          return;
        }
        closed = true;
        bytes -= kept;
        answers -= keptAnswers;
        passing -= keptPassing;
        UserResources.this.notifyAll();
      }
      end.run();
    }

    private final class Bytes implements ResourceLease {
      private final long size;
      private final Kind kind;
      private boolean returned;

      /** Locked. What is taken after the connection has ended belongs to no user. */
      Bytes(long size, Kind kind) {
        this.size = size;
        this.kind = kind;
        this.returned = closed;
        if (!closed) {
          count(size);
        }
      }

      @Override
      public void close() {
        synchronized (UserResources.this) {
          if (!returned && !closed) {
            count(-size);
            UserResources.this.notifyAll();
          }
          returned = true;
        }
      }

      private void count(long more) {
        kept += more;
        bytes += more;
        if (kind == Kind.ANSWER) {
          keptAnswers += more;
          answers += more;
        } else if (kind == Kind.PASSING) {
          keptPassing += more;
          passing += more;
        }
      }
    }
  }

  /** What ends with its work, and not with the connection: the work goes on until it notices. */
  private final class Once implements ResourceLease {
    private final Runnable end;
    private boolean returned;

    Once(Runnable end) {
      this.end = end;
    }

    @Override
    public void close() {
      synchronized (UserResources.this) {
        if (!returned) {
          returned = true;
          end.run();
        }
      }
    }
  }

  /** Whether it may go on. */
  @SuppressWarnings("WaitNotInLoop") // its callers have the loops
  private boolean pause(long nanos) {
    try {
      wait(Math.max(1, nanos / NANOS_PER_MILLI));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void count() throws ServerError {
    Limits now = limits.get();
    long time = nanoTime.getAsLong();
    if (time - minuteStart >= MINUTE) {
      minuteStart = time;
      inMinute = 0;
    }
    if (inMinute >= now.perMinute()) {
      throw ServerError.of("53000", "too many statements of this user in a minute")
          .with('H', "Try again in a minute.");
    }
    inMinute++;
  }

  private void checkAnswers() throws ServerError {
    if (answers >= answerLimit()) {
      throw tooLongTogether()
          .with('H', "Close cursors and portals that are not needed, in all sessions.");
    }
  }

  private long answerLimit() {
    Limits now = limits.get();
    return Math.min(now.answerBytes(), now.bytes());
  }

  private static ServerError tooLongTogether() {
    return ServerError.of("53200", "the open answers of this user are too large");
  }
}
