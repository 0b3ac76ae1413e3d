package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.sql.Statement;

/** Refuses batches: each query is charged on its own. */
interface NoBatches extends Statement {
  @Override
  default void addBatch(String value) throws SQLException {
    throw Errors.notOffered("Statement.addBatch");
  }

  @Override
  default int[] executeBatch() throws SQLException {
    throw Errors.notOffered("Statement.executeBatch");
  }

  @Override
  default long[] executeLargeBatch() throws SQLException {
    throw Errors.notOffered("Statement.executeLargeBatch");
  }
}
