package org.dpjdbc.run.backend;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.budget.SimpleDataSource;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that sessions of one process share: to one database, as one user, each pinned
 * when it is opened. Only queries printed from plans ever run on them, so they stay pinned, whoever
 * uses them next. Thread-safe.
 */
final class BackendPool implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(BackendPool.class);

  /** The smallest that HikariCP takes for its waits. */
  private static final long MIN_WAIT_MILLIS = 250;

  /** The maximum time to wait for a connection, however long a query may take. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** The time after which an idle connection is closed. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final HikariDataSource pool;
  private final String schema;
  private final AtomicLong connections;

  private BackendPool(HikariDataSource pool, String schema, AtomicLong connections) {
    this.pool = pool;
    this.schema = schema;
    this.connections = connections;
  }

  /**
   * Opens a pool with one connection in it.
   *
   * @param first the connection, fresh; closed where the pool cannot be opened
   * @param timeout of a query, which is also the longest wait for a connection
   * @throws SQLException if the database fails
   */
  static BackendPool open(Connection first, Settings settings, Login login, Duration timeout)
      throws SQLException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      String schema = LiveSchemaReader.currentSchema(first).orElse("");
      pin(first, timeout);
      AtomicReference<Optional<Connection>> opened = new AtomicReference<>(Optional.of(first));
      AtomicLong connections = new AtomicLong();
      HikariConfig config = config(settings.pool(), timeout);
      // Else the pool would make them what they are not.
      config.setReadOnly(first.isReadOnly());
      config.setDataSource(
          new SimpleDataSource(
              () -> {
                connections.incrementAndGet();
                Optional<Connection> ready = opened.getAndSet(Optional.empty());
                return ready.isPresent() ? ready.get() : another(settings, login, timeout, loader);
              }));
      return new BackendPool(new HikariDataSource(config), schema, connections);
    } catch (SQLException | RuntimeException | Error e) {
      UnpooledConnection.close(first);
      throw e;
    }
  }

  private static HikariConfig config(int size, Duration timeout) {
    // A query that has waited longer would have little time left to run.
    long half = timeout.toMillis() / 2;
    long wait = Math.max(MIN_WAIT_MILLIS, Math.min(half, LONGEST_WAIT.toMillis()));
    HikariConfig config = new HikariConfig();
    config.setPoolName("dp-jdbc-backend");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE.toMillis());
    config.setConnectionTimeout(wait);
    config.setValidationTimeout(Math.max(MIN_WAIT_MILLIS, wait / 2));
    config.setInitializationFailTimeout(-1);
    return config;
  }

  /** The pool's own threads find the drivers that the thread found which opened it. */
  private static Connection another(
      Settings settings, Login login, Duration timeout, ClassLoader loader) throws SQLException {
    try {
      Connection connection = BoundedConnect.open(settings, timeout, loader);
      try {
        if (!Login.of(connection, settings).equals(login)) {
          throw new SQLException("the user is not the one that the pool began with");
        }
        pin(connection, timeout);
        return connection;
      } catch (SQLException | RuntimeException | Error e) {
        UnpooledConnection.close(connection);
        throw e;
      }
    } catch (RefusedException e) {
      throw new SQLException("the database could not be connected to", e);
    }
  }

  private static void pin(Connection connection, Duration timeout) throws SQLException {
    ReadOnlyConnection.pin(connection, CatalogRows.dialect(connection), timeout);
  }

  /**
   * A connection that answers.
   *
   * @throws RefusedException if there is none in time
   */
  Connection borrow() {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      LOGGER.error("The pool has no connection to the database", e);
      throw RunMessages.noConnectionFree();
    }
  }

  /** How many connections to the database were opened so far, or begun to be. */
  long connections() {
    return connections.get();
  }

  void giveBack(Connection connection, boolean failed) {
    if (failed) {
      pool.evictConnection(connection);
    }
    try {
      connection.close();
    } catch (SQLException e) {
      LOGGER.info("A connection that failed could not be given back", e);
    }
  }

  String schema() {
    return schema;
  }

  @Override
  public void close() {
    pool.close();
  }
}
