package org.dpjdbc.jdbc;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.jdbc.value.ParameterConversions;
import org.jspecify.annotations.Nullable;

/** Every setter of a type binds a value; a null is SQL NULL. */
interface ParameterSetters extends PreparedStatement {
  /**
   * Binds a value.
   *
   * @param value in a class that {@link org.dpjdbc.run.rows.Rows} lists
   * @throws SQLException if there is no such parameter, or the statement is closed
   */
  void bind(int index, @Nullable Object value) throws SQLException;

  @Override
  default void setNull(int index, int type) throws SQLException {
    bind(index, null);
  }

  @Override
  default void setNull(int index, int type, String typeName) throws SQLException {
    bind(index, null);
  }

  @Override
  default void setBoolean(int index, boolean value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setByte(int index, byte value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setShort(int index, short value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setInt(int index, int value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setLong(int index, long value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setFloat(int index, float value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setDouble(int index, double value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setString(int index, @Nullable String value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setNString(int index, @Nullable String value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setBytes(int index, byte @Nullable [] value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setDate(int index, @Nullable Date value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setTime(int index, @Nullable Time value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    setObject(index, value);
  }

  @Override
  default void setDate(int index, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    if (value == null || calendar == null) {
      setObject(index, value);
    } else {
      bind(index, ParameterConversions.date(value, calendar));
    }
  }

  @Override
  default void setTime(int index, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    if (value == null || calendar == null) {
      setObject(index, value);
    } else {
      bind(index, ParameterConversions.time(value, calendar));
    }
  }

  @Override
  default void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    if (value == null || calendar == null) {
      setObject(index, value);
    } else {
      bind(index, ParameterConversions.timestamp(value, calendar));
    }
  }

  @Override
  default void setObject(int index, @Nullable Object value) throws SQLException {
    bind(index, value == null ? null : ParameterConversions.of(value));
  }

  @Override
  default void setObject(int index, @Nullable Object value, int type) throws SQLException {
    bind(index, value == null ? null : ParameterConversions.of(value, type));
  }

  @Override
  default void setObject(int index, @Nullable Object value, int type, int scale)
      throws SQLException {
    bind(index, value == null ? null : ParameterConversions.of(value, type, scale));
  }

  @Override
  default void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
    setObject(index, value, standard(type));
  }

  @Override
  default void setObject(int index, @Nullable Object value, SQLType type, int scale)
      throws SQLException {
    setObject(index, value, standard(type), scale);
  }

  private static int standard(SQLType type) throws SQLException {
    if (!(type instanceof JDBCType standard)) {
      throw Errors.notOffered("a vendor's SQLType");
    }
    return standard.getVendorTypeNumber();
  }
}
