package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** EXTRACT, and FLOOR and CEIL of dates to a unit of time. */
final class DateParts {
  /** The years that databases can hold are inside of this. */
  private static final Interval YEARS = Interval.of(-1_000_000_001, 1_000_000_001);

  /** The seconds of those years. */
  private static final Interval SECONDS =
      Interval.of(-40_000_000_000_000_000L, 40_000_000_000_000_000L);

  private static final int NANO_DIGITS = 9;

  private DateParts() {}

  static Term extract(Analysis in, RexCall call) {
    String part = DpOperators.symbol((RexLiteral) call.getOperands().get(0)).name();
    Term timestamp = DateShifts.ordinary(in, in.of(call.getOperands().get(1)));
    if (timestamp.isNull()) {
      return Leaves.nothing(in, call.getType());
    }
    if (!isOffered(part, timestamp.family())) {
      throw ExpressionMessages.unitNotOffered(
          call.getOperator().getName(), part, timestamp.family().name());
    }
    return switch (part) {
      case "EPOCH" -> epoch(in, call, timestamp);
      case "YEAR", "ISOYEAR" ->
          part(
              in,
              call,
              timestamp,
              YEARS,
              timestamp.soft().map(range -> years(range, timestamp, part)));
      case "DECADE", "CENTURY", "MILLENNIUM" ->
          part(
              in,
              call,
              timestamp,
              YEARS,
              timestamp.soft().map(range -> longer(range, timestamp, part)));
      default -> {
        Interval range = parts(part);
        yield part(in, call, timestamp, range, Optional.of(range));
      }
    };
  }

  private static boolean isOffered(String part, ComparisonFamily family) {
    boolean ofTime =
        switch (part) {
          case "HOUR", "MINUTE", "SECOND" -> true;
          default -> false;
        };
    boolean ofDate =
        switch (part) {
          case "DECADE", "CENTURY", "MILLENNIUM" -> true;
          case "YEAR", "ISOYEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOW", "ISODOW", "DOY" -> true;
          case "EPOCH" -> true;
          default -> false;
        };
    return switch (family) {
      case DATE -> ofDate;
      case TIME -> ofTime;
      case TIMESTAMP -> ofDate || ofTime;
      default -> false;
    };
  }

  /** Wide enough for every database's way of counting weeks and days of the week. */
  private static Interval parts(String part) {
    return switch (part) {
      case "QUARTER" -> Interval.of(1, 4);
      case "MONTH" -> Interval.of(1, 12);
      case "WEEK" -> Interval.of(0, 54);
      case "DAY" -> Interval.of(1, 31);
      case "DOW" -> Interval.of(0, 7);
      case "ISODOW" -> Interval.of(1, 7);
      case "DOY" -> Interval.of(1, 366);
      case "HOUR" -> Interval.of(0, 23);
      default -> Interval.of(0, 59);
    };
  }

  private static Interval years(Interval range, Term timestamp, String part) {
    Interval years =
        Intervals.map(
            range,
            end ->
                BigDecimal.valueOf(TemporalNumbers.timestamp(end, timestamp.family()).getYear()));
    // The first and last days of a year may count to the next or the last one by ISO 8601.
    return part.equals("YEAR") ? years : Intervals.add(years, Interval.of(-1, 1));
  }

  /** The first century begins with the year 1, and the first whole decade with the year 10. */
  private static Interval longer(Interval range, Term timestamp, String part) {
    return Intervals.map(
        range,
        end -> {
          int year = TemporalNumbers.timestamp(end, timestamp.family()).getYear();
          return BigDecimal.valueOf(
              switch (part) {
                case "DECADE" -> Math.floorDiv(year, 10);
                case "CENTURY" -> Math.floorDiv(year - 1, 100) + 1;
                default -> Math.floorDiv(year - 1, 1000) + 1;
              });
        });
  }

  private static Term part(
      Analysis in, RexCall call, Term timestamp, Interval hard, Optional<Interval> soft) {
    RelDataType type = in.emit().type(SqlTypeName.INTEGER);
    RexNode node =
        in.emit().call(type, call.getOperator(), call.getOperands().get(0), timestamp.node());
    return new Term(node, Optional.of(hard), soft, Optional.of(BigDecimal.ONE));
  }

  private static Term epoch(Analysis in, RexCall call, Term timestamp) {
    Emit emit = in.emit();
    RelDataType type = emit.decimal(Emit.MAX_DIGITS, NANO_DIGITS);
    RexNode seconds =
        emit.call(type, call.getOperator(), call.getOperands().get(0), timestamp.node());
    RexNode whole = emit.cast(emit.call(type, SqlStdOperatorTable.FLOOR, seconds), emit.bigint());
    return new Term(
        whole,
        Optional.of(SECONDS),
        timestamp.soft().map(range -> Intervals.enclose(seconds(range, timestamp.family()), 0)),
        Optional.of(BigDecimal.ONE));
  }

  private static Interval seconds(Interval range, ComparisonFamily family) {
    return family == ComparisonFamily.DATE
        ? Intervals.map(range, end -> end.multiply(TemporalNumbers.SECONDS_PER_DAY))
        : range;
  }

  /** The start of a unit, as this package writes it. */
  static Term truncate(Analysis in, RexCall call) {
    Units unit = unit(call, call.getOperands().get(0));
    return start(in, call, unit, in.of(call.getOperands().get(1)));
  }

  /** FLOOR or CEIL to a unit. */
  static Term step(Analysis in, RexCall call) {
    Units unit = unit(call, call.getOperands().get(1));
    Term timestamp = in.of(call.getOperands().get(0));
    if (timestamp.isNull()) {
      return timestamp;
    }
    if (call.getKind() == SqlKind.FLOOR) {
      return start(in, call, unit, timestamp);
    }
    Term safe = DateShifts.inside(in, timestamp, ConstantInterval.of(unit));
    Term start = start(in, call, unit, safe);
    Term next = DateShifts.plus(in, start, ConstantInterval.of(unit));
    RelDataType type = timestamp.node().getType();
    RexNode node =
        in.emit()
            .cases(
                type,
                in.emit().test(SqlStdOperatorTable.EQUALS, start.node(), safe.node()),
                safe.node(),
                next.node());
    return new Term(
        node,
        Arithmetic.join(safe.hard(), next.hard(), Interval::hull),
        Arithmetic.join(safe.soft(), next.soft(), Interval::hull),
        Optional.empty());
  }

  private static Units unit(RexCall call, RexNode symbol) {
    Enum<?> name = DpOperators.symbol((RexLiteral) symbol);
    return Units.of(name)
        .orElseThrow(
            () -> ExpressionMessages.unitNotOffered(call.getOperator().getName(), name.name()));
  }

  private static Term start(Analysis in, RexCall call, Units unit, Term timestamp) {
    boolean fits =
        switch (timestamp.family()) {
          case DATE -> unit.isOfDates();
          case TIMESTAMP -> true;
          default -> false;
        };
    if (!fits) {
      throw ExpressionMessages.unitNotOffered(
          call.getOperator().getName(), unit.name(), timestamp.family().name());
    }
    // The first week of time starts before time does.
    Term safe =
        unit == Units.WEEK
            ? DateShifts.inside(in, timestamp, ConstantInterval.of(unit).negate())
            : DateShifts.ordinary(in, timestamp);
    RelDataType type = timestamp.node().getType();
    Emit emit = in.emit();
    RexNode start = emit.call(type, DpOperators.DATE_TRUNC, emit.rex().makeFlag(unit), safe.node());
    return new Term(
        timestamp.family() == ComparisonFamily.DATE ? emit.cast(start, type) : start,
        safe.hard().map(range -> starts(range, unit, timestamp.family())),
        safe.soft().map(range -> starts(range, unit, timestamp.family())),
        Optional.empty());
  }

  private static Interval starts(Interval range, Units unit, ComparisonFamily family) {
    Interval starts =
        Intervals.map(
            range,
            end ->
                TemporalNumbers.number(unit.start(TemporalNumbers.timestamp(end, family)), family));
    return unit == Units.WEEK ? starts.hull(range) : starts;
  }
}
