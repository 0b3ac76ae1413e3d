package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import org.dpjdbc.budget.TimedConnect;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Connects to the backend, and waits no longer than a query may take, neither for the connection
 * nor for an answer on it.
 */
public final class BoundedConnect {
  private BoundedConnect() {}

  /**
   * Connects.
   *
   * @param loader what the drivers are looked for with
   * @throws RefusedException if no driver takes the URL, the connection fails, or takes too long
   */
  public static Connection open(Settings settings, Duration patience, ClassLoader loader) {
    try {
      return TimedConnect.open(() -> connect(settings, patience, loader), patience);
    } catch (RefusedException e) {
      throw e;
    } catch (SQLTimeoutException e) {
      throw ConnectMessages.backendUnreachable();
    } catch (SQLException | RuntimeException | Error e) {
      throw BackendReader.failed(e);
    }
  }

  private static Connection connect(Settings settings, Duration patience, ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Connection connection = BackendDrivers.connect(settings, patience);
      ReadOnlyConnection.patience(connection, patience);
      return connection;
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
