package org.dpjdbc.gateway.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Values of the driver's answers as a client reads them. */
public final class Values {
  private final ZoneId zone;

  /**
   * @param zone that of the session, in which timestamps are written
   */
  public Values(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Reads a value of the row that the driver's answer stands at.
   *
   * @param column from 1
   * @return {@code null} for NULL
   */
  public static @Nullable Object read(ResultSet rows, int column, PgType type) throws SQLException {
    Object value =
        switch (type) {
          case BOOL -> rows.getBoolean(column);
          case INT2, INT4, INT8, OID -> rows.getLong(column);
          case FLOAT4 -> rows.getFloat(column);
          case FLOAT8 -> rows.getDouble(column);
          case NUMERIC -> rows.getBigDecimal(column);
          case DATE -> rows.getObject(column, LocalDate.class);
          case TIME -> rows.getObject(column, LocalTime.class);
          case TIMETZ -> rows.getObject(column, OffsetTime.class);
          case TIMESTAMP -> rows.getObject(column, LocalDateTime.class);
          case TIMESTAMPTZ -> rows.getObject(column, OffsetDateTime.class);
          case BYTEA -> rows.getBytes(column);
          default -> rows.getString(column);
        };
    return rows.wasNull() ? null : value;
  }

  /** A value in PostgreSQL's text format, or in its binary one. */
  public byte[] format(Object value, PgType type, boolean binary) {
    return binary ? BinaryFormat.of(value, type) : utf8(text(value, type));
  }

  /** A value as PostgreSQL writes it, with dates in ISO's form. */
  public String text(Object value, PgType type) {
    return switch (type) {
      case BOOL -> (boolean) value ? "t" : "f";
      case FLOAT4 -> NumberFormat.of((float) value);
      case FLOAT8 -> NumberFormat.of((double) value);
      case NUMERIC -> ((BigDecimal) value).toPlainString();
      case DATE -> TemporalFormat.of((LocalDate) value);
      case TIME -> TemporalFormat.of((LocalTime) value);
      case TIMETZ -> TemporalFormat.of((OffsetTime) value);
      case TIMESTAMP -> TemporalFormat.of((LocalDateTime) value);
      case TIMESTAMPTZ -> TemporalFormat.of((OffsetDateTime) value, zone);
      case BYTEA -> NumberFormat.hex((byte[]) value);
      default -> value.toString();
    };
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
