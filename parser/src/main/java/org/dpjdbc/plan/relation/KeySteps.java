package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RuntimeValues;

/**
 * The values that numbers and dates of one kind can have: multiples of a number, sums of some
 * powers of two, or starts of units of time.
 *
 * @param step of numbers, positive
 * @param mask the bits that numbers have no others than; empty if they may have any
 * @param months of the unit of time, from January on; 0 where it has none
 * @param seconds of the unit of time, in days from midnight on; 0 where it has none
 */
public record KeySteps(BigDecimal step, Optional<BigInteger> mask, int months, int seconds) {
  private static final int MONTHS_PER_YEAR = 12;
  private static final int SECONDS_PER_DAY = 86_400;

  /** Of the years that every database has. */
  private static final long FIRST_SECOND = LocalDate.of(1, 1, 1).toEpochDay() * SECONDS_PER_DAY;

  private static final long LAST_SECOND = LocalDate.of(9999, 12, 31).toEpochDay() * SECONDS_PER_DAY;

  /** Every integer, and every day. */
  public static final KeySteps ALL =
      new KeySteps(BigDecimal.ONE, Optional.empty(), 0, SECONDS_PER_DAY);

  /** The numbers with so many decimals. */
  static KeySteps decimals(int scale) {
    return multiples(BigDecimal.ONE.movePointLeft(scale));
  }

  /** The multiples of a number. */
  static KeySteps multiples(BigDecimal step) {
    return new KeySteps(step, Optional.empty(), 0, SECONDS_PER_DAY);
  }

  /** The numbers that have no bits but those of a mask, which is positive. */
  static KeySteps bits(BigInteger mask) {
    return new KeySteps(BigDecimal.ONE, Optional.of(mask), 0, SECONDS_PER_DAY);
  }

  /** The starts of a unit of time; empty if databases do not agree on them. */
  static Optional<KeySteps> starts(String unit) {
    int months =
        switch (unit) {
          case "DECADE" -> 10 * MONTHS_PER_YEAR;
          case "YEAR" -> MONTHS_PER_YEAR;
          case "QUARTER" -> 3;
          case "MONTH" -> 1;
          default -> 0;
        };
    int seconds =
        switch (unit) {
          case "DAY" -> SECONDS_PER_DAY;
          case "HOUR" -> 3_600;
          case "MINUTE" -> 60;
          default -> 0;
        };
    return months + seconds > 0
        ? Optional.of(new KeySteps(BigDecimal.ONE, Optional.empty(), months, seconds))
        : Optional.empty();
  }

  /**
   * The values within a range, in order.
   *
   * @param range by the policy and the query alone
   * @param type in whose runtime form they are ({@link RuntimeValues})
   * @param max how many may be listed
   * @return empty if there are more, or none, or the type has others
   */
  public Optional<List<KeyValue>> within(Interval range, RelDataType type, int max) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE ->
          step.scale() <= 0 ? numbers(range, type, max) : Optional.empty();
      case DECIMAL ->
          type.getScale() >= step.scale() ? numbers(range, type, max) : Optional.empty();
      case DATE -> days().moments(range, SECONDS_PER_DAY, LocalDateTime::toLocalDate, max);
      case TIMESTAMP -> moments(range, 1, timestamp -> timestamp, max);
      default -> Optional.empty();
    };
  }

  /** Starts of units that are days at least. */
  private KeySteps days() {
    return months > 0 ? this : multiples(step);
  }

  private Optional<List<KeyValue>> numbers(Interval range, RelDataType type, int max) {
    if (mask.isPresent()) {
      return sums(mask.get(), range, type, max);
    }
    BigInteger first = range.lower().divide(step, 0, RoundingMode.CEILING).toBigInteger();
    BigInteger last = range.upper().divide(step, 0, RoundingMode.FLOOR).toBigInteger();
    BigInteger more = last.subtract(first);
    if (more.signum() < 0 || more.compareTo(BigInteger.valueOf(max)) >= 0) {
      return Optional.empty();
    }
    // numbers beyond the type are all its last one, in the database as well
    Set<KeyValue> values = new LinkedHashSet<>();
    for (int i = 0; i <= more.intValue(); i++) {
      BigDecimal number = new BigDecimal(first.add(BigInteger.valueOf(i))).multiply(step);
      values.add(new KeyValue.Of(RuntimeValues.number(number, type)));
    }
    return Optional.of(List.copyOf(values));
  }

  /**
   * The sums of a mask's bits, from 0 on: the next one after a sum has that bit more, and carries.
   */
  private static Optional<List<KeyValue>> sums(
      BigInteger mask, Interval range, RelDataType type, int max) {
    if (mask.bitCount() >= Integer.SIZE - 1 || 1 << mask.bitCount() > max) {
      return Optional.empty();
    }
    Set<KeyValue> values = new LinkedHashSet<>();
    BigInteger sum = BigInteger.ZERO;
    do {
      BigDecimal number = new BigDecimal(sum);
      if (number.compareTo(range.lower()) >= 0 && number.compareTo(range.upper()) <= 0) {
        values.add(new KeyValue.Of(RuntimeValues.number(number, type)));
      }
      sum = sum.subtract(mask).and(mask);
    } while (sum.signum() != 0);
    return values.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(values));
  }

  /**
   * Starts of the unit.
   *
   * @param counted seconds that the range counts in
   */
  private Optional<List<KeyValue>> moments(
      Interval range, int counted, Function<LocalDateTime, Object> form, int max) {
    BigDecimal each = BigDecimal.valueOf(counted);
    long from = range.lower().multiply(each).setScale(0, RoundingMode.CEILING).longValueExact();
    long until = range.upper().multiply(each).setScale(0, RoundingMode.FLOOR).longValueExact();
    if (from < FIRST_SECOND || until > LAST_SECOND) {
      return Optional.empty();
    }
    List<KeyValue> values = new ArrayList<>();
    LocalDateTime timestamp = firstFrom(LocalDateTime.ofEpochSecond(from, 0, ZoneOffset.UTC));
    while (timestamp.toEpochSecond(ZoneOffset.UTC) <= until) {
      if (values.size() == max) {
        return Optional.empty();
      }
      values.add(new KeyValue.Of(form.apply(timestamp)));
      timestamp = next(timestamp);
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(values);
  }

  private LocalDateTime firstFrom(LocalDateTime timestamp) {
    LocalDateTime start;
    if (months > 0) {
      int month = (timestamp.getMonthValue() - 1) / months * months + 1;
      int years = Math.max(1, months / MONTHS_PER_YEAR);
      int year = Math.floorDiv(timestamp.getYear(), years) * years;
      start = LocalDate.of(year, month, 1).atStartOfDay();
    } else {
      long at = timestamp.toEpochSecond(ZoneOffset.UTC);
      start = LocalDateTime.ofEpochSecond(at - Math.floorMod(at, seconds), 0, ZoneOffset.UTC);
    }
    return start.isBefore(timestamp) ? next(start) : start;
  }

  private LocalDateTime next(LocalDateTime start) {
    return months > 0 ? start.plusMonths(months) : start.plusSeconds(seconds);
  }
}
