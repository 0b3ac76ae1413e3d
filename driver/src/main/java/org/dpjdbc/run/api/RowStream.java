package org.dpjdbc.run.api;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * How the rows of an answer are fetched: all at once, or in batches, for which some drivers need a
 * transaction.
 */
public final class RowStream implements AutoCloseable {
  private final Connection connection;
  private final int fetchSize;
  private final boolean inTransaction;

  private RowStream(Connection connection, int fetchSize, boolean inTransaction) {
    this.connection = connection;
    this.fetchSize = fetchSize;
    this.inTransaction = inTransaction;
  }

  /**
   * Begins.
   *
   * @param fetchSize rows at a time; 0 for all at once
   */
  public static RowStream open(Connection connection, BackendDialect dialect, int fetchSize)
      throws SQLException {
    boolean inTransaction = fetchSize > 0 && dialect.streamsInTransactions();
    if (inTransaction) {
      connection.setAutoCommit(false);
    }
    return new RowStream(connection, fetchSize, inTransaction);
  }

  public void prepare(Statement statement) throws SQLException {
    if (fetchSize > 0) {
      statement.setFetchSize(fetchSize);
    }
  }

  /** Nothing was written: there is nothing to commit. */
  @Override
  public void close() throws SQLException {
    if (inTransaction && !connection.isClosed()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }
}
