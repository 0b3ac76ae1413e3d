package org.dpjdbc.run.finish.expression;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalField;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.expression.StrictCall.Known;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/** EXTRACT of dates and times, and of intervals, which are months, or milliseconds. */
final class DateFields {
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long MONTHS_PER_YEAR = 12;

  private DateFields() {}

  /** The call, if its unit is known here. */
  static Optional<Known> extract(RexCall call, RelDataTypeSystem system) {
    RexNode time = call.getOperands().get(1);
    if (!(call.getOperands().get(0) instanceof RexLiteral flag)) {
      return Optional.empty();
    }
    return Optional.ofNullable(flag.getValueAs(TimeUnitRange.class))
        .flatMap(unit -> part(unit, time.getType(), system))
        .flatMap(
            part ->
                NumericType.of(call.getType(), system)
                    .map(
                        type ->
                            new Known(
                                List.of(time),
                                values -> type.fit(part.applyAsLong(values.get(0))))));
  }

  private static Optional<ToLongFunction<Object>> part(
      TimeUnitRange unit, RelDataType type, RelDataTypeSystem system) {
    if (SqlTypeUtil.isInterval(type)) {
      return DateFunctions.inMonths(type) ? ofMonths(unit) : ofMillis(unit);
    }
    return switch (type.getSqlTypeName()) {
      case DATE, TIMESTAMP ->
          ofDate(unit, system)
              .or(() -> ofTime(unit))
              .map(part -> value -> part.applyAsLong(timestamp(value)));
      case TIME -> ofTime(unit).map(part -> value -> part.applyAsLong((Temporal) value));
      default -> Optional.empty();
    };
  }

  private static LocalDateTime timestamp(Object value) {
    return value instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) value;
  }

  private static Optional<ToLongFunction<LocalDateTime>> ofDate(
      TimeUnitRange unit, RelDataTypeSystem system) {
    return switch (unit) {
      case YEAR -> field(ChronoField.YEAR);
      case QUARTER -> field(IsoFields.QUARTER_OF_YEAR);
      case MONTH -> field(ChronoField.MONTH_OF_YEAR);
      case DAY -> field(ChronoField.DAY_OF_MONTH);
      case DOY -> field(ChronoField.DAY_OF_YEAR);
      case WEEK -> field(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case ISOYEAR -> field(IsoFields.WEEK_BASED_YEAR);
      case ISODOW -> field(ChronoField.DAY_OF_WEEK);
      case DOW ->
          system instanceof BackendTypes database
              ? Optional.of(time -> database.dayOfWeek(time.get(ChronoField.DAY_OF_WEEK)))
              : Optional.empty();
      case DECADE, CENTURY, MILLENNIUM -> Optional.of(time -> ofYear(unit, time.getYear()));
      case EPOCH -> Optional.of(time -> time.toEpochSecond(ZoneOffset.UTC));
      default -> Optional.empty();
    };
  }

  /** The first century begins with the year 1; there is none before it that is called 0. */
  private static long ofYear(TimeUnitRange unit, int year) {
    int length = unit == TimeUnitRange.CENTURY ? 100 : 1000;
    if (unit == TimeUnitRange.DECADE) {
      return Math.floorDiv(year, 10);
    }
    return year > 0 ? (year - 1) / length + 1 : Math.floorDiv(year - 1, length);
  }

  private static <T extends Temporal> Optional<ToLongFunction<T>> ofTime(TimeUnitRange unit) {
    return switch (unit) {
      case HOUR -> field(ChronoField.HOUR_OF_DAY);
      case MINUTE -> field(ChronoField.MINUTE_OF_HOUR);
      case SECOND -> field(ChronoField.SECOND_OF_MINUTE);
      case MILLISECOND -> Optional.of(time -> ofMinute(time, ChronoField.MILLI_OF_SECOND, 1000));
      case MICROSECOND ->
          Optional.of(time -> ofMinute(time, ChronoField.MICRO_OF_SECOND, 1_000_000));
      default -> Optional.empty();
    };
  }

  /** The seconds of the minute and their fraction, in that fraction. */
  private static long ofMinute(Temporal time, ChronoField fraction, long perSecond) {
    return time.getLong(ChronoField.SECOND_OF_MINUTE) * perSecond + time.getLong(fraction);
  }

  private static <T extends Temporal> Optional<ToLongFunction<T>> field(TemporalField field) {
    return Optional.of(time -> time.getLong(field));
  }

  private static Optional<ToLongFunction<Object>> ofMonths(TimeUnitRange unit) {
    return switch (unit) {
      case YEAR -> Optional.of(months -> Numbers.toLong(months) / MONTHS_PER_YEAR);
      case MONTH -> Optional.of(months -> Numbers.toLong(months) % MONTHS_PER_YEAR);
      default -> Optional.empty();
    };
  }

  private static Optional<ToLongFunction<Object>> ofMillis(TimeUnitRange unit) {
    return switch (unit) {
      case DAY -> Optional.of(millis -> Numbers.toLong(millis) / DateFunctions.MILLIS_PER_DAY);
      case HOUR ->
          Optional.of(millis -> Numbers.toLong(millis) % DateFunctions.MILLIS_PER_DAY / HOUR);
      case MINUTE -> Optional.of(millis -> Numbers.toLong(millis) % HOUR / MINUTE);
      case SECOND -> Optional.of(millis -> Numbers.toLong(millis) % MINUTE / SECOND);
      case EPOCH -> Optional.of(millis -> Numbers.toLong(millis) / SECOND);
      default -> Optional.empty();
    };
  }
}
