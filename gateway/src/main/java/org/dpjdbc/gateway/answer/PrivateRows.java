package org.dpjdbc.gateway.answer;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.resource.ResourceLease;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.value.Values;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** The rows of an answer of the driver, from where they were read last. */
public final class PrivateRows implements AutoCloseable {
  /** The driver's statement, without its text. */
  private static final long STATEMENT = 4096;

  private static final long ROW = 48;
  private static final long VALUE = 24;
  private static final long CHARACTER = 2;

  /** Types whose values all take about as much. */
  private static final Set<PgType> FIXED =
      EnumSet.of(
          PgType.BOOL,
          PgType.INT2,
          PgType.INT4,
          PgType.INT8,
          PgType.OID,
          PgType.FLOAT4,
          PgType.FLOAT8,
          PgType.NUMERIC,
          PgType.DATE,
          PgType.TIME,
          PgType.TIMETZ,
          PgType.TIMESTAMP,
          PgType.TIMESTAMPTZ);

  /** Null after closing, because a reference to this may remain. */
  private @Nullable PreparedStatement statement;

  private @Nullable ResultSet rows;
  private final List<ResultColumn> columns;
  private final ResourceLease memory;

  /**
   * @param rows that can be read more than once
   * @param text of the statement, which is kept as long as they are
   * @param share among whose answers they are until they are closed
   * @throws ServerError if these are too long together
   */
  PrivateRows(
      PreparedStatement statement,
      ResultSet rows,
      String text,
      List<ResultColumn> columns,
      UserResources.Share share)
      throws SQLException, ServerError {
    this.statement = statement;
    this.rows = rows;
    this.columns = columns;
    this.memory = share.keepAnswer(STATEMENT + CHARACTER * text.length() + bytes(rows, columns));
  }

  /** What they take in memory, about. */
  private static long bytes(ResultSet rows, List<ResultColumn> columns) throws SQLException {
    rows.last();
    long bytes = rows.getRow() * (ROW + VALUE * columns.size());
    rows.beforeFirst();
    int[] strings =
        IntStream.range(0, columns.size()).filter(i -> isLong(columns.get(i).type())).toArray();
    while (strings.length > 0 && rows.next()) {
      for (int text : strings) {
        bytes += length(Values.read(rows, text + 1, columns.get(text).type()));
      }
    }
    rows.beforeFirst();
    return bytes;
  }

  private static boolean isLong(PgType type) {
    return !FIXED.contains(type);
  }

  private static long length(@Nullable Object value) {
    return value instanceof byte[] array
        ? array.length
        : value == null ? 0 : CHARACTER * value.toString().length();
  }

  public List<ResultColumn> columns() {
    return columns;
  }

  /**
   * The next row.
   *
   * @return {@code null} after the last
   * @throws ServerError if it cannot be computed
   */
  public @Nullable List<@Nullable Object> next() throws ServerError {
    ResultSet open = rows;
    try {
      if (open == null || !open.next()) {
        rows = null;
        return null;
      }
      List<@Nullable Object> values = new ArrayList<>(columns.size());
      for (int i = 0; i < columns.size(); i++) {
        values.add(Values.read(open, i + 1, columns.get(i).type()));
      }
      return Collections.unmodifiableList(values);
    } catch (SQLException e) {
      throw Refusals.of(e, "");
    }
  }

  @Nullable SQLWarning warning() throws SQLException {
    return statement == null ? null : statement.getWarnings();
  }

  @Override
  public void close() {
    PreparedStatement open = statement;
    rows = null;
    statement = null;
    if (open == null) {
      return;
    }
    memory.close();
    try {
      open.close();
    } catch (SQLException e) {
      // its rows are in memory, and are not read any more
    }
  }
}
