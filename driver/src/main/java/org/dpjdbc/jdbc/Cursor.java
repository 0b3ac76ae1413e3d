package org.dpjdbc.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.dpjdbc.jdbc.error.Errors;

/** The position of a result set: before the first row (0), on a row (from 1), or after the last. */
final class Cursor {
  private final int size;
  private final boolean scrollable;
  private int position;

  /**
   * Before the first row.
   *
   * @param size number of rows
   * @param scrollable whether it may do more than go to the next row
   */
  Cursor(int size, boolean scrollable) {
    this.size = size;
    this.scrollable = scrollable;
  }

  int type() {
    return scrollable ? ResultSet.TYPE_SCROLL_INSENSITIVE : ResultSet.TYPE_FORWARD_ONLY;
  }

  boolean next() {
    position = Math.min(position + 1, size + 1);
    return onRow();
  }

  /** Goes to a row; negative counts from the end; beyond either end is before or after. */
  boolean absolute(long row) throws SQLException {
    if (!scrollable) {
      throw Errors.forwardOnly();
    }
    long target = row >= 0 ? row : size + 1 + row;
    position = (int) Math.max(0, Math.min(target, size + 1L));
    return onRow();
  }

  boolean relative(long rows) throws SQLException {
    return absolute(Math.max(0, position + rows));
  }

  void afterLast() throws SQLException {
    absolute(size + 1L);
  }

  boolean isBeforeFirst() {
    return position == 0 && size > 0;
  }

  boolean isAfterLast() {
    return position > size && size > 0;
  }

  boolean isFirst() {
    return position == 1 && size > 0;
  }

  boolean isLast() {
    return position == size && size > 0;
  }

  boolean onRow() {
    return position >= 1 && position <= size;
  }

  /** The row's number from 1; 0 off the rows. */
  int row() {
    return onRow() ? position : 0;
  }
}
