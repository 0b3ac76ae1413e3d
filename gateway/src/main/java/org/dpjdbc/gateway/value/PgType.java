package org.dpjdbc.gateway.value;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * PostgreSQL's types that a value of the driver can have, with their numbers in {@code pg_type}.
 */
public enum PgType {
  BOOL(16, 1000, 1),
  BYTEA(17, 1001, -1),
  INT8(20, 1016, 8),
  INT2(21, 1005, 2),
  INT4(23, 1007, 4),
  TEXT(25, 1009, -1),
  OID(26, 1028, 4),
  FLOAT4(700, 1021, 4),
  FLOAT8(701, 1022, 8),
  BPCHAR(1042, 1014, -1),
  VARCHAR(1043, 1015, -1),
  DATE(1082, 1182, 4),
  TIME(1083, 1183, 8),
  TIMESTAMP(1114, 1115, 8),
  TIMESTAMPTZ(1184, 1185, 8),
  INTERVAL(1186, 1187, 16),
  TIMETZ(1266, 1270, 12),
  NUMERIC(1700, 1231, -1),
  UUID(2950, 2951, 16),
  /** The type of a parameter that the client leaves open; it is read as a string. */
  UNKNOWN(705, -1, -2);

  private final int number;
  private final int array;
  private final int size;

  PgType(int number, int array, int size) {
    this.number = number;
    this.array = array;
    this.size = size;
  }

  /** Whether its values are strings of any length. */
  boolean isString() {
    return this == TEXT || this == BPCHAR || this == VARCHAR || this == UNKNOWN;
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** The bytes of each of its values, or below 0. */
  public int size() {
    return size;
  }

  /** That of a number, if it has a form here. */
  public static Optional<PgType> known(int number) {
    return Stream.of(values()).filter(type -> type.number == number).findFirst();
  }

  /** The type with that number; TEXT for all that have no other form here. */
  public static PgType of(int number) {
    return known(number).orElse(TEXT);
  }

  /** The type of the elements of arrays of that number, if they are arrays of one of these. */
  public static Optional<PgType> elementOf(int number) {
    return Stream.of(values()).filter(type -> type.array == number).findFirst();
  }

  /** That of a column of the driver's answers. */
  public static PgType of(ResultSetMetaData metadata, int column) throws SQLException {
    boolean isUuid = "uuid".equalsIgnoreCase(metadata.getColumnTypeName(column));
    return isUuid ? UUID : ofJdbc(metadata.getColumnType(column));
  }

  /** That of one of {@link Types}; TEXT for all that have no other form here. */
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
