package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions.Unary;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Conversions between SQL types: what CAST does, and the implicit conversion of the branches of a
 * CASE or the sides of a UNION to a wider type.
 */
final class TypeConversions {
  private final RelDataTypeSystem system;

  TypeConversions(RelDataTypeSystem system) {
    this.system = system;
  }

  /** The conversion, if it is one of those done here; values are never NULL. */
  Optional<Unary> between(RelDataType from, RelDataType to) {
    if (from.getSqlTypeName() == SqlTypeName.NULL) {
      return Optional.of(value -> value);
    }
    return switch (to.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE -> toNumber(from, to);
      case CHAR, VARCHAR -> toVarchar(from, to);
      case BOOLEAN -> toBoolean(from);
      case DATE -> toDate(from);
      case TIME -> toTime(from, to);
      case TIMESTAMP -> toTimestamp(from, to);
      case UUID ->
          switch (from.getSqlTypeName()) {
            case CHAR, VARCHAR -> Optional.of(value -> StringCasts.parseUuid((String) value));
            case UUID -> Optional.of(value -> value);
            default -> Optional.empty();
          };
      default ->
          from.getSqlTypeName() == to.getSqlTypeName()
              ? Optional.of(value -> value)
              : Optional.empty();
    };
  }

  private Optional<Unary> toNumber(RelDataType from, RelDataType to) {
    return NumericType.of(to, system)
        .flatMap(
            type ->
                switch (family(from)) {
                  case NUMBER -> Optional.of(type::fit);
                  case TEXT -> Optional.of(value -> type.fit(parseNumber((String) value, type)));
                  case BOOLEAN -> Optional.of(value -> type.fit((Boolean) value ? 1L : 0L));
                  case DATE, TIME, TIMESTAMP, OTHER -> Optional.empty();
                });
  }

  private static Object parseNumber(String text, NumericType type) {
    String trimmed = text.trim();
    try {
      if (type.kind().isInteger()) {
        return Long.valueOf(trimmed);
      }
      // Through the decimal first: Double.valueOf alone would also take "0x1p3" and "1d".
      BigDecimal decimal = new BigDecimal(trimmed);
      return type.kind().isApproximate() ? (Object) decimal.doubleValue() : decimal;
    } catch (NumberFormatException notANumber) {
      throw RunMessages.badCast(type.text());
    }
  }

  private static Optional<Unary> toVarchar(RelDataType from, RelDataType to) {
    if (family(from) == Family.OTHER) {
      return Optional.empty();
    }
    int length = to.getPrecision();
    boolean padded = to.getSqlTypeName() == SqlTypeName.CHAR;
    boolean strip = from.getSqlTypeName() == SqlTypeName.CHAR && !padded;
    return Optional.of(
        value -> {
          String text = strip ? Padding.strip((String) value) : StringCasts.of(value);
          return length == RelDataType.PRECISION_NOT_SPECIFIED
              ? text
              : StringCasts.ofLength(text, length, padded);
        });
  }

  private static Optional<Unary> toBoolean(RelDataType from) {
    return switch (family(from)) {
      case BOOLEAN -> Optional.of(value -> value);
      case NUMBER -> Optional.of(value -> Numbers.compare(value, 0) != 0);
      case TEXT -> Optional.of(value -> parseBoolean((String) value));
      case DATE, TIME, TIMESTAMP, OTHER -> Optional.empty();
    };
  }

  private static Object parseBoolean(String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "1" -> true;
      case "false", "f", "no", "n", "0" -> false;
      default -> throw RunMessages.badCast("BOOLEAN");
    };
  }

  private static Optional<Unary> toDate(RelDataType from) {
    return switch (family(from)) {
      case DATE -> Optional.of(value -> value);
      case TIMESTAMP -> Optional.of(value -> ((LocalDateTime) value).toLocalDate());
      case TEXT -> Optional.of(value -> StringCasts.parseDate((String) value));
      case NUMBER, BOOLEAN, TIME, OTHER -> Optional.empty();
    };
  }

  private static Optional<Unary> toTime(RelDataType from, RelDataType to) {
    int digits = to.getPrecision();
    return switch (family(from)) {
      case TIME -> Optional.of(value -> Times.round(value, digits));
      case TIMESTAMP ->
          Optional.of(value -> Times.round(((LocalDateTime) value).toLocalTime(), digits));
      case TEXT -> Optional.of(value -> Times.round(StringCasts.parseTime((String) value), digits));
      case NUMBER, BOOLEAN, DATE, OTHER -> Optional.empty();
    };
  }

  private Optional<Unary> toTimestamp(RelDataType from, RelDataType to) {
    int digits = to.getPrecision();
    return switch (family(from)) {
      case TIMESTAMP -> {
        boolean from2000 = system instanceof BackendTypes types && types.roundsTimestampsFrom2000();
        yield Optional.of(
            value -> from2000 ? Times.roundFrom2000(value, digits) : Times.round(value, digits));
      }
      case DATE -> Optional.of(value -> ((LocalDate) value).atStartOfDay());
      case TEXT ->
          Optional.of(value -> Times.round(StringCasts.parseTimestamp((String) value), digits));
      case NUMBER, BOOLEAN, TIME, OTHER -> Optional.empty();
    };
  }

  /** Families of types between which casts are defined. */
  private enum Family {
    NUMBER,
    TEXT,
    BOOLEAN,
    DATE,
    TIME,
    TIMESTAMP,
    OTHER
  }

  private static Family family(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE -> Family.NUMBER;
      case CHAR, VARCHAR -> Family.TEXT;
      case BOOLEAN -> Family.BOOLEAN;
      case DATE -> Family.DATE;
      case TIME -> Family.TIME;
      case TIMESTAMP -> Family.TIMESTAMP;
      default -> Family.OTHER;
    };
  }
}
