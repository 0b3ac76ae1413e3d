package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cancels a statement, and closes the connection if the statement does not stop. */
final class StatementCanceller {
  private static final Logger LOGGER = LoggerFactory.getLogger(StatementCanceller.class);

  private final Connection connection;
  private @Nullable Statement statement;
  private boolean released;
  private boolean used;
  private boolean cancelling;

  StatementCanceller(Connection connection) {
    this.connection = connection;
  }

  /** The database is executing a statement, which can be cancelled. */
  synchronized void holds(Statement running) {
    statement = running;
  }

  /** Runs on a thread of its own: a server that cannot be reached is waited for. */
  void stop() {
    Statement running;
    synchronized (this) {
      if (released || cancelling) {
        return;
      }
      used = true;
      cancelling = true;
      running = statement;
    }
    ScheduledFuture<?> cut =
        Watchdog.after(Watchdog.GRACE.toMillis(), this::cut, TimeUnit.MILLISECONDS);
    try {
      if (running != null) {
        running.cancel();
      }
    } catch (SQLException e) {
      LOGGER.warn("The database did not take a cancellation", e);
    } finally {
      synchronized (this) {
        cancelling = false;
        if (released) {
          cut.cancel(false);
        }
        notifyAll();
      }
    }
  }

  private void cut() {
    synchronized (this) {
      if (released) {
        return;
      }
    }
    LOGGER.error(
        "The database did not end a statement {} s after a request to; its connection is closed."
            + " Check the database's processes, and end the statement there if it still runs",
        Watchdog.GRACE.toSeconds());
    try {
      connection.abort(Watchdog.ACTIONS);
    } catch (SQLException e) {
      LOGGER.warn("The connection could not be closed", e);
    }
  }

  /**
   * The statement is over. Waits a while for a pending cancellation, since it could hit the next
   * statement on this connection.
   *
   * @return whether it was never stopped, so that the connection can be used again
   */
  synchronized boolean release() {
    released = true;
    long until = System.nanoTime() + Watchdog.GRACE.toNanos();
    try {
      while (cancelling && System.nanoTime() < until) {
        TimeUnit.NANOSECONDS.timedWait(this, until - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !used;
  }
}
