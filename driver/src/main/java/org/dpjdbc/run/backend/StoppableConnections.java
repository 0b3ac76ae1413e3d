package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.dpjdbc.budget.TimedConnect;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a database that may be silent: a borrower that is to stop does not wait for it.
 * Another thread goes on waiting until a time limit of the connection ends that, and then gives
 * back what it has got. The next borrower waits for that thread first, so that there is at most
 * one. Belongs to one caller at a time.
 */
public final class StoppableConnections implements AutoCloseable {
  private static final long MILLIS_BETWEEN_LOOKS = 20;

  private final Connections connections;

  /** What the last borrower did not wait for. */
  private CompletableFuture<?> late = CompletableFuture.completedFuture("nothing");

  public StoppableConnections(Connections connections) {
    this.connections = connections;
  }

  /**
   * A connection, for one caller alone until it is given back.
   *
   * @param stopped whether the caller is to stop
   * @throws SQLTimeoutException if it is, or the thread is interrupted, which it then still is
   * @throws SQLException if the database has none
   * @throws org.dpjdbc.sql.refusal.RefusedException if all that there may be are in use for too
   *     long
   */
  public Connection borrow(BooleanSupplier stopped) throws SQLException {
    try {
      await(late, stopped);
      CompletableFuture<Connection> borrowing = TimedConnect.begin(connections::borrow);
      boolean isOver = false;
      try {
        await(borrowing, stopped);
        isOver = true;
        return borrowing.get();
      } finally {
        if (!isOver) {
          late = borrowing.whenComplete((connection, failure) -> giveBack(connection));
        }
      }
    } catch (ExecutionException e) {
      throw TimedConnect.failure(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped();
    }
  }

  private static void await(CompletableFuture<?> future, BooleanSupplier stopped)
      throws SQLTimeoutException, InterruptedException {
    while (!isOver(future)) {
      if (stopped.getAsBoolean()) {
        throw stopped();
      }
    }
  }

  private static boolean isOver(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static SQLTimeoutException stopped() {
    return new SQLTimeoutException("the wait for a connection was stopped", "57014");
  }

  private void giveBack(@Nullable Connection connection) {
    if (connection != null) {
      connections.giveBack(connection, /* failed= */ false);
    }
  }

  /** Takes a connection back, as {@link Connections#giveBack}. */
  public void giveBack(Connection connection, boolean failed) {
    connections.giveBack(connection, failed);
  }

  /** Ends the session's use, now and when a connection comes late. */
  @Override
  public void close() {
    connections.close();
    late = late.whenComplete((connection, failure) -> connections.close());
  }
}
