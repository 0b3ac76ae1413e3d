package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes connections that are read-only, and in the state that plans rely on. */
public final class ReadOnlyConnection {
  private static final Logger LOGGER = LoggerFactory.getLogger(ReadOnlyConnection.class);

  private ReadOnlyConnection() {}

  /**
   * Pins a fresh connection.
   *
   * @param timeout from which on the database itself ends a statement, where it can; a little later
   *     the driver stops to wait for a server that is silent
   */
  public static void pin(Connection connection, BackendDialect dialect, Duration timeout)
      throws SQLException {
    if (dialect.hasReadOnlyConnections()) {
      readOnly(connection);
    }
    connection.setAutoCommit(true);
    patience(connection, dialect.networkTimeout(timeout.plus(Watchdog.GRACE)));
    state(connection, dialect, timeout);
  }

  /** Pins a fresh connection for writing released rows, on which no query runs. */
  static void pinWriting(Connection connection, BackendDialect dialect, Duration timeout)
      throws SQLException {
    connection.setAutoCommit(true);
    patience(connection, dialect.networkTimeout(timeout.plus(Watchdog.GRACE)));
    state(connection, dialect, timeout);
    run(connection, dialect.writing());
  }

  private static void state(Connection connection, BackendDialect dialect, Duration timeout)
      throws SQLException {
    run(connection, dialect.pinning());
    Optional<String> settings = dialect.settingsQuery();
    if (settings.isPresent()) {
      run(connection, dialect.pinning(settings(connection, settings.get())));
    }
    run(connection, dialect.limits(timeout));
  }

  private static Map<String, String> settings(Connection connection, String query)
      throws SQLException {
    Map<String, String> settings = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        settings.put(rows.getString(1), Optional.ofNullable(rows.getString(2)).orElse(""));
      }
    }
    return settings;
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Makes a connection read-only where its driver can (DuckDB's knows read-only databases alone).
   * It is a second safeguard: the statements that run here only read.
   */
  public static void readOnly(Connection connection) throws SQLException {
    try {
      connection.setReadOnly(true);
    } catch (SQLFeatureNotSupportedException e) {
      LOGGER.debug("The connection cannot be made read-only", e);
    }
  }

  /** How long the driver waits for the network; a database in this process has none. */
  static void patience(Connection connection, Duration timeout) {
    try {
      connection.setNetworkTimeout(
          Watchdog.ACTIONS, (int) Math.min(Integer.MAX_VALUE, timeout.toMillis()));
    } catch (SQLException | RuntimeException | LinkageError e) {
      LOGGER.debug("The connection takes no network time-out", e);
    }
  }
}
