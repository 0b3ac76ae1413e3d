package org.dpjdbc.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema.Column;

/** Checks whether a column can hold the values declared for it. */
final class ValueFit {
  private ValueFit() {}

  /** What keeps the value out of the column, if anything does. */
  static Optional<String> problem(PolicyValue value, TypeFamily family, Column column) {
    return switch (family) {
      case BOOLEAN -> unless(value instanceof PolicyValue.Bool, "write true or false");
      case INTEGER -> integer(value, column);
      case DECIMAL -> decimal(value, column);
      case FLOATING -> Optional.of("floating-point numbers cannot be keys; remove 'values'");
      case TEXT -> text(value, column);
      case DATE ->
          unless(value instanceof PolicyValue.Date, "write a date without quotes: 2000-01-31");
      case TIME ->
          value instanceof PolicyValue.Time time
              ? fraction(time.value(), column)
              : Optional.of("write a time without quotes: 08:30:00");
      case TIMESTAMP ->
          value instanceof PolicyValue.Timestamp timestamp
              ? fraction(timestamp.value(), column)
              : Optional.of("write a timestamp without quotes: 2000-01-31 08:30:00");
      case UUID -> Optional.of("UUIDs have no public values; remove 'values'");
    };
  }

  private static Optional<String> integer(PolicyValue value, Column column) {
    if (!(value instanceof PolicyValue.Number number)
        || number.value().stripTrailingZeros().scale() > 0) {
      return Optional.of("write an integer without quotes");
    }
    int bits =
        switch (column.jdbcType()) {
          case Types.TINYINT -> 8;
          case Types.SMALLINT -> 16;
          case Types.INTEGER -> 32;
          default -> 64;
        };
    BigInteger integer = number.value().toBigInteger();
    boolean unsigned = column.typeName().toUpperCase(Locale.ROOT).contains("UNSIGNED");
    boolean fits =
        unsigned
            ? integer.signum() >= 0 && integer.bitLength() <= bits
            : integer.bitLength() < bits;
    return unless(fits, "the value is out of the type's range");
  }

  private static Optional<String> decimal(PolicyValue value, Column column) {
    if (!(value instanceof PolicyValue.Number number)) {
      return Optional.of("write a number without quotes");
    }
    // Precision 0 is a backend's way to say that the column takes any.
    BigDecimal plain = number.value().stripTrailingZeros();
    boolean fits =
        column.precision() == 0
            || (plain.scale() <= column.scale()
                && plain.precision() - plain.scale() <= column.precision() - column.scale());
    return unless(
        fits,
        "the column holds %d digits, %d of them after the point"
            .formatted(column.precision(), column.scale()));
  }

  private static Optional<String> text(PolicyValue value, Column column) {
    if (!(value instanceof PolicyValue.Text text)) {
      return Optional.of("write the string in quotes");
    }
    String characters = text.value();
    if (EnumLabels.of(column.typeName()).filter(l -> !l.contains(characters)).isPresent()) {
      return Optional.of("the type has no such value");
    }
    int length = characters.codePointCount(0, characters.length());
    if (column.precision() > 0 && length > column.precision()) {
      return Optional.of("the column holds " + column.precision() + " characters");
    }
    boolean padded = column.jdbcType() == Types.CHAR || column.jdbcType() == Types.NCHAR;
    return unless(
        !padded || !characters.endsWith(" "), "leave out the trailing blanks, as the type does");
  }

  private static Optional<String> fraction(TemporalAccessor timestamp, Column column) {
    int digits = Math.max(0, Math.min(9, column.scale()));
    int unit = BigDecimal.ONE.movePointRight(9 - digits).intValueExact();
    return unless(
        timestamp.get(ChronoField.NANO_OF_SECOND) % unit == 0,
        "the column holds " + column.scale() + " digits after the second");
  }

  private static Optional<String> unless(boolean fits, String text) {
    return fits ? Optional.empty() : Optional.of(text);
  }
}
