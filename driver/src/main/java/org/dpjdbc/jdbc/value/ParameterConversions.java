package org.dpjdbc.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Optional;
import java.util.TimeZone;
import java.util.UUID;
import org.dpjdbc.jdbc.error.Errors;

/**
 * Turns what a caller binds into the values that SQL has, each in a class that {@link
 * org.dpjdbc.run.rows.Rows} lists. A parameter is a literal to the analysis, so only values that a
 * literal can have are accepted: no NaN or infinity, no NUL, no unpaired surrogate, years 1 to
 * 9999.
 */
public final class ParameterConversions {
  /** Digits of a number written out, the most that PostgreSQL takes before the point. */
  private static final int MAX_DIGITS = 1000;

  private ParameterConversions() {}

  /** Makes a time. */
  @FunctionalInterface
  private interface TimeSource {
    Object value() throws SQLException;
  }

  /**
   * The value of a parameter.
   *
   * @throws SQLException if its class is not offered (HYC00) or no literal can say it (22xxx)
   */
  public static Object of(Object given) throws SQLException {
    if (given instanceof String text) {
      return checkString(text);
    }
    if (given instanceof Character character) {
      return checkString(character.toString());
    }
    if (given instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (given instanceof Boolean || given instanceof UUID) {
      return given;
    }
    if (given instanceof Number number) {
      return number(number);
    }
    return checkedTime(() -> time(given));
  }

  /** The value of a parameter, in the class of a type. */
  public static Object of(Object given, int jdbcType) throws SQLException {
    Object value = of(given);
    Optional<Class<?>> named = ParameterType.of(jdbcType);
    return named.isPresent() ? of(ValueConversions.convert(value, named.get())) : value;
  }

  /** The value of a parameter, in the class of a type, with no more digits after the point. */
  public static Object of(Object given, int jdbcType, int scale) throws SQLException {
    Object value = of(given, jdbcType);
    if (!(value instanceof BigDecimal number)) {
      return value;
    }
    if (scale < 0) {
      throw Errors.badArgument("scale");
    }
    return number.scale() <= scale ? number : of(number.setScale(scale, RoundingMode.HALF_UP));
  }

  public static Object date(java.util.Date date, Calendar calendar) throws SQLException {
    return checkedTime(() -> LegacyTimes.fromDate(date, calendar.getTimeZone()));
  }

  public static Object time(java.util.Date time, Calendar calendar) throws SQLException {
    return checkedTime(() -> LegacyTimes.fromTime(time, calendar.getTimeZone()));
  }

  public static Object timestamp(java.util.Date time, Calendar calendar) throws SQLException {
    return checkedTime(() -> LegacyTimes.fromTimestamp(time, calendar.getTimeZone()));
  }

  /**
   * A time of years 1 to 9999. Calendars and zones may hold what is no time: a month 99 of a
   * calendar that is not lenient, no zone at all, a day of the Julian calendar that the proleptic
   * Gregorian one does not have.
   */
  private static Object checkedTime(TimeSource source) throws SQLException {
    try {
      return checkYear(source.value());
    } catch (DateTimeException
        | IllegalArgumentException
        | NullPointerException
        | ArithmeticException e) {
      throw Errors.dateOutOfRange();
    }
  }

  private static Object number(Number number) throws SQLException {
    if (number instanceof Byte
        || number instanceof Short
        || number instanceof Integer
        || number instanceof Long) {
      return number;
    }
    if (number instanceof Double || number instanceof Float) {
      if (!Double.isFinite(number.doubleValue())) {
        throw Errors.outOfRange(number.getClass());
      }
      return number;
    }
    if (number instanceof BigInteger whole) {
      // The bits are checked first: to spell a huge number in digits takes long.
      if (whole.bitLength() > 4 * MAX_DIGITS) {
        throw Errors.outOfRange(BigDecimal.class);
      }
      return checkDigits(new BigDecimal(whole));
    }
    if (number instanceof BigDecimal decimal) {
      return checkDigits(decimal);
    }
    throw Errors.parameterClassNotOffered(number.getClass());
  }

  private static BigDecimal checkDigits(BigDecimal number) throws SQLException {
    long scale = number.scale();
    if (number.unscaledValue().bitLength() > 4 * MAX_DIGITS
        || Math.abs(scale) > MAX_DIGITS
        || number.precision() - Math.min(0, scale) > MAX_DIGITS) {
      throw Errors.outOfRange(BigDecimal.class);
    }
    return number;
  }

  private static Object time(Object given) throws SQLException {
    TimeZone zone = TimeZone.getDefault();
    if (given instanceof LocalDate
        || given instanceof LocalTime
        || given instanceof LocalDateTime
        || given instanceof OffsetDateTime
        || given instanceof OffsetTime) {
      return given;
    }
    if (given instanceof ZonedDateTime zoned) {
      return zoned.toOffsetDateTime();
    }
    if (given instanceof Instant instant) {
      return instant.atOffset(ZoneOffset.UTC);
    }
    if (given instanceof Date date) {
      return LegacyTimes.fromDate(date, zone);
    }
    if (given instanceof Time time) {
      return LegacyTimes.fromTime(time, zone);
    }
    if (given instanceof java.util.Date date) {
      return LegacyTimes.fromTimestamp(date, zone);
    }
    if (given instanceof Calendar calendar) {
      ZoneId calendarZone = calendar.getTimeZone().toZoneId();
      return calendar.toInstant().atZone(calendarZone).toOffsetDateTime();
    }
    throw Errors.parameterClassNotOffered(given.getClass());
  }

  private static Object checkYear(Object time) throws SQLException {
    int year =
        time instanceof LocalDate date
            ? date.getYear()
            : time instanceof LocalDateTime local
                ? local.getYear()
                : time instanceof OffsetDateTime zoned ? zoned.getYear() : 1;
    if (year < 1 || year > 9999) {
      throw Errors.dateOutOfRange();
    }
    return time;
  }

  private static String checkString(String text) throws SQLException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean paired =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (c == 0 || (Character.isSurrogate(c) && !paired)) {
        throw Errors.badCharacter();
      }
      if (paired) {
        i++;
      }
    }
    return text;
  }
}
