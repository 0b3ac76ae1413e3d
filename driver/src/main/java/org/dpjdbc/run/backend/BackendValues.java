package org.dpjdbc.run.backend;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.model.RuntimeValues;
import org.jspecify.annotations.Nullable;

/** Reads the backend's values in the runtime form of the plan's types. */
public final class BackendValues {
  private BackendValues() {}

  /** The value of a column, from 1; {@code null} is SQL NULL. */
  public static @Nullable Object read(ResultSet rows, int column, RelDataType type)
      throws SQLException {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> {
        boolean value = rows.getBoolean(column);
        yield rows.wasNull() ? null : (Object) value;
      }
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> {
        BigDecimal value = number(rows, column);
        yield value == null ? null : RuntimeValues.number(value, type);
      }
      case REAL -> {
        float value = rows.getFloat(column);
        yield rows.wasNull() ? null : (Object) (value + 0.0f);
      }
      case FLOAT, DOUBLE -> {
        double value = rows.getDouble(column);
        // -0.0 + 0.0 is 0.0: one key, not two
        yield rows.wasNull() ? null : (Object) (value + 0.0);
      }
      case CHAR, VARCHAR -> {
        String value = rows.getString(column);
        yield value == null ? null : RuntimeValues.text(value, type);
      }
      case DATE -> date(rows, column);
      case TIME -> rows.getObject(column, LocalTime.class);
      case TIMESTAMP -> rows.getObject(column, LocalDateTime.class);
      case NULL -> null;
      default -> throw new IllegalStateException("no column has the type " + type);
    };
  }

  /** A driver may make no decimals of other numbers (Hive's does not). */
  private static @Nullable BigDecimal number(ResultSet rows, int column) throws SQLException {
    Object value = rows.getObject(column);
    if (value == null || value instanceof BigDecimal) {
      return (BigDecimal) value;
    }
    boolean whole =
        value instanceof Long
            || value instanceof Integer
            || value instanceof Short
            || value instanceof Byte;
    if (whole) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? new BigDecimal(number) : null;
    }
    return rows.getBigDecimal(column);
  }

  /**
   * DuckDB's driver has the right date, but the wrong one of the years before the first if asked.
   */
  private static @Nullable Object date(ResultSet rows, int column) throws SQLException {
    Object value = rows.getObject(column);
    return value == null || value instanceof LocalDate
        ? value
        : rows.getObject(column, LocalDate.class);
  }

  /**
   * An exact integer of any size; NULL, the sum over no rows, is 0. Never read as a long: a driver
   * may wrap it silently.
   */
  public static BigInteger integer(ResultSet rows, int column) throws SQLException {
    BigDecimal value = number(rows, column);
    return value == null ? BigInteger.ZERO : value.toBigInteger();
  }
}
