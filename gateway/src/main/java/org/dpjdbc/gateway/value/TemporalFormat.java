package org.dpjdbc.gateway.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/** Dates and times as PostgreSQL writes them with {@code DateStyle} ISO. */
final class TemporalFormat {
  private static final int MICRO = 1000;
  private static final int HOUR = 3600;
  private static final int MINUTE = 60;

  private TemporalFormat() {}

  static String of(LocalDate date) {
    boolean before = date.getYear() <= 0;
    int year = before ? 1 - date.getYear() : date.getYear();
    return String.format(
            Locale.ROOT, "%04d-%02d-%02d", year, date.getMonthValue(), date.getDayOfMonth())
        + (before ? " BC" : "");
  }

  static String of(LocalTime time) {
    String text =
        String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    int micros = time.getNano() / MICRO;
    return micros == 0
        ? text
        : text + String.format(Locale.ROOT, ".%06d", micros).replaceAll("0+$", "");
  }

  static String of(OffsetTime time) {
    return of(time.toLocalTime()) + of(time.getOffset());
  }

  static String of(LocalDateTime timestamp) {
    return withTime(timestamp, "");
  }

  static String of(OffsetDateTime timestamp, ZoneId zone) {
    OffsetDateTime there = timestamp.atZoneSameInstant(zone).toOffsetDateTime();
    return withTime(there.toLocalDateTime(), of(there.getOffset()));
  }

  private static String withTime(LocalDateTime timestamp, String offset) {
    String date = of(timestamp.toLocalDate());
    String time = of(timestamp.toLocalTime()) + offset;
    return date.endsWith(" BC")
        ? date.substring(0, date.length() - 3) + " " + time + " BC"
        : date + " " + time;
  }

  private static String of(ZoneOffset offset) {
    int seconds = Math.abs(offset.getTotalSeconds());
    String text =
        (offset.getTotalSeconds() < 0 ? "-" : "+")
            + String.format(Locale.ROOT, "%02d", seconds / HOUR);
    int minutes = seconds % HOUR / MINUTE;
    int rest = seconds % MINUTE;
    return text
        + (minutes == 0 && rest == 0 ? "" : String.format(Locale.ROOT, ":%02d", minutes))
        + (rest == 0 ? "" : String.format(Locale.ROOT, ":%02d", rest));
  }
}
