package org.dpjdbc.jdbc;

import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import java.util.TimeZone;
import org.dpjdbc.jdbc.error.ArgumentChecks;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.jdbc.value.LegacyTimes;
import org.dpjdbc.jdbc.value.SqlType;
import org.dpjdbc.jdbc.value.ValueConversions;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A released answer: in memory, read-only, detached from every database. Not thread-safe, except
 * that any thread may close it.
 */
final class DpResultSet
    implements OwnWrapper, CursorMoves, TypedColumns, LabelledColumns, ResultSetStubs {
  private final ResultOwner owner;
  private final Columns columns;
  private final Rows rows;
  private final Cursor cursor;
  private volatile @Nullable SQLWarning warning;
  private volatile boolean closed;
  private boolean wasNull;
  private int fetchDirection = FETCH_FORWARD;
  private int fetchSize;

  DpResultSet(ResultOwner owner, Answer answer, boolean scrollable) {
    this.owner = owner;
    this.columns = new Columns(answer.columns());
    this.rows = answer.rows();
    this.warning = Warnings.of(answer);
    this.cursor = new Cursor(rows.size(), scrollable);
  }

  private void checkOpen() throws SQLException {
    if (isClosed()) {
      throw Errors.resultClosed();
    }
  }

  @Override
  public Cursor cursor() throws SQLException {
    checkOpen();
    return cursor;
  }

  private @Nullable Object value(int index) throws SQLException {
    checkOpen();
    columns.get(index);
    if (!cursor.onRow()) {
      throw Errors.noCurrentRow();
    }
    Object value = rows.get(cursor.row() - 1, index - 1);
    wasNull = value == null;
    return value;
  }

  @Override
  public <T> @Nullable T read(int index, Class<T> target) throws SQLException {
    if (target == null) {
      throw Errors.nullArgument("the class");
    }
    if (target == Object.class) {
      return target.cast(getObject(index));
    }
    Object value = value(index);
    if (value == null && !ValueConversions.offered(target)) {
      throw Errors.classNotOffered(target);
    }
    return value == null ? null : ValueConversions.convert(value, target);
  }

  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    Object value = value(index);
    Class<?> target = SqlType.of(columns.get(index)).javaClass();
    return value == null || target == Object.class
        ? value
        : ValueConversions.convert(value, target);
  }

  @Override
  public @Nullable Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw Errors.notOffered("ResultSet.getObject with a type map");
    }
    return getObject(index);
  }

  @Override
  public @Nullable Date getDate(int index, Calendar calendar) throws SQLException {
    Object value = value(index);
    return value == null ? null : LegacyTimes.toDate(value, zone(calendar));
  }

  @Override
  public @Nullable Time getTime(int index, Calendar calendar) throws SQLException {
    Object value = value(index);
    return value == null ? null : LegacyTimes.toTime(value, zone(calendar));
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
    Object value = value(index);
    return value == null ? null : LegacyTimes.toTimestamp(value, zone(calendar));
  }

  private static TimeZone zone(@Nullable Calendar calendar) {
    return calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
  }

  @Override
  public boolean wasNull() throws SQLException {
    checkOpen();
    return wasNull;
  }

  @Override
  public int findColumn(String label) throws SQLException {
    checkOpen();
    return columns.find(label);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new DpResultSetMetaData(columns);
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return owner.statement().orElse(null);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      owner.resultClosed(this);
    }
  }

  /** Closes without telling the owner, which knows. */
  void closedByOwner() {
    closed = true;
  }

  @Override
  public boolean isClosed() {
    return closed || owner.ownerClosed();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warning;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warning = null;
  }

  @Override
  public int getConcurrency() throws SQLException {
    checkOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return fetchDirection;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    fetchDirection = ArgumentChecks.fetchDirection(direction);
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    fetchSize = Math.max(0, rows);
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    checkOpen();
    return false;
  }
}
