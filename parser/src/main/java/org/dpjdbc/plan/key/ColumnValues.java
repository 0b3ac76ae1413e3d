package org.dpjdbc.plan.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.key.ColumnReads.Part;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;
import org.dpjdbc.plan.relation.ColumnSource.Root;
import org.dpjdbc.plan.relation.Origin;

/**
 * Values of a column such that any other of its values is read like one of them. They depend on the
 * policy and the query alone.
 */
final class ColumnValues {
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int HOURS = 24;
  private static final int MINUTES = 60;

  /** Longer ranges of dates are not gone through. */
  private static final int MAX_DAYS = 400_000;

  /** In so many years, each date falls on each day of the week. */
  private static final int CYCLE_YEARS = 40;

  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  /** Years from 1960 to 2040 have all dates, whatever is between them. */
  private static final LocalDate MIDDLE = LocalDate.of(2000, 1, 1);

  private final ColumnReads reads;
  private final boolean isKey;
  private final boolean wholeYears;
  private final int max;

  private ColumnValues(ColumnReads reads, boolean isKey, boolean wholeYears, int max) {
    this.reads = reads;
    this.isKey = isKey;
    this.wholeYears = wholeYears;
    this.max = max;
  }

  /**
   * The values, NULL last where a row may have it.
   *
   * @param reads what is read of the column
   * @param isKey whether the column is a key itself, so that what its list leaves out is in no
   *     group
   * @param wholeYears whether the years that a range of dates begins and ends in are whole
   * @param max how many there may be
   * @return empty if they are more, or not known
   */
  static Optional<List<KeyValue>> of(
      Root root, ColumnReads reads, boolean isKey, boolean wholeYears, int max) {
    return new ColumnValues(reads, isKey, wholeYears, max)
        .of(root)
        .filter(values -> values.size() <= max)
        .map(values -> withNull(values, root.nullable()));
  }

  private static List<KeyValue> withNull(List<KeyValue> values, boolean nullable) {
    List<KeyValue> all = new ArrayList<>(values);
    if (nullable && !all.contains(KeyValue.NULL)) {
      all.add(KeyValue.NULL);
    }
    return List.copyOf(all);
  }

  private Optional<List<KeyValue>> of(Root root) {
    RelDataType type = root.type();
    if (root.column().origin() instanceof Origin.Values values
        && (isKey || values.rest() == Origin.Rest.NONE)) {
      return Optional.of(values.values());
    }
    Optional<Interval> range =
        root.column().autoBounded() || root.column().origin() instanceof Origin.Values
            ? Optional.empty()
            : root.column().facts().range();
    boolean filtered = root.conditions().stream().anyMatch(KeySequence::isRange);
    if (reads.value()) {
      return root.column().origin() instanceof Origin.Regular regular
          ? range.flatMap(of -> regular.steps().within(of, type, max))
          : Optional.empty();
    } else if (type.getSqlTypeName() == SqlTypeName.DATE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      return timestamps(range, filtered, type.getSqlTypeName() == SqlTypeName.DATE);
    } else if (SqlTypeUtil.isNumeric(type)) {
      return Optional.of(numbers(type));
    }
    return SqlTypeUtil.inCharFamily(type) ? Optional.of(strings(type)) : Optional.empty();
  }

  /**
   * The numbers that it is compared with, and one between any two of them. Those beyond its bounds
   * are among them: a row may have one, and be in a group by each of the keys.
   */
  private List<KeyValue> numbers(RelDataType type) {
    boolean exact = !SqlTypeUtil.isApproximateNumeric(type);
    TreeSet<BigDecimal> ends = new TreeSet<>(reads.cuts());
    if (ends.isEmpty()) {
      ends.add(BigDecimal.ZERO);
    }
    TreeSet<BigDecimal> numbers = new TreeSet<>();
    BigDecimal unit = exact ? BigDecimal.ONE.movePointLeft(Math.max(0, type.getScale())) : null;
    for (BigDecimal end : ends) {
      if (unit != null) {
        BigDecimal below = end.divide(unit, 0, RoundingMode.FLOOR).multiply(unit);
        numbers.addAll(List.of(below.subtract(unit), below, below.add(unit)));
      } else {
        BigDecimal next = Optional.ofNullable(ends.higher(end)).orElse(beyond(end));
        numbers.addAll(List.of(end, next.add(end).divide(BigDecimal.valueOf(2))));
      }
    }
    if (unit == null) {
      numbers.add(beyond(ends.first()).negate());
    }
    BigDecimal max = max(type);
    return numbers.stream()
        .map(number -> RuntimeValues.number(number.min(max).max(max.negate()), type))
        .distinct()
        .<KeyValue>map(KeyValue.Of::new)
        .toList();
  }

  /** A number that is larger by more than floating-point numbers of its size differ. */
  private static BigDecimal beyond(BigDecimal number) {
    return number.abs().multiply(BigDecimal.valueOf(4)).add(BigDecimal.ONE);
  }

  /** What no number of the type is beyond, of either sign. */
  private static BigDecimal max(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL ->
          BigDecimal.TEN
              .pow(type.getPrecision())
              .subtract(BigDecimal.ONE)
              .movePointLeft(type.getScale());
      case REAL -> BigDecimal.valueOf(Float.MAX_VALUE);
      case FLOAT, DOUBLE -> BigDecimal.valueOf(Double.MAX_VALUE);
      default -> BigDecimal.valueOf(Long.MAX_VALUE).add(BigDecimal.ONE);
    };
  }

  /** The strings that it is compared with, and one that is none of them. */
  private List<KeyValue> strings(RelDataType type) {
    List<KeyValue> strings = new ArrayList<>();
    reads.strings().forEach(text -> strings.add(new KeyValue.Of(text)));
    String other = "";
    Set<String> bare = new HashSet<>();
    reads.strings().forEach(text -> bare.add(text.stripTrailing()));
    for (char c = 'a'; bare.contains(other) && c <= 'z'; c++) {
      other = String.valueOf(c);
    }
    if (!bare.contains(other)) {
      strings.add(new KeyValue.Of(RuntimeValues.text(other, type)));
    }
    return strings;
  }

  /**
   * Times that differ in what is read of them. Without the year, those beyond the bounds are among
   * them, as with {@link #numbers}; with it there would be no end of them.
   *
   * @param filtered whether a filter narrows the range: three months have no others
   */
  private Optional<List<KeyValue>> timestamps(
      Optional<Interval> range, boolean filtered, boolean isDate) {
    if (!reads(Part.YEAR) && (!filtered || wholeYears || range.isEmpty())) {
      return anyYear(isDate);
    } else if (range.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal day = BigDecimal.valueOf(isDate ? SECONDS_PER_DAY : 1);
    BigDecimal first = range.get().lower().multiply(day);
    BigDecimal last = range.get().upper().multiply(day);
    if (first.compareTo(second(FIRST)) < 0
        || last.compareTo(second(LAST.plusDays(1))) >= 0
        || last.subtract(first).compareTo(BigDecimal.valueOf((long) MAX_DAYS * SECONDS_PER_DAY))
            > 0) {
      return Optional.empty();
    }
    LocalDateTime from = at(first.setScale(0, RoundingMode.CEILING));
    LocalDateTime until = at(last.setScale(0, RoundingMode.FLOOR));
    if (isDate) {
      until = until.toLocalDate().atTime(HOURS - 1, MINUTES - 1);
    }
    if (wholeYears) {
      from = from.withDayOfYear(1).truncatedTo(ChronoUnit.DAYS);
      until = LocalDate.of(until.getYear(), 12, 31).atTime(HOURS - 1, MINUTES - 1);
    }
    return listed(days(from.toLocalDate(), until.toLocalDate()), from, until, isDate);
  }

  /** Of so many years that each date falls on each day of the week between any two comparisons. */
  private Optional<List<KeyValue>> anyYear(boolean isDate) {
    NavigableSet<LocalDate> near =
        reads.dates().isEmpty() ? new TreeSet<>(Set.of(MIDDLE)) : reads.dates();
    Map<List<Integer>, LocalDate> days = new LinkedHashMap<>();
    LocalDate next = FIRST;
    int tried = 0;
    for (LocalDate date : near) {
      LocalDate end = earlier(LAST, date.plusYears(CYCLE_YEARS));
      for (next = later(next, date.minusYears(CYCLE_YEARS));
          !next.isAfter(end);
          next = next.plusDays(1)) {
        days.putIfAbsent(parts(next.atStartOfDay()), next);
        if (++tried > MAX_DAYS || days.size() > max) {
          return Optional.empty();
        }
      }
    }
    return listed(
        List.copyOf(days.values()),
        FIRST.atStartOfDay(),
        LAST.atTime(HOURS - 1, MINUTES - 1),
        isDate);
  }

  private static LocalDate earlier(LocalDate a, LocalDate b) {
    return a.isBefore(b) ? a : b;
  }

  private static LocalDate later(LocalDate a, LocalDate b) {
    return a.isAfter(b) ? a : b;
  }

  private static BigDecimal second(LocalDate date) {
    return BigDecimal.valueOf(date.toEpochDay() * SECONDS_PER_DAY);
  }

  private static LocalDateTime at(BigDecimal second) {
    return LocalDateTime.ofEpochSecond(second.longValueExact(), 0, ZoneOffset.UTC);
  }

  /** One for each combination of parts that there is from the first to the last. */
  private Optional<List<KeyValue>> listed(
      List<LocalDate> days, LocalDateTime from, LocalDateTime until, boolean isDate) {
    Set<List<Integer>> seen = new HashSet<>();
    List<KeyValue> values = new ArrayList<>();
    for (LocalDate day : days) {
      for (int hour = 0; hour < (reads(Part.HOUR) || reads(Part.MINUTE) ? HOURS : 1); hour++) {
        for (int minute = 0; minute < (reads(Part.MINUTE) ? MINUTES : 1); minute++) {
          LocalDateTime start = day.atTime(hour, minute);
          LocalDateTime end =
              reads(Part.MINUTE)
                  ? start.plusMinutes(1)
                  : reads(Part.HOUR) ? start.plusHours(1) : start.plusDays(1);
          if (end.isAfter(from) && !start.isAfter(until) && seen.add(parts(start))) {
            values.add(new KeyValue.Of(isDate ? day : start));
            if (values.size() > max) {
              return Optional.empty();
            }
          }
        }
      }
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(values);
  }

  /** Days that have all combinations of parts of a day: of the first one some hours may lack. */
  private List<LocalDate> days(LocalDate from, LocalDate until) {
    Map<List<Integer>, LocalDate> seen = new HashMap<>();
    List<LocalDate> days = new ArrayList<>();
    for (LocalDate day = from; !day.isAfter(until); day = day.plusDays(1)) {
      LocalDate before = seen.put(parts(day.atStartOfDay()), day);
      if (before == null || before.equals(from)) {
        days.add(day);
      }
    }
    return days;
  }

  private boolean reads(Part part) {
    return reads.parts().contains(part);
  }

  private List<Integer> parts(LocalDateTime at) {
    List<Integer> parts = new ArrayList<>();
    for (Part part : reads.parts()) {
      parts.add(
          switch (part) {
            case YEAR -> at.getYear();
            case QUARTER -> at.get(IsoFields.QUARTER_OF_YEAR);
            case MONTH -> at.getMonthValue();
            case DAY -> at.getDayOfMonth();
            case WEEKDAY -> at.getDayOfWeek().getValue();
            case HOUR -> at.getHour();
            case MINUTE -> at.getMinute();
          });
    }
    parts.add(reads.dates().headSet(at.toLocalDate(), true).size());
    return parts;
  }
}
