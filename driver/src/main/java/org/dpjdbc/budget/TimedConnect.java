package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects within a time limit: a driver may wait forever for a server that accepts the connection
 * and then does not respond.
 */
public final class TimedConnect {
  private static final Logger LOGGER = LoggerFactory.getLogger(TimedConnect.class);

  /** A thread for each attempt: one that hangs holds up no other. */
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "dp-jdbc connect");
            thread.setDaemon(true);
            return thread;
          });

  private TimedConnect() {}

  /**
   * Connects. Should the connection come too late, it is closed.
   *
   * @throws SQLTimeoutException if it takes too long, or the thread is interrupted, which it then
   *     still is
   * @throws SQLException if the source throws it; whatever else the source throws comes as it is
   */
  public static Connection open(SimpleDataSource.Source source, Duration patience)
      throws SQLException {
    CompletableFuture<Connection> opening = begin(source);
    try {
      return opening.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      throw tooLate(opening);
    } catch (InterruptedException e) {
      SQLTimeoutException late = tooLate(opening);
      Thread.currentThread().interrupt();
      throw late;
    }
  }

  /** Begins to connect, on another thread. */
  public static CompletableFuture<Connection> begin(SimpleDataSource.Source source) {
    return CompletableFuture.supplyAsync(() -> connect(source), THREADS);
  }

  private static Connection connect(SimpleDataSource.Source source) {
    try {
      return source.connect();
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  /** Why there is no connection; whatever else than an {@link SQLException} it is, it throws. */
  public static SQLException failure(ExecutionException e) {
    Throwable cause = e.getCause();
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    } else if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof SQLException failed ? failed : new SQLException(e);
  }

  private static SQLTimeoutException tooLate(CompletableFuture<Connection> opening) {
    CompletableFuture<Void> unused = opening.thenAccept(TimedConnect::close);
    return new SQLTimeoutException("the server took too long to take a connection", "08001");
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOGGER.warn("Closing a connection that came too late failed", e);
    }
  }
}
