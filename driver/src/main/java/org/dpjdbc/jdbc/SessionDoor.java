package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.dpjdbc.run.Cancellation;
import org.dpjdbc.run.Session;
import org.dpjdbc.sql.RefusedException;

/**
 * The way into a session: lets one call in at a time, turns what it throws into {@link
 * SQLException}s, and is shut once. Thread-safe.
 */
final class SessionDoor {
  private final Session session;
  private final ReentrantLock turn = new ReentrantLock();
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  SessionDoor(Session session) {
    this.session = session;
  }

  boolean isClosed() {
    return closed.get();
  }

  void checkOpen() throws SQLException {
    if (isClosed()) {
      throw Errors.connectionClosed();
    }
  }

  /**
   * Calls the session when it is its turn.
   *
   * @throws SQLException if the door is shut, the session refuses, or it fails
   */
  <T> T call(Function<Session, T> work) throws SQLException {
    checkOpen();
    turn.lock();
    try {
      checkOpen();
      return work.apply(session);
    } catch (RefusedException refusal) {
      throw Errors.refused(refusal);
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    } finally {
      turn.unlock();
    }
  }

  /** As {@link #call}; shutting the door stops it. */
  <T> T call(Function<Session, T> work, Cancellation cancellation) throws SQLException {
    running.add(cancellation);
    try {
      return call(work);
    } finally {
      running.remove(cancellation);
    }
  }

  /** Whether the session answers within the time; zero is no limit. Waits for its turn as long. */
  boolean isValid(Duration within) throws SQLException {
    if (isClosed()) {
      return false;
    }
    boolean entered;
    try {
      entered =
          within.isZero()
              ? turn.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS)
              : turn.tryLock(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (!entered) {
      return false;
    }
    try {
      return !isClosed() && session.isValid(within);
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    } finally {
      turn.unlock();
    }
  }

  /** Shuts the door to all that follows and stops what runs. Whether it was open. */
  boolean shut() {
    boolean wasOpen = closed.compareAndSet(false, true);
    running.forEach(Cancellation::cancel);
    return wasOpen;
  }

  /** Gives the session back once the last call has left. Follows {@link #shut}. */
  void release() throws SQLException {
    turn.lock();
    try {
      session.close();
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    } finally {
      turn.unlock();
    }
  }
}
