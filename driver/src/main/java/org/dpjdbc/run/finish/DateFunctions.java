package org.dpjdbc.run.finish;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
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
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.StrictCall.Function;
import org.dpjdbc.run.finish.StrictCall.Known;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * Functions of dates and times. An interval is a number in between: months, or milliseconds, as
 * Calcite writes its literals.
 */
final class DateFunctions {
  private static final long MILLIS_PER_DAY = 86_400_000;

  private DateFunctions() {}

  /** The call, if it is one of these. */
  static Optional<Known> compile(RexCall call, RelDataTypeSystem system) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case PLUS -> isTime(operands.get(0)) ? shift(call, 1) : Optional.empty();
      case MINUS -> isTime(operands.get(0)) ? minus(call) : Optional.empty();
      case EXTRACT -> extract(call, system);
      case FLOOR ->
          operands.size() == 2
              ? floor(call).map(function -> new Known(operands.subList(0, 1), function))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean isTime(RexNode node) {
    return isTime(node.getType());
  }

  private static boolean isTime(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE, TIME, TIMESTAMP -> true;
      default -> false;
    };
  }

  private static Optional<Known> minus(RexCall call) {
    if (!isTime(call.getOperands().get(1))) {
      return shift(call, -1);
    }
    boolean days = SqlTypeUtil.isInterval(call.getType()) && !inMonths(call.getType());
    return days && sameTypes(call)
        ? Optional.of(
            new Known(call.getOperands(), values -> millis(values.get(0)) - millis(values.get(1))))
        : Optional.empty();
  }

  private static boolean sameTypes(RexCall call) {
    return call.getOperands().get(0).getType().getSqlTypeName()
        == call.getOperands().get(1).getType().getSqlTypeName();
  }

  private static boolean inMonths(RelDataType interval) {
    return SqlTypeName.YEAR_INTERVAL_TYPES.contains(interval.getSqlTypeName());
  }

  private static long millis(Object time) {
    if (time instanceof LocalDate date) {
      return date.toEpochDay() * MILLIS_PER_DAY;
    }
    if (time instanceof LocalTime ofDay) {
      return ofDay.toNanoOfDay() / 1_000_000;
    }
    return ChronoUnit.MILLIS.between(LocalDateTime.of(1970, 1, 1, 0, 0), (LocalDateTime) time);
  }

  private static Optional<Known> shift(RexCall call, int sign) {
    RexNode interval = call.getOperands().get(1);
    boolean sameType =
        call.getType().getSqlTypeName() == call.getOperands().get(0).getType().getSqlTypeName();
    if (!SqlTypeUtil.isInterval(interval.getType()) || !sameType) {
      return Optional.empty();
    }
    boolean months = inMonths(interval.getType());
    return Optional.of(
        new Known(
            call.getOperands(),
            values ->
                plus((Temporal) values.get(0), sign * Numbers.toLong(values.get(1)), months)));
  }

  private static Object plus(Temporal time, long amount, boolean months) {
    if (months) {
      return time instanceof LocalTime ? time : time.plus(amount, ChronoUnit.MONTHS);
    }
    return time instanceof LocalDate date
        ? date.plusDays(Math.floorDiv(amount, MILLIS_PER_DAY))
        : time.plus(amount, ChronoUnit.MILLIS);
  }

  private static Optional<Known> extract(RexCall call, RelDataTypeSystem system) {
    RexNode time = call.getOperands().get(1);
    if (!isTime(time) || !(call.getOperands().get(0) instanceof RexLiteral flag)) {
      return Optional.empty();
    }
    return Optional.ofNullable(flag.getValueAs(TimeUnitRange.class))
        .flatMap(unit -> part(unit, time.getType().getSqlTypeName(), system))
        .flatMap(
            part ->
                NumericType.of(call.getType(), system)
                    .map(
                        type ->
                            new Known(
                                List.of(time),
                                values -> type.fit(part.applyAsLong((Temporal) values.get(0))))));
  }

  private static Optional<ToLongFunction<Temporal>> part(
      TimeUnitRange unit, SqlTypeName type, RelDataTypeSystem system) {
    if (unit == TimeUnitRange.DOW) {
      return type != SqlTypeName.TIME && system instanceof BackendTypes database
          ? Optional.of(time -> database.dayOfWeek(time.get(ChronoField.DAY_OF_WEEK)))
          : Optional.empty();
    }
    boolean years =
        unit == TimeUnitRange.DECADE
            || unit == TimeUnitRange.CENTURY
            || unit == TimeUnitRange.MILLENNIUM;
    return years && type != SqlTypeName.TIME
        ? Optional.of(time -> ofYear(unit, time.get(ChronoField.YEAR)))
        : field(unit, type).map(field -> time -> time.getLong(field));
  }

  /** The first century begins with the year 1; there is none before it that is called 0. */
  private static long ofYear(TimeUnitRange unit, int year) {
    int length = unit == TimeUnitRange.CENTURY ? 100 : 1000;
    if (unit == TimeUnitRange.DECADE) {
      return Math.floorDiv(year, 10);
    }
    return year > 0 ? (year - 1) / length + 1 : Math.floorDiv(year - 1, length);
  }

  private static Optional<TemporalField> field(TimeUnitRange unit, SqlTypeName type) {
    boolean date = type != SqlTypeName.TIME;
    boolean time = type != SqlTypeName.DATE;
    return switch (unit) {
      case YEAR -> onlyIf(date, ChronoField.YEAR);
      case QUARTER -> onlyIf(date, IsoFields.QUARTER_OF_YEAR);
      case MONTH -> onlyIf(date, ChronoField.MONTH_OF_YEAR);
      case DAY -> onlyIf(date, ChronoField.DAY_OF_MONTH);
      case DOY -> onlyIf(date, ChronoField.DAY_OF_YEAR);
      case WEEK -> onlyIf(date, IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case ISODOW -> onlyIf(date, ChronoField.DAY_OF_WEEK);
      case HOUR -> onlyIf(time, ChronoField.HOUR_OF_DAY);
      case MINUTE -> onlyIf(time, ChronoField.MINUTE_OF_HOUR);
      case SECOND -> onlyIf(time, ChronoField.SECOND_OF_MINUTE);
      default -> Optional.empty();
    };
  }

  private static Optional<TemporalField> onlyIf(boolean has, TemporalField field) {
    return has ? Optional.of(field) : Optional.empty();
  }

  /** FLOOR(x TO unit). */
  private static Optional<Function> floor(RexCall call) {
    if (!isTime(call.getOperands().get(0))
        || !(call.getOperands().get(1) instanceof RexLiteral flag)) {
      return Optional.empty();
    }
    TimeUnitRange unit = flag.getValueAs(TimeUnitRange.class);
    if (unit == null || call.getType().getSqlTypeName() == SqlTypeName.TIME) {
      return Optional.empty();
    }
    return switch (unit) {
      case DECADE, YEAR, QUARTER, MONTH, WEEK, DAY ->
          Optional.of(values -> floorDate(values.get(0), unit));
      case HOUR -> Optional.of(values -> floorTime(values.get(0), ChronoUnit.HOURS));
      case MINUTE -> Optional.of(values -> floorTime(values.get(0), ChronoUnit.MINUTES));
      case SECOND -> Optional.of(values -> floorTime(values.get(0), ChronoUnit.SECONDS));
      default -> Optional.empty();
    };
  }

  private static Object floorTime(Object time, ChronoUnit unit) {
    return time instanceof LocalDateTime timestamp ? timestamp.truncatedTo(unit) : time;
  }

  private static Object floorDate(Object time, TimeUnitRange unit) {
    LocalDate date = time instanceof LocalDateTime at ? at.toLocalDate() : (LocalDate) time;
    LocalDate floor =
        switch (unit) {
          case DECADE -> LocalDate.of(Math.floorDiv(date.getYear(), 10) * 10, 1, 1);
          case YEAR -> date.withDayOfYear(1);
          case QUARTER -> LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
          case MONTH -> date.withDayOfMonth(1);
          case WEEK -> date.with(ChronoField.DAY_OF_WEEK, 1);
          default -> date;
        };
    return time instanceof LocalDateTime ? floor.atStartOfDay() : floor;
  }
}
