package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.UUID;
import org.dpjdbc.sql.refusal.RunMessages;

/** Casts between strings and other types. */
final class StringCasts {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm[:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendPattern("]")
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter TIME_OUT =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private StringCasts() {}

  /** A number, boolean, date, time, timestamp or string as a string. */
  static String of(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Boolean bool) {
      return bool ? "TRUE" : "FALSE";
    }
    if (value instanceof LocalTime time) {
      return TIME_OUT.format(time);
    }
    if (value instanceof LocalDateTime timestamp) {
      return timestamp.toLocalDate() + " " + TIME_OUT.format(timestamp);
    }
    return value.toString();
  }

  /** The string truncated to a length in UTF-16 code units; padded with blanks if required. */
  static String ofLength(String text, int length, boolean padded) {
    if (text.length() > length) {
      return text.substring(0, length);
    }
    return padded ? text + " ".repeat(length - text.length()) : text;
  }

  static LocalDate parseDate(String text) {
    try {
      return LocalDate.parse(text.trim());
    } catch (DateTimeException notADate) {
      throw RunMessages.badCast("DATE");
    }
  }

  static LocalTime parseTime(String text) {
    try {
      return LocalTime.parse(text.trim(), TIME);
    } catch (DateTimeException notATime) {
      throw RunMessages.badCast("TIME");
    }
  }

  static UUID parseUuid(String text) {
    try {
      return UUID.fromString(text.trim());
    } catch (IllegalArgumentException notAnIdentifier) {
      throw RunMessages.badCast("UUID");
    }
  }

  /** A date alone is its midnight; date and time are parted by a blank or a T. */
  static LocalDateTime parseTimestamp(String text) {
    String trimmed = text.trim();
    int cut = Math.max(trimmed.indexOf(' '), trimmed.indexOf('T'));
    try {
      return cut < 0
          ? LocalDate.parse(trimmed).atStartOfDay()
          : LocalDate.parse(trimmed.substring(0, cut))
              .atTime(LocalTime.parse(trimmed.substring(cut + 1), TIME));
    } catch (DateTimeException notATimestamp) {
      throw RunMessages.badCast("TIMESTAMP");
    }
  }
}
