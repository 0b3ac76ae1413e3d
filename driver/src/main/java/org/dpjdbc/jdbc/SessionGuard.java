package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Guards a session: admits one call at a time, turns what it throws into {@link SQLException}s, and
 * is shut once. Thread-safe.
 */
final class SessionGuard {
  private final Session session;
  private final ReentrantLock turn = new ReentrantLock();
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  SessionGuard(Session session) {
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
   * Calls the session when it is this call's turn.
   *
   * @throws SQLException if the session is closed, refuses, or fails
   */
  <T> T call(Function<Session, T> work) throws SQLException {
    return call(work, new Cancellation(), Duration.ZERO);
  }

  private <T> T entered(Function<Session, T> work, Cancellation cancellation, Duration within)
      throws SQLException {
    checkOpen();
    turn.lock();
    try {
      checkOpen();
      BooleanSupplier late = late(within);
      return AnalysisSteps.stoppable(
          () -> cancellation.isCancelled() || late.getAsBoolean(), () -> work.apply(session));
    } catch (RefusedException refusal) {
      throw Errors.refused(refusal);
    } catch (RuntimeException | Error failure) {
      throw Errors.internal(failure);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Like {@link #call}, but closing the session or the cancellation stops it, and the analysis of a
   * statement ends at the policy's time limit.
   *
   * @param within a shorter time limit; zero for the policy's own
   */
  <T> T call(Function<Session, T> work, Cancellation cancellation, Duration within)
      throws SQLException {
    running.add(cancellation);
    try {
      return entered(work, cancellation, within);
    } finally {
      running.remove(cancellation);
    }
  }

  /** Whether the time limit has passed, of which the policy's is the ceiling. */
  private BooleanSupplier late(Duration within) {
    Duration limit = session.policy().limits().timeout();
    Duration patience = within.isZero() || within.compareTo(limit) > 0 ? limit : within;
    long startedAt = System.nanoTime();
    return () -> System.nanoTime() - startedAt > patience.toNanos();
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

  /** Rejects all further calls and stops the running ones. Whether it was open. */
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
