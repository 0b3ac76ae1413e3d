package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.BackendTypes;
import org.dpjdbc.sql.Messages;

/** Quotients and remainders: NULL where the divisor is zero. */
final class Division {
  /**
   * A floating-point divisor nearer to zero than this counts as zero: the quotient could overflow,
   * which is an error on some databases.
   */
  static final BigDecimal NEAREST = new BigDecimal("1E-150");

  private Division() {}

  static Term divide(Analysis in, RexCall call) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          Term b = place.finite(call.getOperands().get(1));
          if (a.isNull() || isZeroOrNull(b)) {
            return Optional.of(Leaves.nothing(place, call.getType()));
          }
          if (Arithmetic.isFloating(a, b) || place.emit().dividesInDoubles()) {
            return floating(place, a, b);
          }
          if (place.emit().dividesIntegersAsDecimals()) {
            return decimals(place, a, b);
          }
          if (Family.isInteger(a.node().getType()) && Family.isInteger(b.node().getType())) {
            return integers(place, a, b);
          }
          return wasInteger(call) ? Optional.empty() : decimals(place, a, b);
        });
  }

  private static boolean isZeroOrNull(Term divisor) {
    Interval range = divisor.hard().orElseThrow();
    return divisor.isNull() || (range.lower().signum() == 0 && range.upper().signum() == 0);
  }

  /** Integers are divided as such: where one had to be computed in DECIMAL, they cannot be. */
  private static boolean wasInteger(RexCall call) {
    return call.getOperands().stream().allMatch(o -> Family.isInteger(o.getType()));
  }

  private static BigDecimal nearest(Term divisor) {
    return divisor.unit().orElse(NEAREST);
  }

  private static boolean canBeNear(Interval divisor, BigDecimal nearest) {
    return divisor.lower().compareTo(nearest) < 0
        && divisor.upper().compareTo(nearest.negate()) > 0;
  }

  /** The divisor, or NULL where it is zero. */
  private static RexNode guarded(Analysis in, Term divisor) {
    return canBeNear(divisor.hard().orElseThrow(), nearest(divisor))
        ? in.emit().unlessZero(divisor.node())
        : divisor.node();
  }

  private static Optional<Interval> quotient(
      Optional<Interval> a, Optional<Interval> b, BigDecimal nearest) {
    return a.flatMap(
        left -> b.map(right -> Intervals.divide(left, right, nearest).orElse(Interval.of(0, 0))));
  }

  private static Optional<Term> floating(Analysis in, Term a, Term b) {
    Term dividend = in.floating(a);
    BigDecimal nearest = nearest(b);
    boolean near = canBeNear(b.hard().orElseThrow(), nearest);
    RexNode divisor =
        near && b.unit().isEmpty()
            ? Clamp.awayFromZero(in.emit(), in.floating(b).node(), nearest)
            : in.floating(b.as(guarded(in, b))).node();
    // Soft ranges only where the divisor keeps away from zero: else nothing useful bounds it.
    Optional<Interval> softDivisor =
        b.soft().filter(range -> b.unit().isPresent() || !canBeNear(range, nearest));
    return Arithmetic.floatingResult(
        new Term(
            in.emit()
                .call(in.emit().floating(), SqlStdOperatorTable.DIVIDE, dividend.node(), divisor),
            quotient(dividend.hard(), b.hard().map(Intervals::floating), nearest),
            quotient(dividend.soft(), softDivisor.map(Intervals::floating), nearest),
            Optional.empty()));
  }

  /** Truncated towards zero, in a type that the database also divides integers in. */
  private static Optional<Term> integers(Analysis in, Term a, Term b) {
    Interval hard = truncated(quotient(a.hard(), b.hard(), BigDecimal.ONE).orElseThrow());
    Optional<Interval> soft =
        quotient(a.soft(), b.soft().or(b::hard), BigDecimal.ONE).map(Division::truncated);
    Arithmetic.Result result = new Arithmetic.Result(hard, soft, Optional.of(BigDecimal.ONE), 0);
    List<Term> operands = List.of(a, b.as(guarded(in, b)));
    return Arithmetic.workingType(in, operands, result)
        .filter(Family::isInteger)
        .flatMap(type -> Arithmetic.exactCall(in, SqlStdOperatorTable.DIVIDE, operands, result));
  }

  private static Interval truncated(Interval range) {
    return Intervals.round(range, 0, RoundingMode.DOWN);
  }

  private static Optional<Term> decimals(Analysis in, Term a, Term b) {
    BigDecimal nearest = nearest(b);
    Interval divisor = b.hard().orElseThrow();
    if (b.unit().isEmpty() && canBeNear(divisor, nearest)) {
      return Optional.empty();
    }
    Interval exact = quotient(a.hard(), b.hard(), nearest).orElseThrow();
    int decimals = reliable(in, a, b);
    Interval hard = Intervals.enclose(exact, decimals);
    int digits = Intervals.integerDigits(hard.magnitude()) + decimals;
    if (digits > Emit.MAX_DIGITS) {
      return Optional.empty();
    }
    return Optional.of(
        new Term(
            in.emit()
                .call(
                    in.emit().decimal(digits, decimals),
                    SqlStdOperatorTable.DIVIDE,
                    a.node(),
                    guarded(in, b)),
            Optional.of(hard),
            quotient(a.soft(), b.soft(), nearest).map(range -> Intervals.enclose(range, decimals)),
            Optional.empty()));
  }

  /** See {@link BackendTypes#quotientDecimals}. */
  private static int reliable(Analysis in, Term dividend, Term divisor) {
    RelDataType type = divisor.node().getType();
    int scale = Family.scale(type);
    int digits =
        divisor.node() instanceof RexInputRef
            ? type.getPrecision()
            : significantDigits(divisor, scale);
    return in.emit().quotientDecimals(Family.scale(dividend.node().getType()), scale, digits);
  }

  /** What the database must at least reserve for the values. */
  private static int significantDigits(Term divisor, int scale) {
    return divisor.node() instanceof RexLiteral literal
        ? Constants.number(literal).map(BigDecimal::precision).orElse(1)
        : Math.max(
            1,
            divisor
                .hard()
                .orElseThrow()
                .magnitude()
                .setScale(scale, RoundingMode.DOWN)
                .precision());
  }

  /** The sign is the dividend's; NULL where the divisor is zero. */
  static Term modulo(Analysis in, RexCall call) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          Term b = place.finite(call.getOperands().get(1));
          if (a.isNull() || isZeroOrNull(b)) {
            return Optional.of(Leaves.nothing(place, call.getType()));
          }
          if (Arithmetic.isFloating(a, b)) {
            throw Messages.functionNotOffered(call.getOperator().getName());
          }
          return remainder(place, a, b);
        });
  }

  private static Optional<Term> remainder(Analysis in, Term a, Term b) {
    int scale = Math.max(Family.scale(a.node().getType()), Family.scale(b.node().getType()));
    boolean integers = Family.isInteger(a.node().getType()) && Family.isInteger(b.node().getType());
    BigDecimal unit = integers ? BigDecimal.ONE : BigDecimal.ZERO;
    Interval hard = remainder(a.hard().orElseThrow(), b.hard().orElseThrow(), unit);
    Optional<Interval> divisors = a.soft().isPresent() ? b.soft().or(b::hard) : b.soft();
    Optional<Interval> soft =
        divisors.map(
            divisor ->
                remainder(a.soft().orElse(Interval.within(divisor.magnitude())), divisor, unit));
    RexNode divisor = guarded(in, b);
    RelDataType type = integers ? narrower(in, b, hard) : in.emit().decimalType(hard, scale);
    RexNode dividend = a.node();
    if (!integers && in.emit().dividesInDoubles()) {
      // Where the two have not room in one decimal, the remainder is one of doubles, too.
      if (!in.emit().canHave(a.hard().orElseThrow(), scale)) {
        return Optional.empty();
      }
      dividend = in.emit().cast(dividend, in.emit().decimal(Emit.MAX_DIGITS, scale));
    } else if (integers && mayOverflow(a, b)) {
      dividend = in.emit().cast(dividend, in.emit().decimal(Emit.MAX_DIGITS, 0));
    }
    // H2 rounds a remainder to the divisor's type: it must have all the decimals.
    boolean rounds = !integers && Family.scale(b.node().getType()) < scale;
    if (!integers && (rounds || Family.isInteger(b.node().getType()))) {
      int digits = Intervals.integerDigits(b.hard().orElseThrow().magnitude()) + scale;
      if (digits > Emit.MAX_DIGITS) {
        return Optional.empty();
      }
      // The cast may round to zero what was none.
      RexNode rounded = in.emit().cast(b.node(), in.emit().decimal(digits, scale));
      divisor = in.emit().unlessZero(rounded);
    }
    return Optional.of(
        new Term(
            in.emit().call(type, SqlStdOperatorTable.MOD, dividend, divisor),
            Optional.of(hard),
            soft,
            Grids.common(a.grid(), b.grid())));
  }

  /** The least integer, divided by -1, is an error of some databases though its remainder is 0. */
  private static boolean mayOverflow(Term a, Term b) {
    BigDecimal least = Family.typeRange(a.node().getType()).orElseThrow().lower();
    return a.hard().orElseThrow().lower().compareTo(least) <= 0
        && b.hard().orElseThrow().contains(BigDecimal.ONE.negate());
  }

  private static Interval remainder(Interval dividend, Interval divisor, BigDecimal unit) {
    BigDecimal limit = divisor.magnitude().subtract(unit).max(BigDecimal.ZERO);
    return new Interval(
        dividend.lower().signum() < 0 ? dividend.lower().max(limit.negate()) : BigDecimal.ZERO,
        dividend.upper().signum() > 0 ? dividend.upper().min(limit) : BigDecimal.ZERO);
  }

  /**
   * A remainder of integers is of the divisor's type on H2, of the wider one elsewhere: the
   * narrower counts.
   */
  private static RelDataType narrower(Analysis in, Term divisor, Interval hard) {
    RelDataType own = divisor.node().getType();
    RelDataType fitting = in.emit().exactType(hard, 0);
    return !divisor.isLiteral() && own.getSqlTypeName().compareTo(fitting.getSqlTypeName()) < 0
        ? own
        : fitting;
  }
}
