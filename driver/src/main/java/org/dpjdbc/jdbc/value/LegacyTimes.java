package org.dpjdbc.jdbc.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * Converts between the classes of {@code java.sql}, which are instants shown as a date or time in a
 * zone, and those of {@code java.time}. Days before 1582-10-15 are those of the Julian calendar in
 * {@code java.sql}, so that both print the same.
 */
public final class LegacyTimes {
  private LegacyTimes() {}

  public static Date toDate(Object value, TimeZone zone) throws SQLException {
    LocalDate date =
        value instanceof OffsetDateTime zoned
            ? zoned.atZoneSameInstant(zone.toZoneId()).toLocalDate()
            : TimeConversions.toLocalDate(value);
    return new Date(millis(date.atStartOfDay(), zone));
  }

  public static Time toTime(Object value, TimeZone zone) throws SQLException {
    LocalTime time =
        value instanceof OffsetDateTime zoned
            ? zoned.atZoneSameInstant(zone.toZoneId()).toLocalTime()
            : TimeConversions.toLocalTime(value);
    return new Time(millis(time.atDate(LocalDate.EPOCH), zone));
  }

  public static Timestamp toTimestamp(Object value, TimeZone zone) throws SQLException {
    if (value instanceof OffsetDateTime zoned) {
      return Timestamp.from(zoned.toInstant());
    }
    LocalDateTime time = TimeConversions.toLocalDateTime(value);
    Timestamp timestamp = new Timestamp(millis(time, zone));
    timestamp.setNanos(time.getNano());
    return timestamp;
  }

  static LocalDate fromDate(java.util.Date date, TimeZone zone) {
    return local(date, zone).toLocalDate();
  }

  static LocalTime fromTime(java.util.Date time, TimeZone zone) {
    return local(time, zone).toLocalTime();
  }

  static LocalDateTime fromTimestamp(java.util.Date time, TimeZone zone) {
    LocalDateTime local = local(time, zone);
    return time instanceof Timestamp exact ? local.withNano(exact.getNanos()) : local;
  }

  private static long millis(LocalDateTime time, TimeZone zone) {
    Calendar calendar = new GregorianCalendar(zone);
    calendar.clear();
    calendar.set(
        time.getYear(),
        time.getMonthValue() - 1,
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
    calendar.set(Calendar.MILLISECOND, time.getNano() / 1_000_000);
    return calendar.getTimeInMillis();
  }

  private static LocalDateTime local(java.util.Date date, TimeZone zone) {
    Calendar calendar = new GregorianCalendar(zone);
    calendar.setTimeInMillis(date.getTime());
    int year = calendar.get(Calendar.YEAR);
    return LocalDateTime.of(
        calendar.get(Calendar.ERA) == GregorianCalendar.AD ? year : 1 - year,
        calendar.get(Calendar.MONTH) + 1,
        calendar.get(Calendar.DAY_OF_MONTH),
        calendar.get(Calendar.HOUR_OF_DAY),
        calendar.get(Calendar.MINUTE),
        calendar.get(Calendar.SECOND),
        calendar.get(Calendar.MILLISECOND) * 1_000_000);
  }
}
