package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * A date or timestamp plus or minus an interval: a constant one, an integer times one, or a choice
 * among such. The operand is clamped to years for which the result stays between the years 1 and
 * 9999, whatever the number.
 */
final class DateShifts {
  /** The last microsecond: of what has as many digits nothing is later. */
  private static final int LAST_NANOS = 999_999_000;

  private static final LocalDateTime FIRST = TemporalNumbers.FIRST_DAY.atStartOfDay();
  private static final LocalDateTime LAST =
      TemporalNumbers.LAST_DAY.atTime(LocalTime.of(23, 59, 59, LAST_NANOS));

  /** The range to assume for a timestamp about which nothing is known. */
  private static final LocalDateTime USUAL_FROM = LocalDate.of(1000, 1, 1).atStartOfDay();

  private static final LocalDateTime USUAL_TO = LocalDate.of(3000, 1, 1).atStartOfDay();

  /** DuckDB multiplies an interval by no other numbers. */
  private static final Interval NUMBERS = Interval.within(BigDecimal.valueOf(Integer.MAX_VALUE));

  private DateShifts() {}

  static Term shift(Analysis in, RexCall call) {
    boolean minus = call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE);
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    boolean intervalFirst = !minus && SqlTypeUtil.isInterval(first.getType());
    RexNode interval = intervalFirst ? first : second;
    RexNode of = intervalFirst ? second : first;
    if (interval.getKind() == SqlKind.CASE) {
      return in.of(distributed(in, call, of, (RexCall) interval));
    }
    Optional<ConstantInterval> constant = ConstantInterval.of(interval);
    if (constant.isEmpty()) {
      return Repeated.of(interval)
          .filter(repeated -> in.emit().multipliesIntervals())
          .map(repeated -> shift(in, call, of, minus ? repeated.negate() : repeated))
          .orElseThrow(
              () -> ExpressionMessages.needsLiteral(call.getOperator().getName(), "the interval"));
    }
    Term timestamp = in.of(of);
    if (timestamp.isNull()) {
      return timestamp;
    }
    check(call, timestamp, constant.get());
    ConstantInterval signed = minus ? constant.get().negate() : constant.get();
    return plus(in, inside(in, timestamp, signed), signed);
  }

  private static void check(RexCall call, Term timestamp, ConstantInterval span) {
    boolean fits =
        switch (timestamp.family()) {
          case DATE -> span.isWholeDays();
          case TIMESTAMP -> true;
          default -> false;
        };
    if (!fits) {
      throw ExpressionMessages.unitNotOffered(
          call.getOperator().getName(), "an interval of parts of a day", timestamp.family().name());
    }
  }

  /** The shift in each branch of a CASE of intervals. */
  private static RexNode distributed(
      Analysis in, RexCall shift, RexNode timestamp, RexCall choice) {
    RexBuilder rex = in.emit().rex();
    List<RexNode> branches = new ArrayList<>();
    for (int i = 0; i < choice.getOperands().size(); i++) {
      RexNode operand = choice.getOperands().get(i);
      boolean condition = i % 2 == 0 && i < choice.getOperands().size() - 1;
      if (condition) {
        branches.add(operand);
      } else if (RexLiteral.isNullLiteral(operand)) {
        branches.add(rex.makeNullLiteral(shift.getType()));
      } else {
        branches.add(
            rex.makeCall(shift.getType(), shift.getOperator(), List.of(timestamp, operand)));
      }
    }
    return rex.makeCall(shift.getType(), SqlStdOperatorTable.CASE, branches);
  }

  /**
   * An integer times a constant interval.
   *
   * @param span not negative
   */
  private record Repeated(RexNode count, ConstantInterval span, boolean negative) {
    static Optional<Repeated> of(RexNode interval) {
      if (interval.getKind() == SqlKind.MINUS_PREFIX) {
        return of(((RexCall) interval).getOperands().get(0)).map(Repeated::negate);
      } else if (interval.getKind() != SqlKind.TIMES) {
        return Optional.empty();
      }
      List<RexNode> factors = ((RexCall) interval).getOperands();
      return of(factors.get(0), factors.get(1)).or(() -> of(factors.get(1), factors.get(0)));
    }

    private static Optional<Repeated> of(RexNode count, RexNode interval) {
      return ConstantInterval.of(interval)
          .map(
              span ->
                  new Repeated(count, span.isNegative() ? span.negate() : span, span.isNegative()));
    }

    Repeated negate() {
      return new Repeated(count, span, !negative);
    }

    private Optional<ConstantInterval> times(BigDecimal number) {
      return span.times(negative ? number.negate() : number);
    }

    Optional<Interval> yearsBefore(BigDecimal number, ComparisonFamily family) {
      return times(number).flatMap(length -> DateShifts.yearsBefore(length, family));
    }

    /** For all numbers of a range: the more, the later, or the earlier. */
    Optional<Interval> shifted(Interval range, Interval numbers, ComparisonFamily family) {
      return times(numbers.lower())
          .flatMap(
              minimum ->
                  times(numbers.upper())
                      .map(
                          most ->
                              DateShifts.shifted(range, minimum, family)
                                  .hull(DateShifts.shifted(range, most, family))));
    }
  }

  private static boolean isIntegral(Term number) {
    return ComparisonFamily.isInteger(number.node().getType())
        || (number.family() == ComparisonFamily.EXACT
            && number.grid().filter(grid -> Intervals.plain(grid).scale() == 0).isPresent());
  }

  /** Whether clamping a timestamp to the supported years keeps its expected range. */
  private static boolean leaves(Term timestamp, Interval years) {
    return timestamp.hard().filter(years::contains).isPresent()
        || years.contains(timestamp.soft().orElseGet(() -> usual(timestamp.family())));
  }

  private static Interval usual(ComparisonFamily family) {
    return new Interval(
        TemporalNumbers.number(USUAL_FROM, family), TemporalNumbers.number(USUAL_TO, family));
  }

  /** The timestamp is clamped so that both the smallest and the largest number can be added. */
  private static Term shift(Analysis in, RexCall call, RexNode of, Repeated repeated) {
    return in.fitting(
        call,
        place -> {
          Term timestamp = place.of(of);
          Term count = place.finite(repeated.count());
          if (timestamp.isNull() || count.isNull()) {
            return Optional.of(Leaves.nothing(place, call.getType()));
          }
          if (!isIntegral(count)) {
            throw ExpressionMessages.needsLiteral(call.getOperator().getName(), "the interval");
          }
          check(call, timestamp, repeated.span());
          Interval numbers = count.hard().orElseThrow();
          ComparisonFamily family = timestamp.family();
          if (!NUMBERS.contains(numbers)) {
            return Optional.empty();
          }
          Optional<Interval> years =
              repeated
                  .yearsBefore(numbers.lower(), family)
                  .flatMap(
                      first ->
                          repeated
                              .yearsBefore(numbers.upper(), family)
                              .flatMap(second -> common(first, second)));
          if (years.filter(found -> leaves(timestamp, found)).isEmpty()) {
            return Optional.empty();
          }
          Term safe = inside(place, timestamp, years.get());
          RexNode interval = call.getOperands().get(call.getOperands().get(0).equals(of) ? 1 : 0);
          RexNode length =
              place
                  .emit()
                  .call(
                      interval.getType(),
                      SqlStdOperatorTable.MULTIPLY,
                      ComparisonFamily.isInteger(count.node().getType())
                          ? count.node()
                          : place.emit().cast(count.node(), place.emit().bigint()),
                      repeated.span().literal(place.emit().rex()));
          return Optional.of(
              plus(
                  place,
                  safe,
                  length,
                  repeated.negative(),
                  safe.hard().flatMap(range -> repeated.shifted(range, numbers, family)),
                  safe.soft()
                      .flatMap(
                          range ->
                              repeated
                                  .shifted(range, count.soft().orElse(numbers), family)
                                  .or(() -> repeated.shifted(range, numbers, family)))));
        });
  }

  /** The timestamp, already within the range where adding is safe. */
  static Term plus(Analysis in, Term timestamp, ConstantInterval span) {
    ComparisonFamily family = timestamp.family();
    ConstantInterval size = span.isNegative() ? span.negate() : span;
    return plus(
        in,
        timestamp,
        size.literal(in.emit().rex()),
        span.isNegative(),
        timestamp.hard().map(range -> shifted(range, span, family)),
        timestamp.soft().map(range -> shifted(range, span, family)));
  }

  private static Term plus(
      Analysis in,
      Term timestamp,
      RexNode length,
      boolean minus,
      Optional<Interval> hard,
      Optional<Interval> soft) {
    RelDataType type = timestamp.node().getType();
    RexNode shifted =
        in.emit()
            .call(
                type,
                minus ? SqlStdOperatorTable.MINUS_DATE : SqlStdOperatorTable.DATETIME_PLUS,
                timestamp.node(),
                length);
    return new Term(
        // Some databases make a timestamp of it.
        timestamp.family() == ComparisonFamily.DATE ? in.emit().cast(shifted, type) : shifted,
        hard,
        soft,
        Optional.empty());
  }

  /**
   * Several last days of a month may be moved to one, at whatever time of the day they are: of
   * timestamps the later one may then be the earlier.
   */
  private static Interval shifted(Interval range, ConstantInterval span, ComparisonFamily family) {
    LocalDateTime from = TemporalNumbers.timestamp(range.lower(), family);
    LocalDateTime to = TemporalNumbers.timestamp(range.upper(), family);
    LocalDateTime lower = span.addTo(from);
    LocalDateTime upper = span.addTo(to);
    if (span.months() != 0 && family == ComparisonFamily.TIMESTAMP) {
      int lastBelow = lower.toLocalDate().lengthOfMonth();
      if (from.getDayOfMonth() >= lastBelow && from.toLocalDate().lengthOfMonth() > lastBelow) {
        lower = lower.toLocalDate().atStartOfDay();
      }
      if (to.getDayOfMonth() > upper.toLocalDate().lengthOfMonth()) {
        upper = upper.toLocalDate().plusDays(1).atStartOfDay();
      }
    }
    return new Interval(
        TemporalNumbers.number(lower, family), TemporalNumbers.number(upper, family));
  }

  /**
   * The timestamp, or NULL if its year is outside those that have all parts in both types, on
   * databases that have other years.
   */
  static Term ordinary(Analysis in, Term timestamp) {
    if (!in.emit().hasInfiniteTimestamps() || !timestamp.family().isDay() || timestamp.isNull()) {
      return timestamp;
    }
    Interval years = years(ConstantInterval.NONE, timestamp.family());
    if (timestamp.hard().filter(years::contains).isPresent()) {
      return timestamp;
    }
    RelDataType type = timestamp.node().getType();
    RexNode within =
        in.emit()
            .test(
                SqlStdOperatorTable.AND,
                in.emit()
                    .test(
                        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                        timestamp.node(),
                        literal(in, years, type, true)),
                in.emit()
                    .test(
                        SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                        timestamp.node(),
                        literal(in, years, type, false)));
    return new Term(
        in.emit().cases(type, within, timestamp.node()),
        Optional.of(years),
        timestamp.soft().map(years::clip),
        timestamp.grid());
  }

  /** The timestamp, clamped so that the interval can be added. */
  static Term inside(Analysis in, Term timestamp, ConstantInterval span) {
    return inside(in, timestamp, years(span, timestamp.family()));
  }

  private static Term inside(Analysis in, Term timestamp, Interval years) {
    if (timestamp.hard().filter(years::contains).isPresent()) {
      return timestamp;
    }
    RelDataType type = timestamp.node().getType();
    RexNode clamped =
        Clamp.ordered(
            in.emit(),
            timestamp.node(),
            literal(in, years, type, true),
            literal(in, years, type, false),
            type);
    return new Term(
        clamped, Optional.of(years), timestamp.soft().map(years::clip), timestamp.grid());
  }

  private static Interval years(ConstantInterval span, ComparisonFamily family) {
    return yearsBefore(span, family).orElseThrow(ExpressionMessages::intervalTooLong);
  }

  /** The years from which adding stays within the calendar; empty if there are none. */
  private static Optional<Interval> yearsBefore(ConstantInterval span, ComparisonFamily family) {
    try {
      LocalDateTime lower = span.isNegative() ? span.negate().addTo(FIRST) : FIRST;
      LocalDateTime upper = span.isNegative() ? LAST : span.negate().addTo(LAST);
      return lower.isAfter(upper)
          ? Optional.empty()
          : Optional.of(
              new Interval(
                  TemporalNumbers.number(lower, family), TemporalNumbers.number(upper, family)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty(); // beyond all years, like one that is merely too long
    }
  }

  private static Optional<Interval> common(Interval one, Interval other) {
    BigDecimal lower = one.lower().max(other.lower());
    BigDecimal upper = one.upper().min(other.upper());
    return lower.compareTo(upper) > 0 ? Optional.empty() : Optional.of(new Interval(lower, upper));
  }

  private static RexNode literal(Analysis in, Interval years, RelDataType type, boolean first) {
    ComparisonFamily family = ComparisonFamily.of(type);
    LocalDateTime end = TemporalNumbers.timestamp(first ? years.lower() : years.upper(), family);
    return family == ComparisonFamily.DATE
        ? TemporalNumbers.literal(in.emit().rex(), end.toLocalDate())
        : TemporalNumbers.literal(in.emit().rex(), end, type);
  }
}
