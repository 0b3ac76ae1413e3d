package org.dpjdbc.cli;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.dpjdbc.run.finish.error.ErrorColumns;

/**
 * A column of an answer as a person reads it: a noisy one has its error beside it.
 *
 * @param label its name
 * @param index from 1, as JDBC counts
 * @param error the index of the half-width of its 95 % interval, if it is noisy
 * @param isNumber whether it is a number
 */
record ShownColumn(String label, int index, OptionalInt error, boolean isNumber) {

  /** The columns of an answer with error columns. */
  static List<ShownColumn> of(ResultSetMetaData meta) throws SQLException {
    List<ShownColumn> columns = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      boolean number = isNumber(meta.getColumnType(i));
      boolean noisy =
          number
              && i < meta.getColumnCount()
              && meta.getColumnType(i + 1) == Types.DOUBLE
              && meta.getColumnLabel(i + 1).equals(meta.getColumnLabel(i) + ErrorColumns.SUFFIX);
      columns.add(
          new ShownColumn(
              meta.getColumnLabel(i),
              i,
              noisy ? OptionalInt.of(i + 1) : OptionalInt.empty(),
              number));
      if (noisy) {
        i++;
      }
    }
    return List.copyOf(columns);
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }

  boolean isNoisy() {
    return error.isPresent();
  }

  /** Its value in the present row, for a person. */
  ShownValue value(ResultSet rows) throws SQLException {
    if (isNumber) {
      return ShownValue.of(
          Optional.ofNullable(rows.getBigDecimal(index)),
          error.isPresent()
              ? Optional.ofNullable(rows.getBigDecimal(error.getAsInt()))
              : Optional.empty());
    }
    return ShownValue.of(rows.getString(index));
  }
}
