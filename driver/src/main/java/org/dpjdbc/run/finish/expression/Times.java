package org.dpjdbc.run.finish.expression;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;

/** Precision of times of day and timestamps. */
final class Times {
  private static final int NANO_DIGITS = 9;
  private static final LocalDateTime Y2K = LocalDateTime.of(2000, 1, 1, 0, 0);

  private Times() {}

  /**
   * Rounds half up to fractional digits of the second. A time of day that would round to midnight
   * of the next day keeps its truncated value.
   *
   * @param time a {@link LocalTime} or {@link LocalDateTime}
   * @param digits 0 to 9; others keep the value
   */
  static Object round(Object time, int digits) {
    return round(time, digits, true);
  }

  /** As {@link #round}, of what is in the middle away from the year 2000, as PostgreSQL does. */
  static Object roundFrom2000(Object time, int digits) {
    return round(
        time, digits, !(time instanceof LocalDateTime timestamp) || !timestamp.isBefore(Y2K));
  }

  private static Object round(Object time, int digits, boolean halfUp) {
    if (digits < 0 || digits >= NANO_DIGITS) {
      return time;
    }
    long unit = 1;
    for (int i = digits; i < NANO_DIGITS; i++) {
      unit *= 10;
    }
    Temporal temporal = (Temporal) time;
    long rest = temporal.getLong(ChronoField.NANO_OF_SECOND) % unit;
    if (rest == 0) {
      return time;
    }
    Temporal down = temporal.minus(rest, ChronoUnit.NANOS);
    if (rest * 2 < unit || (rest * 2 == unit && !halfUp)) {
      return down;
    }
    Temporal up = down.plus(unit, ChronoUnit.NANOS);
    boolean wrapped = time instanceof LocalTime before && before.isAfter((LocalTime) up);
    return wrapped ? down : up;
  }
}
