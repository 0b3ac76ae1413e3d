package org.dpjdbc.plan.bounds;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * A date or timestamp plus or minus a constant interval. The operand is moved into those years from
 * which the result stays between the years 1 and 9999.
 */
final class DateShifts {
  private static final LocalDateTime FIRST = Moments.FIRST_DAY.atStartOfDay();
  private static final LocalDateTime LAST = Moments.LAST_DAY.atTime(LocalTime.of(23, 59, 59));

  private DateShifts() {}

  static Term shift(Analysis in, RexCall call) {
    boolean minus = call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE);
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    boolean intervalFirst = !minus && Span.of(first).isPresent();
    Span span =
        Span.of(intervalFirst ? first : second)
            .orElseThrow(
                () ->
                    ExpressionMessages.needsLiteral(call.getOperator().getName(), "the interval"));
    Term moment = in.of(intervalFirst ? second : first);
    if (moment.isNull()) {
      return moment;
    }
    boolean fits =
        switch (moment.family()) {
          case DATE -> span.isWholeDays();
          case TIMESTAMP -> true;
          default -> false;
        };
    if (!fits) {
      throw ExpressionMessages.unitNotOffered(call.getOperator().getName(), "this interval");
    }
    Span signed = minus ? span.negate() : span;
    return plus(in, inside(in, moment, signed), signed);
  }

  /** The moment where adding is safe, already. */
  static Term plus(Analysis in, Term moment, Span span) {
    RelDataType type = moment.node().getType();
    Family family = moment.family();
    Span size = span.isNegative() ? span.negate() : span;
    RexNode shifted =
        in.emit()
            .call(
                type,
                span.isNegative()
                    ? SqlStdOperatorTable.MINUS_DATE
                    : SqlStdOperatorTable.DATETIME_PLUS,
                moment.node(),
                size.literal(in.emit().rex()));
    return new Term(
        // Some databases make a timestamp of it.
        family == Family.DATE ? in.emit().cast(shifted, type) : shifted,
        moment.hard().map(range -> shifted(range, span, family)),
        moment.soft().map(range -> shifted(range, span, family)),
        Optional.empty());
  }

  private static Interval shifted(Interval range, Span span, Family family) {
    return Intervals.map(
        range, end -> Moments.number(span.addTo(Moments.moment(end, family)), family));
  }

  /**
   * The moment, or NULL if it is in none of the years that have all parts and both types, where the
   * database has others.
   */
  static Term ordinary(Analysis in, Term moment) {
    if (!in.emit().hasEndlessMoments() || !moment.family().isDay() || moment.isNull()) {
      return moment;
    }
    Interval years = years(Span.NONE, moment.family());
    if (moment.hard().filter(years::contains).isPresent()) {
      return moment;
    }
    RelDataType type = moment.node().getType();
    RexNode within =
        in.emit()
            .test(
                SqlStdOperatorTable.AND,
                in.emit()
                    .test(
                        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                        moment.node(),
                        literal(in, years, type, true)),
                in.emit()
                    .test(
                        SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                        moment.node(),
                        literal(in, years, type, false)));
    return new Term(
        in.emit().cases(type, within, moment.node()),
        Optional.of(years),
        moment.soft().map(years::clip),
        moment.grid());
  }

  /** The moment, clamped to where the span can be added. */
  static Term inside(Analysis in, Term moment, Span span) {
    Family family = moment.family();
    Interval years = years(span, family);
    if (moment.hard().filter(years::contains).isPresent()) {
      return moment;
    }
    RelDataType type = moment.node().getType();
    RexNode clamped =
        Clamp.ordered(
            in.emit(),
            moment.node(),
            literal(in, years, type, true),
            literal(in, years, type, false),
            type);
    return new Term(clamped, Optional.of(years), moment.soft().map(years::clip), moment.grid());
  }

  private static Interval years(Span span, Family family) {
    try {
      LocalDateTime lower = span.isNegative() ? span.negate().addTo(FIRST) : FIRST;
      LocalDateTime upper = span.isNegative() ? LAST : span.negate().addTo(LAST);
      if (!lower.isAfter(upper)) {
        return new Interval(Moments.number(lower, family), Moments.number(upper, family));
      }
    } catch (DateTimeException | ArithmeticException e) {
      // An interval beyond all years: refused below like one that is merely too long.
    }
    throw ExpressionMessages.intervalTooLong();
  }

  private static RexNode literal(Analysis in, Interval years, RelDataType type, boolean first) {
    Family family = Family.of(type);
    LocalDateTime end = Moments.moment(first ? years.lower() : years.upper(), family);
    return family == Family.DATE
        ? Moments.literal(in.emit().rex(), end.toLocalDate())
        : Moments.literal(in.emit().rex(), end, type);
  }
}
