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
    Term moment = DateShifts.ordinary(in, in.of(call.getOperands().get(1)));
    if (moment.isNull()) {
      return Leaves.nothing(in, call.getType());
    }
    if (!isOffered(part, moment.family())) {
      throw ExpressionMessages.unitNotOffered(
          call.getOperator().getName(), part, moment.family().name());
    }
    return switch (part) {
      case "EPOCH" -> epoch(in, call, moment);
      case "YEAR", "ISOYEAR" ->
          part(in, call, moment, YEARS, moment.soft().map(range -> years(range, moment, part)));
      case "DECADE", "CENTURY", "MILLENNIUM" ->
          part(in, call, moment, YEARS, moment.soft().map(range -> longer(range, moment, part)));
      default -> {
        Interval range = parts(part);
        yield part(in, call, moment, range, Optional.of(range));
      }
    };
  }

  private static boolean isOffered(String part, Family family) {
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

  private static Interval years(Interval range, Term moment, String part) {
    Interval years =
        Intervals.map(
            range, end -> BigDecimal.valueOf(Moments.moment(end, moment.family()).getYear()));
    // The first and last days of a year may count to the next or the last one by ISO 8601.
    return part.equals("YEAR") ? years : Intervals.add(years, Interval.of(-1, 1));
  }

  /** The first century begins with the year 1, and the first whole decade with the year 10. */
  private static Interval longer(Interval range, Term moment, String part) {
    return Intervals.map(
        range,
        end -> {
          int year = Moments.moment(end, moment.family()).getYear();
          return BigDecimal.valueOf(
              switch (part) {
                case "DECADE" -> Math.floorDiv(year, 10);
                case "CENTURY" -> Math.floorDiv(year - 1, 100) + 1;
                default -> Math.floorDiv(year - 1, 1000) + 1;
              });
        });
  }

  private static Term part(
      Analysis in, RexCall call, Term moment, Interval hard, Optional<Interval> soft) {
    RelDataType type = in.emit().type(SqlTypeName.INTEGER);
    RexNode node =
        in.emit().call(type, call.getOperator(), call.getOperands().get(0), moment.node());
    return new Term(node, Optional.of(hard), soft, Optional.of(BigDecimal.ONE));
  }

  private static Term epoch(Analysis in, RexCall call, Term moment) {
    Emit emit = in.emit();
    RelDataType type = emit.decimal(Emit.MAX_DIGITS, NANO_DIGITS);
    RexNode seconds = emit.call(type, call.getOperator(), call.getOperands().get(0), moment.node());
    RexNode whole = emit.cast(emit.call(type, SqlStdOperatorTable.FLOOR, seconds), emit.bigint());
    return new Term(
        whole,
        Optional.of(SECONDS),
        moment.soft().map(range -> Intervals.enclose(seconds(range, moment.family()), 0)),
        Optional.of(BigDecimal.ONE));
  }

  private static Interval seconds(Interval range, Family family) {
    return family == Family.DATE
        ? Intervals.map(range, end -> end.multiply(Moments.SECONDS_PER_DAY))
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
    Term moment = in.of(call.getOperands().get(0));
    if (moment.isNull()) {
      return moment;
    }
    if (call.getKind() == SqlKind.FLOOR) {
      return start(in, call, unit, moment);
    }
    Term safe = DateShifts.inside(in, moment, Span.of(unit));
    Term start = start(in, call, unit, safe);
    Term next = DateShifts.plus(in, start, Span.of(unit));
    RelDataType type = moment.node().getType();
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

  private static Term start(Analysis in, RexCall call, Units unit, Term moment) {
    boolean fits =
        switch (moment.family()) {
          case DATE -> unit.isOfDates();
          case TIMESTAMP -> true;
          default -> false;
        };
    if (!fits) {
      throw ExpressionMessages.unitNotOffered(
          call.getOperator().getName(), unit.name(), moment.family().name());
    }
    // The first week of time starts before time does.
    Term safe =
        unit == Units.WEEK
            ? DateShifts.inside(in, moment, Span.of(unit).negate())
            : DateShifts.ordinary(in, moment);
    RelDataType type = moment.node().getType();
    Emit emit = in.emit();
    RexNode start = emit.call(type, DpOperators.DATE_TRUNC, emit.rex().makeFlag(unit), safe.node());
    return new Term(
        moment.family() == Family.DATE ? emit.cast(start, type) : start,
        safe.hard().map(range -> starts(range, unit, moment.family())),
        safe.soft().map(range -> starts(range, unit, moment.family())),
        Optional.empty());
  }

  private static Interval starts(Interval range, Units unit, Family family) {
    Interval starts =
        Intervals.map(
            range, end -> Moments.number(unit.start(Moments.moment(end, family)), family));
    return unit == Units.WEEK ? starts.hull(range) : starts;
  }
}
