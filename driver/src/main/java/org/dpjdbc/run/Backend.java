package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.Messages;
import org.dpjdbc.sql.RefusedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to the database of one session: pinned when it is opened, asked only what a
 * plan says, one question at a time. Whatever the database throws is logged for the owner and
 * replaced; its warnings are dropped.
 */
final class Backend implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Backend.class);

  private final Connection connection;
  private final BackendDialect dialect;

  private Backend(Connection connection, BackendDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /**
   * Pins a fresh connection: read-only, and in the state that the dialect needs.
   *
   * @param timeout from which on the database itself ends a statement, where it can
   */
  static Backend pin(Connection connection, BackendDialect dialect, Duration timeout) {
    try {
      readOnly(connection);
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        for (String sql : dialect.pinning()) {
          statement.execute(sql);
        }
        for (String sql : dialect.limits(timeout)) {
          statement.execute(sql);
        }
      }
      return new Backend(connection, dialect);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * A second lock on the door: what is sent is printed from a plan, and reads. A driver may have no
   * such lock (DuckDB's knows read-only databases alone).
   */
  private static void readOnly(Connection connection) throws SQLException {
    try {
      connection.setReadOnly(true);
    } catch (SQLFeatureNotSupportedException e) {
      LOGGER.debug("The connection cannot be made read-only", e);
    }
  }

  /** Reads the rows of an answer. */
  interface Reader {
    void read(ResultSet rows) throws SQLException;
  }

  /**
   * Asks the database.
   *
   * @param parameters bound each as a value of its class, never as SQL; {@code null} is SQL NULL
   * @param deadline the database is told to stop at it, and stopped if it does not
   * @throws RefusedException if it fails, or the run was stopped
   */
  void ask(
      String sql,
      List<@Nullable Object> parameters,
      Deadline deadline,
      Cancellation cancellation,
      Reader reader) {
    if (cancellation.isCancelled() || deadline.isOver()) {
      throw Messages.stopped();
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(deadline.secondsLeft());
      bind(statement, parameters);
      ScheduledFuture<?> watch =
          Watchdog.after(deadline.nanosLeft(), () -> cancel(statement), TimeUnit.NANOSECONDS);
      cancellation.onCancel(() -> cancel(statement));
      try (ResultSet rows = statement.executeQuery()) {
        reader.read(dialect.tellsMomentsAsTexts() ? MomentTexts.of(rows) : rows);
      } finally {
        watch.cancel(false);
        cancellation.onCancel(() -> {});
      }
    } catch (SQLException e) {
      if (cancellation.isCancelled() || deadline.isOver()) {
        LOGGER.info("A query was stopped", e);
        throw Messages.stopped();
      }
      throw failed(e);
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // A database in this process may exhaust the stack or the memory.
      throw failed(e);
    }
    if (cancellation.isCancelled()) {
      throw Messages.stopped();
    }
  }

  private void bind(PreparedStatement statement, List<@Nullable Object> parameters)
      throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      Object value = parameters.get(i);
      if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, dialect.tellsMomentsAsTexts() ? MomentTexts.of(value) : value);
      }
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      LOGGER.warn("The database did not take a cancellation", e);
    }
  }

  /** One constant refusal for every failure; what it was is for the owner's log. */
  static RefusedException failed(Throwable cause) {
    LOGGER.error("The database failed", cause);
    return Messages.backendFailed();
  }

  boolean isValid(Duration within) {
    try {
      return connection.isValid((int) Math.max(1, within.toSeconds()));
    } catch (SQLException e) {
      LOGGER.info("The database does not answer", e);
      return false;
    }
  }

  /** For {@link Session#backendProperty} and the schema reader; never handed out. */
  Connection connection() {
    return connection;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOGGER.warn("Closing the database connection failed", e);
    }
  }
}
