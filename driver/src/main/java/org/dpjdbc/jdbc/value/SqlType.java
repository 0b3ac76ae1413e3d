package org.dpjdbc.jdbc.value;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.Map;
import java.util.UUID;
import org.dpjdbc.run.api.AnswerColumn;

/**
 * How JDBC describes a type.
 *
 * @param javaClass what {@code getObject} gives
 * @param signed whether it is a signed number
 * @param width characters its longest value takes; 0 where that is the column's precision
 */
public record SqlType(Class<?> javaClass, boolean signed, int width) {
  /** Widths of a sign and a point beside a decimal's digits. */
  private static final int SIGN_AND_POINT = 2;

  /** Digits of a number, beyond which no database goes. */
  private static final int MAX_DIGITS = 100_000;

  /** The reported length of strings and bytes without a limit, as in PostgreSQL. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  private static final SqlType UNKNOWN = new SqlType(Object.class, false, 0);
  private static final SqlType TEXT = new SqlType(String.class, false, 0);
  private static final SqlType BYTES = new SqlType(byte[].class, false, 0);
  private static final SqlType DECIMAL = new SqlType(BigDecimal.class, true, 0);
  private static final SqlType BOOL = new SqlType(Boolean.class, false, 5);
  private static final SqlType DOUBLE = new SqlType(Double.class, true, 24);
  private static final SqlType UUID_TYPE = new SqlType(UUID.class, false, 36);

  private static final Map<Integer, SqlType> TABLE =
      Map.ofEntries(
          entry(Types.BIT, BOOL),
          entry(Types.BOOLEAN, BOOL),
          entry(Types.TINYINT, new SqlType(Integer.class, true, 4)),
          entry(Types.SMALLINT, new SqlType(Integer.class, true, 6)),
          entry(Types.INTEGER, new SqlType(Integer.class, true, 11)),
          entry(Types.BIGINT, new SqlType(Long.class, true, 20)),
          entry(Types.REAL, new SqlType(Float.class, true, 15)),
          entry(Types.FLOAT, DOUBLE),
          entry(Types.DOUBLE, DOUBLE),
          entry(Types.NUMERIC, DECIMAL),
          entry(Types.DECIMAL, DECIMAL),
          entry(Types.CHAR, TEXT),
          entry(Types.VARCHAR, TEXT),
          entry(Types.LONGVARCHAR, TEXT),
          entry(Types.NCHAR, TEXT),
          entry(Types.NVARCHAR, TEXT),
          entry(Types.LONGNVARCHAR, TEXT),
          entry(Types.CLOB, TEXT),
          entry(Types.NCLOB, TEXT),
          entry(Types.BINARY, BYTES),
          entry(Types.VARBINARY, BYTES),
          entry(Types.LONGVARBINARY, BYTES),
          entry(Types.BLOB, BYTES),
          entry(Types.DATE, new SqlType(Date.class, false, 10)),
          entry(Types.TIME, new SqlType(Time.class, false, 18)),
          entry(Types.TIMESTAMP, new SqlType(Timestamp.class, false, 29)),
          entry(Types.TIME_WITH_TIMEZONE, new SqlType(OffsetTime.class, false, 24)),
          entry(Types.TIMESTAMP_WITH_TIMEZONE, new SqlType(OffsetDateTime.class, false, 35)));

  /** The type of that code; a type that is not in the table returns values unchanged. */
  public static SqlType of(int jdbcType) {
    return TABLE.getOrDefault(jdbcType, UNKNOWN);
  }

  /** The type of a column. Databases give UUID as various codes, but by that name. */
  public static SqlType of(AnswerColumn column) {
    return column.typeName().equalsIgnoreCase("UUID") ? UUID_TYPE : of(column.jdbcType());
  }

  /** Characters the longest value of the column takes; from its type alone. */
  public int displaySize(AnswerColumn column) {
    if (width > 0) {
      return width;
    }
    int length = column.precision() > 0 ? column.precision() : UNLIMITED;
    return javaClass == BigDecimal.class ? Math.addExact(digits(column), SIGN_AND_POINT) : length;
  }

  private static int digits(AnswerColumn column) {
    return Math.max(1, Math.min(column.precision(), MAX_DIGITS));
  }

  /** Whether upper and lower case differ in it. */
  public boolean caseSensitive() {
    return javaClass == String.class;
  }
}
