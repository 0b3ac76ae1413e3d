package org.dpjdbc.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Refuses to change rows, and says that none was changed. */
interface ReadOnlyRows extends ResultSet {
  @Override
  default void cancelRowUpdates() throws SQLException {
    throw Errors.notOffered("ResultSet.cancelRowUpdates");
  }

  @Override
  default void deleteRow() throws SQLException {
    throw Errors.notOffered("ResultSet.deleteRow");
  }

  @Override
  default String getCursorName() throws SQLException {
    throw Errors.notOffered("ResultSet.getCursorName");
  }

  @Override
  default void insertRow() throws SQLException {
    throw Errors.notOffered("ResultSet.insertRow");
  }

  @Override
  default void moveToCurrentRow() throws SQLException {
    throw Errors.notOffered("ResultSet.moveToCurrentRow");
  }

  @Override
  default void moveToInsertRow() throws SQLException {
    throw Errors.notOffered("ResultSet.moveToInsertRow");
  }

  @Override
  default void refreshRow() throws SQLException {
    throw Errors.notOffered("ResultSet.refreshRow");
  }

  @Override
  default void updateRow() throws SQLException {
    throw Errors.notOffered("ResultSet.updateRow");
  }
}
