package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.expression.StrictCall.Function;
import org.dpjdbc.run.finish.expression.StrictCall.Known;

/**
 * Arithmetic of dates and times. An interval is a number in between: months, or milliseconds, as
 * Calcite writes its literals.
 */
public final class DateFunctions {
  static final long MILLIS_PER_DAY = 86_400_000;

  private DateFunctions() {}

  /** The call, if it is one of these. */
  static Optional<Known> compile(RexCall call, RelDataTypeSystem system) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case PLUS -> isTime(operands.get(0)) ? shift(call, 1) : Optional.empty();
      case MINUS -> isTime(operands.get(0)) ? minus(call) : Optional.empty();
      case EXTRACT -> DateFields.extract(call, system);
      case FLOOR, CEIL -> operands.size() == 2 ? DateSteps.of(call) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean isTime(RexNode node) {
    return isTime(node.getType());
  }

  static boolean isTime(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE, TIME, TIMESTAMP -> true;
      default -> false;
    };
  }

  private static Optional<Known> minus(RexCall call) {
    if (!isTime(call.getOperands().get(1))) {
      return shift(call, -1);
    }
    if (!SqlTypeUtil.isInterval(call.getType()) || !sameTypes(call)) {
      return Optional.empty();
    }
    Function difference =
        inMonths(call.getType())
            ? values ->
                ChronoUnit.MONTHS.between((Temporal) values.get(1), (Temporal) values.get(0))
            : values -> millis(values.get(0)) - millis(values.get(1));
    return Optional.of(new Known(call.getOperands(), difference));
  }

  private static boolean sameTypes(RexCall call) {
    return call.getOperands().get(0).getType().getSqlTypeName()
        == call.getOperands().get(1).getType().getSqlTypeName();
  }

  static boolean inMonths(RelDataType interval) {
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

  /** A date, a time or a timestamp in milliseconds and their fractions. */
  public static BigDecimal exactMillis(Temporal time) {
    long days = time.isSupported(ChronoField.EPOCH_DAY) ? time.getLong(ChronoField.EPOCH_DAY) : 0;
    long nanos =
        time.isSupported(ChronoField.NANO_OF_DAY) ? time.getLong(ChronoField.NANO_OF_DAY) : 0;
    return BigDecimal.valueOf(days * MILLIS_PER_DAY).add(BigDecimal.valueOf(nanos, 6));
  }

  private static Optional<Known> shift(RexCall call, int sign) {
    SqlTypeName from = call.getOperands().get(0).getType().getSqlTypeName();
    SqlTypeName to = call.getType().getSqlTypeName();
    boolean fromMidnight = from == SqlTypeName.DATE && to == SqlTypeName.TIMESTAMP;
    RelDataType interval = call.getOperands().get(1).getType();
    if (!SqlTypeUtil.isInterval(interval) || (from != to && !fromMidnight)) {
      return Optional.empty();
    }
    boolean months = inMonths(interval);
    return Optional.of(
        new Known(
            call.getOperands(),
            values -> {
              Temporal time =
                  fromMidnight
                      ? ((LocalDate) values.get(0)).atStartOfDay()
                      : (Temporal) values.get(0);
              return plus(time, sign * Numbers.toLong(values.get(1)), months);
            }));
  }

  private static Object plus(Temporal time, long amount, boolean months) {
    if (months) {
      return time instanceof LocalTime ? time : time.plus(amount, ChronoUnit.MONTHS);
    }
    return time instanceof LocalDate date
        ? date.plusDays(Math.floorDiv(amount, MILLIS_PER_DAY))
        : time.plus(amount, ChronoUnit.MILLIS);
  }
}
