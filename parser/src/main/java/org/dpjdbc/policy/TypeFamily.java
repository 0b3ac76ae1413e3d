package org.dpjdbc.policy;

import java.sql.Types;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.policy.LiveSchema.Column;

/**
 * The kinds of column that a policy can speak of. A column of no family (large objects, arrays,
 * JSON, intervals, types with a time zone, decimal floating point, text that is compared without
 * regard to case) cannot be read.
 */
public enum TypeFamily {
  /** True or false. */
  BOOLEAN,
  /** Whole numbers of a fixed range. */
  INTEGER,
  /** Decimals of a fixed scale. */
  DECIMAL,
  /** Binary floating point. */
  FLOATING,
  /** Character strings and enumerations, compared character by character. */
  TEXT,
  /** Dates. */
  DATE,
  /** Times of day without zone. */
  TIME,
  /** Dates and times without zone. */
  TIMESTAMP,
  /** UUIDs and binary strings: good for telling units apart, and for nothing else. */
  IDENTIFIER;

  /**
   * Types whose equality merges different texts (a collation that ignores case), whose driver
   * disguises them as a type they are not, or that JDBC cannot tell from one without time zone.
   */
  private static final Set<String> REFUSED_NAMES =
      Set.of("VARCHAR_IGNORECASE", "CITEXT", "DECFLOAT", "MONEY", "TIMESTAMPTZ", "TIMETZ");

  /**
   * The family of a column's type.
   *
   * @return nothing for a type that is not offered
   */
  public static Optional<TypeFamily> of(Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT);
    if (REFUSED_NAMES.contains(name)) {
      return Optional.empty();
    }
    if (name.equals("UUID")) {
      return Optional.of(IDENTIFIER);
    }
    if (name.startsWith("ENUM(") || name.equals("ENUM")) {
      return Optional.of(TEXT);
    }
    return ofJdbcType(column);
  }

  private static Optional<TypeFamily> ofJdbcType(Column column) {
    return switch (column.jdbcType()) {
      case Types.BOOLEAN -> Optional.of(BOOLEAN);
      case Types.BIT -> column.precision() > 1 ? Optional.empty() : Optional.of(BOOLEAN);
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Optional.of(INTEGER);
      case Types.DECIMAL, Types.NUMERIC -> Optional.of(DECIMAL);
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> Optional.of(FLOATING);
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> Optional.of(TEXT);
      case Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR -> Optional.of(TEXT);
      case Types.DATE -> Optional.of(DATE);
      case Types.TIME -> Optional.of(TIME);
      case Types.TIMESTAMP -> Optional.of(TIMESTAMP);
      case Types.BINARY, Types.VARBINARY -> Optional.of(IDENTIFIER);
      default -> Optional.empty();
    };
  }

  /**
   * Whether values of the family lie on a line, so that {@code lower} and {@code upper} mean
   * something.
   */
  public boolean isOrdered() {
    return isNumeric() || this == DATE || this == TIME || this == TIMESTAMP;
  }

  /** Whether the family holds numbers. */
  public boolean isNumeric() {
    return this == INTEGER || this == DECIMAL || this == FLOATING;
  }

  /** Whether equality tells every two values apart and no two writings of one: fit for a unit. */
  public boolean identifies() {
    return this != FLOATING && this != BOOLEAN;
  }
}
