package org.dpjdbc.run.finish.expression;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.run.finish.expression.StrictCall.Known;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * {@code FLOOR(x TO unit)}: the start of the unit that x is in. {@code CEIL(x TO unit)}: x if it is
 * a start, else the next one. A date is at its midnight already, whatever part of a day is asked
 * for.
 */
final class DateSteps {
  private static final int CENTURY = 100;
  private static final int MILLENNIUM = 1000;

  private DateSteps() {}

  /** The call, if its unit is known here. */
  static Optional<Known> of(RexCall call) {
    SqlTypeName type = call.getType().getSqlTypeName();
    if (!DateFunctions.isTime(call.getOperands().get(0).getType())
        || type != call.getOperands().get(0).getType().getSqlTypeName()
        || !(call.getOperands().get(1) instanceof RexLiteral flag)) {
      return Optional.empty();
    }
    return unit(flag.getValueAs(TimeUnitRange.class), type)
        .map(
            unit ->
                new Known(
                    call.getOperands().subList(0, 1),
                    call.getKind() == SqlKind.FLOOR
                        ? values -> unit.floor().apply((Temporal) values.get(0))
                        : values -> unit.ceil((Temporal) values.get(0))));
  }

  private record Unit(UnaryOperator<Temporal> floor, TemporalAmount length) {
    Temporal ceil(Temporal time) {
      Temporal start = floor.apply(time);
      if (start.equals(time)) {
        return start;
      }
      Temporal next = start.plus(length);
      if (next instanceof LocalTime ofDay && ofDay.isBefore((LocalTime) time)) {
        throw RunMessages.outOfRange("TIME"); // it would be 24:00
      }
      return next;
    }
  }

  private static Optional<Unit> unit(@Nullable TimeUnitRange range, SqlTypeName type) {
    if (range == null) {
      return Optional.empty();
    }
    boolean date = type != SqlTypeName.TIME;
    return switch (range) {
      case HOUR -> Optional.of(ofTime(ChronoUnit.HOURS));
      case MINUTE -> Optional.of(ofTime(ChronoUnit.MINUTES));
      case SECOND -> Optional.of(ofTime(ChronoUnit.SECONDS));
      case MILLISECOND -> Optional.of(ofTime(ChronoUnit.MILLIS));
      case MICROSECOND -> Optional.of(ofTime(ChronoUnit.MICROS));
      default -> date ? ofDate(range) : Optional.empty();
    };
  }

  private static Unit ofTime(ChronoUnit unit) {
    return new Unit(
        time -> {
          if (time instanceof LocalDateTime timestamp) {
            return timestamp.truncatedTo(unit);
          }
          return time instanceof LocalTime ofDay ? ofDay.truncatedTo(unit) : time;
        },
        Duration.of(1, unit));
  }

  private static Optional<Unit> ofDate(TimeUnitRange range) {
    return switch (range) {
      case DAY -> of(date -> date, Period.ofDays(1));
      case WEEK -> of(date -> date.with(ChronoField.DAY_OF_WEEK, 1), Period.ofWeeks(1));
      case MONTH -> of(date -> date.withDayOfMonth(1), Period.ofMonths(1));
      case QUARTER ->
          of(
              date -> LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1),
              Period.ofMonths(3));
      case YEAR -> of(date -> date.withDayOfYear(1), Period.ofYears(1));
      case DECADE ->
          of(
              date -> LocalDate.of(Math.floorDiv(date.getYear(), 10) * 10, 1, 1),
              Period.ofYears(10));
      case CENTURY -> ofYears(CENTURY);
      case MILLENNIUM -> ofYears(MILLENNIUM);
      default -> Optional.empty();
    };
  }

  /** The first century began with the year 1. */
  private static Optional<Unit> ofYears(int years) {
    return of(
        date -> LocalDate.of(Math.floorDiv(date.getYear() - 1, years) * years + 1, 1, 1),
        Period.ofYears(years));
  }

  private static Optional<Unit> of(UnaryOperator<LocalDate> start, TemporalAmount length) {
    return Optional.of(
        new Unit(
            time ->
                time instanceof LocalDateTime at
                    ? start.apply(at.toLocalDate()).atStartOfDay()
                    : start.apply((LocalDate) time),
            length));
  }
}
