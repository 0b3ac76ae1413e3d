package org.dpjdbc.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Moves a result set's cursor and says where it is. */
interface CursorMoves extends ResultSet {
  /**
   * The cursor.
   *
   * @throws SQLException if the result is closed
   */
  Cursor cursor() throws SQLException;

  @Override
  default boolean next() throws SQLException {
    return cursor().next();
  }

  @Override
  default boolean previous() throws SQLException {
    return cursor().relative(-1);
  }

  @Override
  default boolean first() throws SQLException {
    return cursor().absolute(1);
  }

  @Override
  default boolean last() throws SQLException {
    return cursor().absolute(-1);
  }

  @Override
  default boolean absolute(int row) throws SQLException {
    return cursor().absolute(row);
  }

  @Override
  default boolean relative(int rows) throws SQLException {
    return cursor().relative(rows);
  }

  @Override
  default void beforeFirst() throws SQLException {
    cursor().absolute(0);
  }

  @Override
  default void afterLast() throws SQLException {
    cursor().afterLast();
  }

  @Override
  default boolean isBeforeFirst() throws SQLException {
    return cursor().isBeforeFirst();
  }

  @Override
  default boolean isAfterLast() throws SQLException {
    return cursor().isAfterLast();
  }

  @Override
  default boolean isFirst() throws SQLException {
    return cursor().isFirst();
  }

  @Override
  default boolean isLast() throws SQLException {
    return cursor().isLast();
  }

  @Override
  default int getRow() throws SQLException {
    return cursor().row();
  }

  @Override
  default int getType() throws SQLException {
    return cursor().type();
  }
}
