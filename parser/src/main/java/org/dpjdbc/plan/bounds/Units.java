package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Units of time that dates are cut at and counted in. */
enum Units {
  DECADE(120, 0),
  YEAR(12, 0),
  QUARTER(3, 0),
  MONTH(1, 0),
  WEEK(0, 604_800),
  DAY(0, 86_400),
  HOUR(0, 3_600),
  MINUTE(0, 60),
  SECOND(0, 1);

  /** 1970-01-01 was a Thursday: three days after a Monday. */
  private static final int DAYS_INTO_WEEK = 3;

  private static final int YEARS_PER_DECADE = 10;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_WEEK = 7;

  /** Those that dates are cut at, and that databases do not count between dates. */
  private static final Set<Units> NOT_COUNTED = EnumSet.of(DECADE);

  private final int months;
  private final int seconds;

  Units(int months, int seconds) {
    this.months = months;
    this.seconds = seconds;
  }

  static Optional<Units> of(Enum<?> symbol) {
    for (Units unit : values()) {
      if (unit.name().equals(symbol.name())) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  /** Whether the borders of it between two dates can be counted. */
  boolean isCounted() {
    return !NOT_COUNTED.contains(this);
  }

  int months() {
    return months;
  }

  int seconds() {
    return seconds;
  }

  /** Whether dates without a time can be cut at it. */
  boolean isOfDates() {
    return compareTo(DAY) <= 0;
  }

  /** The start of the unit; weeks start a day of the database's choice, so by the earliest. */
  LocalDateTime start(LocalDateTime timestamp) {
    LocalDateTime day = timestamp.truncatedTo(ChronoUnit.DAYS);
    return switch (this) {
      case DECADE ->
          day.withDayOfYear(1)
              .withYear(Math.floorDiv(day.getYear(), YEARS_PER_DECADE) * YEARS_PER_DECADE);
      case YEAR -> day.withDayOfYear(1);
      case QUARTER -> day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % QUARTER.months);
      case MONTH -> day.withDayOfMonth(1);
      case WEEK -> day.minusDays(DAYS_PER_WEEK - 1);
      case DAY -> day;
      case HOUR -> timestamp.truncatedTo(ChronoUnit.HOURS);
      case MINUTE -> timestamp.truncatedTo(ChronoUnit.MINUTES);
      case SECOND -> timestamp.truncatedTo(ChronoUnit.SECONDS);
    };
  }

  /** A number that grows by one at each border of the unit. */
  BigDecimal index(LocalDateTime timestamp) {
    if (months > 0) {
      long count = (long) timestamp.getYear() * MONTHS_PER_YEAR + timestamp.getMonthValue() - 1;
      return BigDecimal.valueOf(Math.floorDiv(count, months));
    }
    BigDecimal since = TemporalNumbers.seconds(timestamp);
    if (this == WEEK) {
      since = since.add(BigDecimal.valueOf((long) DAYS_INTO_WEEK * DAY.seconds));
    }
    return since.divide(BigDecimal.valueOf(seconds), 0, RoundingMode.FLOOR);
  }
}
