package org.dpjdbc.gateway.web.chart;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.OptionalDouble;

/** Dates and timestamps as keys of a chart. */
final class DateLabels {
  private static final List<String> MIDNIGHT = List.of(" 00:00:00+00", " 00:00:00");
  private static final String FIRST = "-01";

  private static final int MONTH = "2000-01".length();
  private static final int DAY = "2000-01-01".length();
  private static final int SECOND = "2000-01-01T00:00:00".length();

  private DateLabels() {}

  /** Where one is in time, in seconds; nowhere if it is none. */
  static OptionalDouble place(String text) {
    try {
      LocalDateTime at =
          text.length() == MONTH
              ? YearMonth.parse(text).atDay(1).atStartOfDay()
              : text.length() <= DAY
                  ? LocalDate.parse(text).atStartOfDay()
                  : LocalDateTime.parse(text.substring(0, SECOND).replace(' ', 'T'));
      return OptionalDouble.of((double) at.toEpochSecond(ZoneOffset.UTC));
    } catch (DateTimeParseException | StringIndexOutOfBoundsException e) {
      return OptionalDouble.empty();
    }
  }

  /** Short names of some: days without a time, months without a day, years without a month. */
  static List<String> of(List<String> keys) {
    List<String> names = keys;
    for (String end : MIDNIGHT) {
      names = without(end, names);
    }
    for (int length : new int[] {DAY, MONTH}) {
      if (names.stream().allMatch(name -> name.length() == length)) {
        names = without(FIRST, names);
      }
    }
    return names;
  }

  private static List<String> without(String end, List<String> names) {
    return names.size() > 1 && names.stream().allMatch(name -> name.endsWith(end))
        ? names.stream().map(name -> name.substring(0, name.length() - end.length())).toList()
        : names;
  }
}
