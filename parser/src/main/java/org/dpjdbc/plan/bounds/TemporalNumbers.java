package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Converts dates and times to the numbers that {@link Interval} uses for them, and back. */
final class TemporalNumbers {
  static final BigDecimal SECONDS_PER_DAY = BigDecimal.valueOf(86_400);

  /** Years that every database and every literal can hold. */
  static final LocalDate FIRST_DAY = LocalDate.of(1, 1, 1);

  static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

  private static final int NANO_DIGITS = 9;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private TemporalNumbers() {}

  /** The number of a date, time or timestamp literal. */
  static Optional<BigDecimal> number(RexLiteral literal) {
    return switch (ComparisonFamily.of(literal.getType())) {
      case DATE -> text(literal, DateString.class).map(LocalDate::parse).map(TemporalNumbers::days);
      case TIME ->
          text(literal, TimeString.class).map(LocalTime::parse).map(TemporalNumbers::seconds);
      case TIMESTAMP ->
          text(literal, TimestampString.class)
              .map(text -> LocalDateTime.parse(text.replace(' ', 'T')))
              .map(TemporalNumbers::seconds);
      default -> Optional.empty();
    };
  }

  private static Optional<String> text(RexLiteral literal, Class<?> kind) {
    return Optional.ofNullable(literal.getValueAs(kind)).map(Object::toString);
  }

  static BigDecimal days(LocalDate date) {
    return BigDecimal.valueOf(date.toEpochDay());
  }

  static BigDecimal seconds(LocalTime time) {
    return BigDecimal.valueOf(time.toNanoOfDay(), NANO_DIGITS);
  }

  static BigDecimal seconds(LocalDateTime timestamp) {
    return BigDecimal.valueOf(timestamp.toEpochSecond(ZoneOffset.UTC))
        .add(BigDecimal.valueOf(timestamp.getNano(), NANO_DIGITS));
  }

  /** The date or timestamp for a number of days or seconds since 1970, depending on the type. */
  static LocalDateTime timestamp(BigDecimal number, ComparisonFamily family) {
    BigDecimal seconds =
        family == ComparisonFamily.DATE ? number.multiply(SECONDS_PER_DAY) : number;
    BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
    int nanos = seconds.subtract(whole).movePointRight(NANO_DIGITS).intValue();
    return LocalDateTime.ofEpochSecond(whole.longValueExact(), nanos, ZoneOffset.UTC);
  }

  static BigDecimal number(LocalDateTime timestamp, ComparisonFamily family) {
    return family == ComparisonFamily.DATE ? days(timestamp.toLocalDate()) : seconds(timestamp);
  }

  static RexNode literal(RexBuilder rex, LocalDate date) {
    return rex.makeDateLiteral(new DateString(date.toString()));
  }

  static RexNode literal(RexBuilder rex, LocalTime time, RelDataType type) {
    TimeString text = new TimeString(time.format(TIME)).withNanos(time.getNano());
    return rex.makeTimeLiteral(text, precision(type));
  }

  static RexNode literal(RexBuilder rex, LocalDateTime timestamp, RelDataType type) {
    String text = timestamp.toLocalDate() + " " + timestamp.toLocalTime().format(TIME);
    return rex.makeTimestampLiteral(
        new TimestampString(text).withNanos(timestamp.getNano()), precision(type));
  }

  private static int precision(RelDataType type) {
    return Math.max(0, type.getPrecision());
  }
}
