package org.dpjdbc.gateway.answer;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dpjdbc.gateway.value.Values;
import org.dpjdbc.gateway.wire.ServerError;
import org.jspecify.annotations.Nullable;

/** The rows of an answer of the driver, from where they were read last. */
public final class PrivateRows implements AutoCloseable {
  private final PreparedStatement statement;
  private final ResultSet rows;
  private final List<ResultColumn> columns;
  private boolean ended;

  PrivateRows(PreparedStatement statement, ResultSet rows, List<ResultColumn> columns) {
    this.statement = statement;
    this.rows = rows;
    this.columns = columns;
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
    try {
      if (ended || !rows.next()) {
        ended = true;
        return null;
      }
      List<@Nullable Object> values = new ArrayList<>(columns.size());
      for (int i = 0; i < columns.size(); i++) {
        values.add(Values.read(rows, i + 1, columns.get(i).type()));
      }
      return Collections.unmodifiableList(values);
    } catch (SQLException e) {
      throw Refusals.of(e, "");
    }
  }

  @Nullable SQLWarning warning() throws SQLException {
    return statement.getWarnings();
  }

  @Override
  public void close() {
    ended = true;
    try {
      statement.close();
    } catch (SQLException e) {
      // its rows are in memory, and nobody reads them any more
    }
  }
}
