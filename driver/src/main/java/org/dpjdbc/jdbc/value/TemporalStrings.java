package org.dpjdbc.jdbc.value;

import static java.time.temporal.ChronoField.HOUR_OF_DAY;
import static java.time.temporal.ChronoField.MINUTE_OF_HOUR;
import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.time.temporal.ChronoField.SECOND_OF_MINUTE;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Formats dates and times. */
public final class TemporalStrings {
  /** {@code 10:20:30}, with a fraction as long as it needs. */
  public static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendValue(HOUR_OF_DAY, 2)
          .appendLiteral(':')
          .appendValue(MINUTE_OF_HOUR, 2)
          .appendLiteral(':')
          .appendValue(SECOND_OF_MINUTE, 2)
          .appendFraction(NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  /** {@code 2020-01-31 10:20:30}. */
  public static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(TIME)
          .toFormatter(Locale.ROOT);

  /** {@code 10:20:30+02}, the minutes of the offset only where it has some. */
  static final DateTimeFormatter TIME_WITH_ZONE = withZone(TIME);

  /** {@code 2020-01-31 10:20:30+02}. */
  static final DateTimeFormatter TIMESTAMP_WITH_ZONE = withZone(TIMESTAMP);

  /** A date, with or without a time after a blank or a T, with or without an offset. */
  static final DateTimeFormatter ANY_DATE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .optionalStart()
          .appendLiteral('T')
          .optionalEnd()
          .optionalStart()
          .appendLiteral(' ')
          .optionalEnd()
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .append(optionalOffset())
          .toFormatter(Locale.ROOT);

  /** A time, with or without an offset. */
  static final DateTimeFormatter ANY_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .append(optionalOffset())
          .toFormatter(Locale.ROOT);

  private TemporalStrings() {}

  private static DateTimeFormatter withZone(DateTimeFormatter local) {
    return new DateTimeFormatterBuilder()
        .append(local)
        .appendOffset("+HH:mm", "+00")
        .toFormatter(Locale.ROOT);
  }

  private static DateTimeFormatter optionalOffset() {
    return new DateTimeFormatterBuilder()
        .optionalStart()
        .appendOffset("+HH:mm:ss", "Z")
        .optionalEnd()
        .optionalStart()
        .appendOffset("+HH:mm", "+00")
        .optionalEnd()
        .toFormatter(Locale.ROOT);
  }
}
