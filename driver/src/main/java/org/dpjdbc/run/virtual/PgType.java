package org.dpjdbc.run.virtual;

import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.dpjdbc.policy.LiveSchema;

/**
 * The types of PostgreSQL that columns may have, under their own numbers (PostgreSQL's {@code
 * pg_type.dat}). A column of any other type is read, and described, as a string.
 */
enum PgType {
  BOOL(16, 1, 'B', Types.BIT, Types.BOOLEAN),
  BYTEA(17, -1, 'U', Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB),
  INT8(20, 8, 'N', Types.BIGINT),
  INT2(21, 2, 'N', Types.TINYINT, Types.SMALLINT),
  INT4(23, 4, 'N', Types.INTEGER),
  TEXT(25, -1, 'S'),
  FLOAT4(700, 4, 'N', Types.REAL),
  FLOAT8(701, 8, 'N', Types.FLOAT, Types.DOUBLE),
  BPCHAR(1042, -1, 'S', Types.CHAR),
  VARCHAR(1043, -1, 'S', Types.VARCHAR),
  DATE(1082, 4, 'D', Types.DATE),
  TIME(1083, 8, 'D', Types.TIME),
  TIMESTAMP(1114, 8, 'D', Types.TIMESTAMP),
  TIMESTAMPTZ(1184, 8, 'D'),
  NUMERIC(1700, -1, 'N', Types.NUMERIC, Types.DECIMAL),
  UUID(2950, 16, 'U');

  /** The modifier of a type that has none. */
  static final int NO_MODIFIER = -1;

  /** Bytes that PostgreSQL adds to a length. */
  private static final int HEADER = 4;

  private static final int PRECISION_SHIFT = 16;
  private static final int LONGEST = 10_485_760;
  private static final int MAX_DIGITS = 1_000;

  private final int oid;
  private final int length;
  private final char category;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of numbers
  private final List<Integer> jdbcTypes;

  PgType(int oid, int length, char category, Integer... jdbcTypes) {
    this.oid = oid;
    this.length = length;
    this.category = category;
    this.jdbcTypes = List.of(jdbcTypes);
  }

  /** The type of a column: by its name, or else by JDBC's number of it. */
  static PgType of(LiveSchema.Column column) {
    return Arrays.stream(values())
        .filter(type -> type.typeName().equals(column.typeName()))
        .findFirst()
        .or(
            () ->
                Arrays.stream(values())
                    .filter(type -> type.jdbcTypes.contains(column.jdbcType()))
                    .findFirst())
        .orElse(TEXT);
  }

  /** Its number. */
  int oid() {
    return oid;
  }

  /** Its name. */
  String typeName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Bytes of a value; -1 where that differs. */
  int length() {
    return length;
  }

  /** The letter for its kind. */
  String category() {
    return String.valueOf(category);
  }

  /** What the column's declaration says beyond the type: a length, or digits. */
  int modifier(LiveSchema.Column column) {
    int digits = column.precision();
    return switch (this) {
      case BPCHAR, VARCHAR -> digits > 0 && digits <= LONGEST ? digits + HEADER : NO_MODIFIER;
      case NUMERIC ->
          digits > 0 && digits <= MAX_DIGITS
              ? ((digits << PRECISION_SHIFT) | column.scale()) + HEADER
              : NO_MODIFIER;
      default -> NO_MODIFIER;
    };
  }
}
