package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * TIMESTAMPDIFF: how many borders of a unit lie between two dates. Calcite translates the call to
 * the length of an interval, divided by the unit's; here it is translated back, because no database
 * reads that.
 */
final class DateDistances {
  /** More seconds than any database's calendar holds. */
  private static final BigDecimal ALL = BigDecimal.valueOf(80_000_000_000_000_000L);

  /** Of a month. */
  private static final int MIN_DAYS = 28;

  private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

  private DateDistances() {}

  /** Whether the node is (the inner part of) what Calcite makes of TIMESTAMPDIFF. */
  static boolean isTranslated(RexNode node) {
    return node instanceof RexCall call
        && (call.getOperator().equals(SqlStdOperatorTable.REINTERPRET)
            || call.getOperator().equals(SqlStdOperatorTable.DIVIDE_INTEGER));
  }

  static Term translated(Analysis in, RexCall call) {
    RexNode length = call;
    BigDecimal divisor = BigDecimal.ONE;
    while (length.getKind() == SqlKind.CAST
        || (length instanceof RexCall quotient
            && quotient.getOperator().equals(SqlStdOperatorTable.DIVIDE_INTEGER))) {
      List<RexNode> operands = ((RexCall) length).getOperands();
      if (length.getKind() != SqlKind.CAST) {
        divisor =
            divisor.multiply(Constants.signed(operands.get(1)).orElseThrow(DateDistances::refusal));
      }
      length = operands.get(0);
    }
    if (!(length instanceof RexCall reinterpret)
        || !reinterpret.getOperator().equals(SqlStdOperatorTable.REINTERPRET)
        || !(reinterpret.getOperands().get(0) instanceof RexCall difference)
        || !difference.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)) {
      throw refusal();
    }
    SqlIntervalQualifier qualifier = difference.getType().getIntervalQualifier();
    if (qualifier == null) {
      throw refusal();
    }
    Units unit = unit(qualifier.isYearMonth(), divisor).orElseThrow(DateDistances::refusal);
    List<RexNode> ends = difference.getOperands();
    return unit == Units.DAY && qualifier.getStartUnit() == TimeUnit.SECOND
        ? wholeDays(in, distance(in, Units.SECOND, ends.get(1), ends.get(0)))
        : distance(in, unit, ends.get(1), ends.get(0));
  }

  /** The days that have passed as a whole, which {@code EXTRACT(DAY FROM a - b)} counts. */
  private static Term wholeDays(Analysis in, Term seconds) {
    if (seconds.isNull()) {
      return seconds;
    }
    BigDecimal perDay = BigDecimal.valueOf(Units.DAY.seconds());
    Term day =
        Term.ranged(in.emit().exact(perDay), Interval.point(perDay), Optional.of(BigDecimal.ONE));
    return TruncatedDivision.exact(in, seconds, day);
  }

  private static RefusedException refusal() {
    return ExpressionMessages.functionNotOffered("-");
  }

  private static Optional<Units> unit(boolean yearMonth, BigDecimal divisor) {
    for (Units unit : Units.values()) {
      BigDecimal length =
          yearMonth
              ? BigDecimal.valueOf(unit.months())
              : BigDecimal.valueOf(unit.seconds()).multiply(MILLIS);
      if (unit.isCounted() && length.compareTo(divisor) == 0) {
        return Optional.of(unit);
      }
    }
    return Optional.empty();
  }

  static Term distance(Analysis in, RexCall call) {
    Enum<?> symbol = DpOperators.symbol((RexLiteral) call.getOperands().get(0));
    Units unit =
        Units.of(symbol)
            .filter(Units::isCounted)
            .orElseThrow(
                () ->
                    ExpressionMessages.unitNotOffered(call.getOperator().getName(), symbol.name()));
    return distance(in, unit, call.getOperands().get(1), call.getOperands().get(2));
  }

  private static Term distance(Analysis in, Units unit, RexNode from, RexNode to) {
    Term start = DateShifts.ordinary(in, in.of(uncast(from)));
    Term end = DateShifts.ordinary(in, in.of(uncast(to)));
    if (start.isNull() || end.isNull()) {
      return Leaves.nothing(in, in.emit().bigint());
    }
    for (Term timestamp : List.of(start, end)) {
      if (timestamp.family() != ComparisonFamily.DATE
          && timestamp.family() != ComparisonFamily.TIMESTAMP) {
        throw ExpressionMessages.unitNotOffered(
            DpOperators.DATE_DIFF.getName(), unit.name(), timestamp.family().name());
      }
    }
    Emit emit = in.emit();
    return new Term(
        emit.call(
            emit.bigint(),
            DpOperators.DATE_DIFF,
            emit.rex().makeFlag(unit),
            start.node(),
            end.node()),
        range(unit, start, end, start.hard(), end.hard()).or(() -> Optional.of(all(unit))),
        range(unit, start, end, start.soft(), end.soft()),
        Optional.of(BigDecimal.ONE));
  }

  /** More than any database's calendar holds. */
  private static Interval all(Units unit) {
    long seconds = Math.max(unit.seconds(), (long) unit.months() * MIN_DAYS * Units.DAY.seconds());
    return Interval.within(ALL.divide(BigDecimal.valueOf(seconds), 0, RoundingMode.UP));
  }

  private static Optional<Interval> range(
      Units unit, Term start, Term end, Optional<Interval> from, Optional<Interval> to) {
    return from.flatMap(
        first ->
            to.map(
                last -> {
                  Interval borders =
                      Intervals.subtract(
                          indexes(unit, last, end.family()), indexes(unit, first, start.family()));
                  // Weeks start on a day of the database's choice.
                  return unit == Units.WEEK ? Intervals.add(borders, Interval.of(-1, 1)) : borders;
                }));
  }

  private static Interval indexes(Units unit, Interval range, ComparisonFamily family) {
    return Intervals.map(range, value -> unit.index(TemporalNumbers.timestamp(value, family)));
  }

  /** A date needs no cast to be counted from. */
  private static RexNode uncast(RexNode node) {
    if (node.getKind() == SqlKind.CAST
        && ComparisonFamily.of(node.getType()) == ComparisonFamily.TIMESTAMP) {
      RexNode from = ((RexCall) node).getOperands().get(0);
      return ComparisonFamily.of(from.getType()) == ComparisonFamily.DATE ? from : node;
    }
    return node;
  }
}
