package org.dpjdbc.gateway.value;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.stream.Stream;

/**
 * PostgreSQL's types that a value of the driver can have, with their numbers in {@code pg_type}.
 */
public enum PgType {
  BOOL(16, 1),
  BYTEA(17, -1),
  INT8(20, 8),
  INT2(21, 2),
  INT4(23, 4),
  TEXT(25, -1),
  OID(26, 4),
  FLOAT4(700, 4),
  FLOAT8(701, 8),
  BPCHAR(1042, -1),
  VARCHAR(1043, -1),
  DATE(1082, 4),
  TIME(1083, 8),
  TIMESTAMP(1114, 8),
  TIMESTAMPTZ(1184, 8),
  INTERVAL(1186, 16),
  TIMETZ(1266, 12),
  NUMERIC(1700, -1),
  UUID(2950, 16),
  /** What a client leaves open; it is read as a text. */
  UNKNOWN(705, -2);

  private final int number;
  private final int size;

  PgType(int number, int size) {
    this.number = number;
    this.size = size;
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** The bytes of each of its values, or below 0. */
  public int size() {
    return size;
  }

  /** That of a number; texts for all that have no other form here. */
  public static PgType of(int number) {
    return Stream.of(values()).filter(type -> type.number == number).findFirst().orElse(TEXT);
  }

  /** That of a column of the driver's answers. */
  public static PgType of(ResultSetMetaData metadata, int column) throws SQLException {
    boolean isUuid = "uuid".equalsIgnoreCase(metadata.getColumnTypeName(column));
    return isUuid ? UUID : ofJdbc(metadata.getColumnType(column));
  }

  /** That of one of {@link Types}; texts for all that have no other form here. */
  public static PgType ofJdbc(int type) {
    return switch (type) {
      case Types.BIT, Types.BOOLEAN -> BOOL;
      case Types.TINYINT, Types.SMALLINT -> INT2;
      case Types.INTEGER -> INT4;
      case Types.BIGINT -> INT8;
      case Types.REAL -> FLOAT4;
      case Types.FLOAT, Types.DOUBLE -> FLOAT8;
      case Types.NUMERIC, Types.DECIMAL -> NUMERIC;
      case Types.CHAR, Types.NCHAR -> BPCHAR;
      case Types.VARCHAR, Types.NVARCHAR -> VARCHAR;
      case Types.DATE -> DATE;
      case Types.TIME -> TIME;
      case Types.TIME_WITH_TIMEZONE -> TIMETZ;
      case Types.TIMESTAMP -> TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> TIMESTAMPTZ;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTEA;
      default -> TEXT;
    };
  }
}
