package org.dpjdbc.jdbc.value;

import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import org.dpjdbc.jdbc.error.Errors;

/**
 * Values read as dates and times of {@code java.time}. Where a zone is missing or dropped it is the
 * JVM's; where a date is missing it is 1970-01-01, so that no answer depends on the clock.
 */
public final class TimeConversions {
  private TimeConversions() {}

  public static LocalDate toLocalDate(Object value) throws SQLException {
    Object time = parsed(value, LocalDate.class);
    if (time instanceof LocalTime || time instanceof OffsetTime) {
      throw Errors.notConvertible(value, LocalDate.class);
    }
    return local(time, LocalDate.class).toLocalDate();
  }

  public static LocalTime toLocalTime(Object value) throws SQLException {
    Object time = parsed(value, LocalTime.class);
    if (time instanceof LocalDate) {
      throw Errors.notConvertible(value, LocalTime.class);
    }
    return local(time, LocalTime.class).toLocalTime();
  }

  public static LocalDateTime toLocalDateTime(Object value) throws SQLException {
    return local(parsed(value, LocalDateTime.class), LocalDateTime.class);
  }

  public static OffsetDateTime toOffsetDateTime(Object value) throws SQLException {
    Object time = parsed(value, OffsetDateTime.class);
    if (time instanceof OffsetDateTime zoned) {
      return zoned;
    }
    if (time instanceof OffsetTime zoned) {
      return zoned.atDate(LocalDate.EPOCH);
    }
    return local(time, OffsetDateTime.class).atZone(ZoneId.systemDefault()).toOffsetDateTime();
  }

  static OffsetTime toOffsetTime(Object value) throws SQLException {
    Object time = parsed(value, OffsetTime.class);
    if (time instanceof LocalDate) {
      throw Errors.notConvertible(value, OffsetTime.class);
    }
    if (time instanceof OffsetTime zoned) {
      return zoned;
    }
    if (time instanceof LocalTime clock) {
      return clock.atOffset(ZoneId.systemDefault().getRules().getOffset(Instant.EPOCH));
    }
    return toOffsetDateTime(time).toOffsetTime();
  }

  private static LocalDateTime local(Object time, Class<?> target) throws SQLException {
    if (time instanceof LocalDateTime whole) {
      return whole;
    }
    if (time instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (time instanceof LocalTime clock) {
      return clock.atDate(LocalDate.EPOCH);
    }
    if (time instanceof OffsetTime clock) {
      return clock.toLocalTime().atDate(LocalDate.EPOCH);
    }
    if (time instanceof OffsetDateTime zoned) {
      return zoned.atZoneSameInstant(ZoneId.systemDefault()).toLocalDateTime();
    }
    throw Errors.notConvertible(time, target);
  }

  private static Object parsed(Object value, Class<?> target) throws SQLException {
    if (!(value instanceof String text)) {
      return value;
    }
    String stripped = text.strip();
    try {
      return parse(stripped);
    } catch (DateTimeException e) {
      throw Errors.stringNotReadable(target);
    }
  }

  private static TemporalAccessor parse(String text) {
    return text.indexOf(':') >= 0 && text.indexOf(':') < 3
        ? TemporalStrings.ANY_TIME.parseBest(text, OffsetTime::from, LocalTime::from)
        : TemporalStrings.ANY_DATE.parseBest(
            text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
  }
}
