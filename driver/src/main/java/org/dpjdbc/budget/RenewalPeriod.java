package org.dpjdbc.budget;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.Optional;

/**
 * How often a budget renews. Windows are calendar days, weeks (from Monday) and months in UTC,
 * whatever the time zone of the machine or of a session.
 *
 * <p>With any period but {@link #NEVER} the limit is a promise per window: over n windows an
 * analyst may learn n times as much.
 */
public enum RenewalPeriod {
  /** One window, without end. */
  NEVER,
  /** A window is a day. */
  DAILY,
  /** A window is a week; it begins on Monday. */
  WEEKLY,
  /** A window is a month. */
  MONTHLY;

  /** The window that {@code instant} lies in. */
  Window windowAt(Instant instant) {
    LocalDate day = LocalDate.ofInstant(instant, ZoneOffset.UTC);
    return switch (this) {
      case NEVER -> new Window(this, Long.MIN_VALUE, Optional.empty());
      case DAILY -> between(day, day.plusDays(1));
      case WEEKLY -> {
        LocalDate monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        yield between(monday, monday.plusWeeks(1));
      }
      case MONTHLY -> between(day.withDayOfMonth(1), day.withDayOfMonth(1).plusMonths(1));
    };
  }

  private Window between(LocalDate first, LocalDate next) {
    return new Window(this, Micros.of(midnight(first)), Optional.of(midnight(next)));
  }

  private static Instant midnight(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  /**
   * A stretch of time over which one limit holds.
   *
   * @param period its kind
   * @param startMicros when it begins, in microseconds since 1970 (UTC); {@link Long#MIN_VALUE} if
   *     it always was
   * @param end when the next one begins; empty if never
   */
  record Window(RenewalPeriod period, long startMicros, Optional<Instant> end) {}
}
