package org.dpjdbc.jdbc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import org.dpjdbc.jdbc.error.Errors;
import org.jspecify.annotations.Nullable;

/** Every getter of a type by index is the value read as that type's class. */
interface TypedColumns extends ResultSet {
  /**
   * The value of the current row read as a class; {@code null} for SQL NULL.
   *
   * @throws SQLException if it cannot be
   */
  <T> @Nullable T read(int index, Class<T> target) throws SQLException;

  private <T> T read(int index, Class<T> target, T ifNull) throws SQLException {
    T value = read(index, target);
    return value == null ? ifNull : value;
  }

  @Override
  default boolean getBoolean(int index) throws SQLException {
    return read(index, Boolean.class, false);
  }

  @Override
  default byte getByte(int index) throws SQLException {
    return read(index, Byte.class, (byte) 0);
  }

  @Override
  default short getShort(int index) throws SQLException {
    return read(index, Short.class, (short) 0);
  }

  @Override
  default int getInt(int index) throws SQLException {
    return read(index, Integer.class, 0);
  }

  @Override
  default long getLong(int index) throws SQLException {
    return read(index, Long.class, 0L);
  }

  @Override
  default float getFloat(int index) throws SQLException {
    return read(index, Float.class, 0F);
  }

  @Override
  default double getDouble(int index) throws SQLException {
    return read(index, Double.class, 0D);
  }

  @Override
  default @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return read(index, BigDecimal.class);
  }

  @Override
  @Deprecated
  default @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal value = read(index, BigDecimal.class);
    if (scale < 0) {
      throw Errors.badArgument("scale");
    }
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  default @Nullable String getString(int index) throws SQLException {
    return read(index, String.class);
  }

  @Override
  default @Nullable String getNString(int index) throws SQLException {
    return read(index, String.class);
  }

  @Override
  default byte @Nullable [] getBytes(int index) throws SQLException {
    return read(index, byte[].class);
  }

  @Override
  default @Nullable Date getDate(int index) throws SQLException {
    return read(index, Date.class);
  }

  @Override
  default @Nullable Time getTime(int index) throws SQLException {
    return read(index, Time.class);
  }

  @Override
  default @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return read(index, Timestamp.class);
  }

  @Override
  default <T> @Nullable T getObject(int index, Class<T> target) throws SQLException {
    return read(index, target);
  }

  @Override
  default @Nullable InputStream getAsciiStream(int index) throws SQLException {
    String text = read(index, String.class);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(US_ASCII));
  }

  @Override
  default @Nullable InputStream getBinaryStream(int index) throws SQLException {
    byte[] bytes = read(index, byte[].class);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  default @Nullable Reader getCharacterStream(int index) throws SQLException {
    String text = read(index, String.class);
    return text == null ? null : new StringReader(text);
  }

  @Override
  default @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }
}
