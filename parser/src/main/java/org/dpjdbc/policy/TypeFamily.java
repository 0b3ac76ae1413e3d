package org.dpjdbc.policy;

import java.sql.Types;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.policy.LiveSchema.Column;

/**
 * The kinds of column that a policy can name. A column of no family (large objects, arrays, JSON,
 * intervals, types with a time zone, decimals of more than 38 digits, strings whose collation
 * treats different strings as equal, types that a connector fails to decode) cannot be read, but
 * for {@link #isBinary binary strings}.
 */
public enum TypeFamily {
  /** True or false. */
  BOOLEAN,
  /** Integers of a fixed range. */
  INTEGER,
  /** Decimals of a fixed scale. */
  DECIMAL,
  /** Floating point, binary or decimal. */
  FLOATING,
  /** Character strings and enumerations, compared character by character. */
  TEXT,
  /** Dates. */
  DATE,
  /** Times of day without zone. */
  TIME,
  /** Dates and times without zone. */
  TIMESTAMP,
  /** UUIDs. */
  UUID;

  /** What an exact decimal of every database can hold. */
  private static final int MAX_DIGITS = 38;

  /** The type name of a string column whose equality is not that of its characters. */
  private static final String COLLATED = " COLLATE ";

  /** How a type is named that has values for which the connector fails by which it is read. */
  private static final String THROUGH = " THROUGH ";

  /**
   * Types whose equality merges different strings, whose driver disguises them as a type they are
   * not, or that JDBC cannot tell from one without time zone.
   */
  private static final Set<String> REFUSED_NAMES =
      Set.of("VARCHAR_IGNORECASE", "CITEXT", "MONEY", "TIMETZ");

  /** The names of Trino's timestamp types contain the precision, and whether there is a zone. */
  private static final Pattern TIMESTAMP_NAME =
      Pattern.compile("TIME(STAMP)?\\((\\d+)\\)( WITH TIME ZONE)?");

  /** More digits than that distinguish no two values in Java. */
  private static final int MAX_SECOND_DIGITS = 9;

  /**
   * Whether a value of one column equals at most one value of the other, and the comparison fails
   * for none: trailing blanks count in a VARCHAR and not in a CHAR, and two decimals are compared
   * in a type that has all digits of both.
   */
  static boolean areEqualAlike(Column one, Column other) {
    Optional<TypeFamily> family = of(one);
    if (!family.equals(of(other))) {
      return false;
    }
    return switch (family.orElse(BOOLEAN)) {
      case TEXT -> isPadded(one) == isPadded(other);
      case DECIMAL ->
          (one.precision() == other.precision() && one.scale() == other.scale())
              || Math.max(one.precision() - one.scale(), other.precision() - other.scale())
                      + Math.max(one.scale(), other.scale())
                  <= MAX_DIGITS;
      default -> true;
    };
  }

  private static boolean isPadded(Column column) {
    return column.jdbcType() == Types.CHAR || column.jdbcType() == Types.NCHAR;
  }

  /**
   * The family of a column's type.
   *
   * @return nothing for a type that is not offered
   */
  public static Optional<TypeFamily> of(Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT);
    if (REFUSED_NAMES.contains(name) || name.contains(COLLATED) || name.contains(THROUGH)) {
      return Optional.empty();
    }
    if (name.startsWith("ENUM(")) {
      return Optional.of(TEXT);
    }
    return switch (name) {
      case "UUID" -> Optional.of(UUID);
      case "DECFLOAT" -> Optional.of(FLOATING);
      case "HUGEINT", "UHUGEINT", "UBIGINT" -> Optional.of(INTEGER);
      case "TIMESTAMP_S", "TIMESTAMP_MS" -> Optional.of(TIMESTAMP);
      default -> {
        Matcher timestamp = TIMESTAMP_NAME.matcher(name);
        yield timestamp.matches() ? ofTimestamp(timestamp) : ofJdbcType(column);
      }
    };
  }

  /** A timestamp in any zone is converted to UTC; a time of day cannot be. */
  private static Optional<TypeFamily> ofTimestamp(Matcher timestamp) {
    boolean dated = timestamp.group(1) != null;
    boolean zoned = timestamp.group(3) != null;
    return Integer.parseInt(timestamp.group(2)) > MAX_SECOND_DIGITS || (zoned && !dated)
        ? Optional.empty()
        : Optional.of(dated ? TIMESTAMP : TIME);
  }

  private static Optional<TypeFamily> ofJdbcType(Column column) {
    return switch (column.jdbcType()) {
      case Types.BOOLEAN -> Optional.of(BOOLEAN);
      case Types.BIT -> column.precision() == 1 ? Optional.of(BOOLEAN) : Optional.empty();
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Optional.of(INTEGER);
      case Types.DECIMAL, Types.NUMERIC ->
          column.precision() > MAX_DIGITS || column.precision() <= 0
              ? Optional.of(FLOATING).filter(family -> isWithoutDigits(column))
              : Optional.of(DECIMAL);
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> Optional.of(FLOATING);
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> Optional.of(TEXT);
      case Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR -> Optional.of(TEXT);
      case Types.DATE -> Optional.of(DATE);
      case Types.TIME -> Optional.of(TIME);
      case Types.TIMESTAMP -> Optional.of(TIMESTAMP);
      default -> Optional.empty();
    };
  }

  /**
   * Whether a column holds binary strings: it is of no family, and of its values it can be asked
   * only whether they are NULL.
   */
  public static boolean isBinary(Column column) {
    return of(column).isEmpty()
        && !column.typeName().toUpperCase(Locale.ROOT).contains(THROUGH)
        && switch (column.jdbcType()) {
          case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
          default -> false;
        };
  }

  /** PostgreSQL's {@code numeric} of any number of digits, before and after the point. */
  public static boolean isWithoutDigits(Column column) {
    return column.typeName().equals("numeric") && column.precision() == 0;
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

  /**
   * Whether equality distinguishes any two values, and no two notations of one value: fit for a
   * unit.
   */
  public boolean identifies() {
    return this != FLOATING && this != BOOLEAN;
  }

  /** The column's type as a message names it. */
  static String describe(Column column) {
    boolean decimal = column.jdbcType() == Types.DECIMAL || column.jdbcType() == Types.NUMERIC;
    return decimal && column.precision() > MAX_DIGITS
        ? "%s of %d digits".formatted(column.typeName(), column.precision())
        : column.typeName();
  }
}
