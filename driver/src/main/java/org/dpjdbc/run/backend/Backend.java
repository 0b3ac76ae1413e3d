package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.dpjdbc.run.schema.CatalogRows;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of one session. Its connections are pinned when they are opened, and run only the
 * statements of plans, one at a time.
 *
 * @param connections where a run gets its connection from
 * @param dialect of the database
 * @param fetchSize rows to fetch at a time; 0 for all at once
 */
public record Backend(StoppableConnections connections, BackendDialect dialect, int fetchSize)
    implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Backend.class);

  /** Does something with a connection. */
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * The database that connections lead to. A call that is stopped does not wait for them.
   *
   * @throws SQLException if it fails
   */
  public static Backend of(Connections connections, int fetchSize) throws SQLException {
    Connection connection = connections.borrow();
    try {
      return new Backend(
          new StoppableConnections(connections), CatalogRows.dialect(connection), fetchSize);
    } finally {
      connections.giveBack(connection, /* failed= */ false);
    }
  }

  /** Lends a connection. */
  public <T> T with(Work<T> work) throws SQLException {
    Connection connection = connections.borrow(org.dpjdbc.sql.refusal.AnalysisSteps::isStopped);
    boolean failed = true;
    try {
      T done = work.on(connection);
      failed = false;
      return done;
    } finally {
      connections.giveBack(connection, failed);
    }
  }

  public boolean isValid(Duration within) {
    try {
      return with(connection -> connection.isValid((int) Math.max(1, within.toSeconds())));
    } catch (SQLException | RuntimeException e) {
      LOGGER.info("The database does not answer", e);
      return false;
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
