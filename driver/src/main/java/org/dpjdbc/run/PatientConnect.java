package org.dpjdbc.run;

import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dpjdbc.sql.Messages;
import org.dpjdbc.sql.RefusedException;

/**
 * Connects to the backend, and waits no longer than a query may take: a driver may wait for ever
 * for a server that took the connection and then is silent.
 */
final class PatientConnect {
  private PatientConnect() {}

  /**
   * Connects.
   *
   * @param loader what the drivers are looked for with
   * @throws RefusedException if no driver takes the URL, the connection fails, or takes too long
   */
  static Connection open(Settings settings, Duration patience, ClassLoader loader) {
    CompletableFuture<Connection> opening =
        CompletableFuture.supplyAsync(() -> connect(settings, loader), Watchdog.ACTIONS);
    try {
      return opening.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RefusedException refused) {
        throw refused;
      }
      throw Asker.failed(e);
    } catch (TimeoutException e) {
      throw tooLate(opening);
    } catch (InterruptedException e) {
      RefusedException stopped = tooLate(opening);
      Thread.currentThread().interrupt();
      throw stopped;
    }
  }

  /** Should the connection come all the same, nobody has use for it. */
  private static RefusedException tooLate(CompletableFuture<Connection> opening) {
    CompletableFuture<Void> unused = opening.thenAccept(OwnConnection::close);
    return Messages.backendUnreachable();
  }

  private static Connection connect(Settings settings, ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return BackendDrivers.connect(settings);
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
