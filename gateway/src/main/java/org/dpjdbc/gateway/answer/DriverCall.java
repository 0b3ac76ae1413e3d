package org.dpjdbc.gateway.answer;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/**
 * A statement that the driver reads or runs, from when it begins to wait for its turn. Another
 * thread may stop it in each of its steps; what it has charged stays charged. Thread-safe.
 */
final class DriverCall implements AutoCloseable {
  static final String BY_USER = "user request";
  private static final String BY_TIME = "statement timeout";

  /** A step that has just begun may not notice. */
  private static final Duration AGAIN = Duration.ofMillis(100);

  /** PostgreSQL's state of a statement that was stopped, and the driver's. */
  private static final String STOPPED = "57014";

  /** The driver's state of what is asked of a connection that was aborted. */
  private static final String CLOSED = "HY010";

  /** How the step is stopped that it is in. */
  private Runnable stop;

  private Runnable leave = () -> {};
  private @Nullable String reason;
  private @Nullable Future<?> timer;
  private boolean over;

  /**
   * @param stop ends the wait for it
   */
  DriverCall(Runnable stop) {
    this.stop = stop;
  }

  /** Stops it when a time has passed. */
  synchronized void endAfter(ScheduledExecutorService clock, Duration time) {
    timer =
        clock.scheduleWithFixedDelay(
            () -> stop(BY_TIME), time.toNanos(), AGAIN.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The wait for it is over. */
  synchronized void entered(Runnable leaving) throws ServerError {
    leave = leaving;
    goesOn();
    check();
  }

  private void check() throws ServerError {
    Optional<ServerError> stopped = stopped();
    if (stopped.isPresent()) {
      throw stopped.get();
    }
  }

  /**
   * Connects on another thread, since nothing can stop a driver that waits for a silent database.
   * If the call is stopped meanwhile, it ends at once; its turn lasts as long as that thread waits,
   * and the connection that comes too late is closed.
   *
   * @throws ServerError if it is stopped
   */
  Connection connected(Executor threads, Connector connector, Map<String, String> properties)
      throws SQLException, ServerError {
    CompletableFuture<Connection> opening = new CompletableFuture<>();
    CompletableFuture<Connection> awaited = opening.copy();
    stopsByLeaving(awaited);
    try {
      threads.execute(() -> open(opening, connector, properties));
    } catch (RejectedExecutionException e) {
      open(opening, connector, properties);
    }
    try {
      return awaited.join();
    } catch (CancellationException e) {
      leaveAfter(opening);
      throw stopped().orElseThrow();
    } catch (CompletionException e) {
      throw failure(e);
    } finally {
      goesOn();
    }
  }

  private synchronized void stopsByLeaving(CompletableFuture<Connection> awaited)
      throws ServerError {
    check();
    stopsBy(() -> awaited.cancel(false));
  }

  private static void open(
      CompletableFuture<Connection> opening, Connector connector, Map<String, String> properties) {
    try {
      opening.complete(connector.connect(properties));
    } catch (SQLException | RuntimeException | Error e) {
      opening.completeExceptionally(e);
    }
  }

  private static SQLException failure(CompletionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    if (e.getCause() instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    return e.getCause() instanceof SQLException failed ? failed : new SQLException(e);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // whether it could connect makes no difference
  private synchronized void leaveAfter(CompletableFuture<Connection> opening) {
    Runnable leaving = leave;
    leave = () -> {};
    opening.whenComplete(
        (connection, failure) -> {
          leaving.run();
          if (connection != null) {
            Analyst.close(connection);
          }
        });
  }

  /** The next step ends if the connection is aborted, which then is of no use any more. */
  synchronized void stopsByAborting(Connection connection) {
    stopsBy(
        () -> {
          Runnable before = leave;
          try {
            // The driver gives back what it holds when this thread has let it go.
            connection.abort(
                release ->
                    leave =
                        () -> {
                          release.run();
                          before.run();
                        });
          } catch (SQLException e) {
            // it is closed
          }
        });
  }

  /**
   * The next step is a statement that runs.
   *
   * @throws ServerError if it must not begin
   */
  synchronized void stopsByCancelling(Statement statement) throws ServerError {
    check();
    stopsBy(
        () -> {
          try {
            statement.cancel();
          } catch (SQLException e) {
            // it is closed
          }
        });
  }

  private void stopsBy(Runnable how) {
    stop = how;
    if (reason != null) {
      stop.run();
    }
  }

  /** The next step cannot be stopped, and is short. */
  synchronized void goesOn() {
    stop = () -> {};
  }

  /**
   * Stops it, now or in its next step.
   *
   * @param why in PostgreSQL's words
   */
  synchronized void stop(String why) {
    if (!over) {
      reason = reason == null ? why : reason;
      stop.run();
    }
  }

  /** PostgreSQL's error if it was stopped. */
  synchronized Optional<ServerError> stopped() {
    return reason == null
        ? Optional.empty()
        : Optional.of(ServerError.of(STOPPED, "canceling statement due to " + reason));
  }

  /**
   * PostgreSQL's error if that is why the driver failed. What the driver says of the charge is its
   * detail, or is enough.
   */
  synchronized Optional<ServerError> stopped(SQLException error) {
    String state = String.valueOf(error.getSQLState());
    return state.equals(STOPPED)
        ? stopped()
            .filter(stopped -> !BY_USER.equals(reason))
            .map(stopped -> stopped.with('D', String.valueOf(error.getMessage())))
        : stopped().filter(stopped -> state.startsWith("08") || state.equals(CLOSED));
  }

  /** Ends it. */
  @Override
  public void close() {
    Runnable leaving;
    synchronized (this) {
      over = true;
      goesOn(); // and holds on to nothing
      leaving = leave;
      leave = () -> {};
      if (timer != null) {
        timer.cancel(false);
      }
    }
    leaving.run();
  }
}
