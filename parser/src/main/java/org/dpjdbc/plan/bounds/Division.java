package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.validate.IntegerDivision;

/** Quotients and remainders: NULL if the divisor is zero. */
final class Division {
  /**
   * A floating-point divisor nearer to zero than this counts as zero: the quotient could overflow,
   * which is an error on some databases.
   */
  static final BigDecimal NEAREST = new BigDecimal("1E-150");

  /** Decimals of a quotient that is rounded, at least, where there is room for them. */
  private static final int ROUNDED_DECIMALS = 10;

  /** Without room for so many it is refused. */
  private static final int MIN_DECIMALS = 4;

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
          if (Arithmetic.isFloating(a, b)) {
            return floating(place, a, b);
          }
          if (place.emit().isForeign()) {
            return ComparisonFamily.isInteger(call.getType())
                ? TruncatedDivision.divide(place, a, b)
                : foreign(place, a, b);
          }
          if (dividesInDoubles(place.emit(), a, b)) {
            return floating(place, a, b);
          }
          if (place.emit().dividesIntegersAsDecimals()) {
            return decimals(place, a, b);
          }
          return ComparisonFamily.isInteger(call.getType())
              ? TruncatedDivision.divide(place, a, b)
              : decimals(place, a, b);
        });
  }

  private static boolean dividesInDoubles(Emit emit, Term dividend, Term divisor) {
    return emit.dividesInDoubles() || !emit.dividesDecimals(scale(dividend), scale(divisor));
  }

  private static int scale(Term term) {
    return ComparisonFamily.scale(term.node().getType());
  }

  private static boolean isZeroOrNull(Term divisor) {
    Interval range = divisor.hard().orElseThrow();
    return divisor.isNull() || (range.lower().signum() == 0 && range.upper().signum() == 0);
  }

  private static BigDecimal nearest(Term divisor) {
    return divisor.unit().orElse(NEAREST);
  }

  private static boolean canBeNear(Interval divisor, BigDecimal nearest) {
    return divisor.lower().compareTo(nearest) < 0
        && divisor.upper().compareTo(nearest.negate()) > 0;
  }

  /** The divisor, or NULL if it is zero. */
  static RexNode guarded(Analysis in, Term divisor) {
    return canBeNear(divisor.hard().orElseThrow(), nearest(divisor))
        ? in.emit().unlessZero(divisor.node())
        : divisor.node();
  }

  static Optional<Interval> quotient(
      Optional<Interval> a, Optional<Interval> b, BigDecimal nearest) {
    return a.flatMap(
        left -> b.map(right -> Intervals.divide(left, right, nearest).orElse(Interval.of(0, 0))));
  }

  private static Optional<Term> floating(Analysis in, Term a, Term b) {
    BigDecimal nearest = nearest(b);
    Term dividend =
        NearZero.divisible(in.emit(), in.floating(a), b.hard().orElseThrow().magnitude());
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

  private static Optional<Term> decimals(Analysis in, Term a, Term b) {
    BigDecimal nearest = nearest(b);
    Interval divisor = b.hard().orElseThrow();
    if (b.unit().isEmpty() && canBeNear(divisor, nearest)) {
      return Optional.empty();
    }
    Interval exact = quotient(a.hard(), b.hard(), nearest).orElseThrow();
    boolean rounds = in.emit().keepsDecimals();
    int decimals = rounds ? rounded(a, exact) : reliable(in, a, b);
    Interval hard = Intervals.enclose(exact, decimals);
    int digits = Intervals.integerDigits(hard.magnitude()) + decimals;
    if (digits > Emit.MAX_DIGITS) {
      return Optional.empty();
    }
    RelDataType type = in.emit().decimal(digits, decimals);
    // What is a decimal to the query may be computed as an integer, and its quotient is none.
    boolean integers =
        ComparisonFamily.isInteger(a.node().getType())
            && ComparisonFamily.isInteger(b.node().getType())
            && !in.emit().dividesIntegersAsDecimals();
    RexNode dividend =
        integers ? in.emit().cast(a.node(), in.emit().decimal(precision(a), 0)) : a.node();
    RexNode quotient = in.emit().call(type, SqlStdOperatorTable.DIVIDE, dividend, guarded(in, b));
    return Optional.of(
        new Term(
            rounds ? in.emit().cast(quotient, type) : quotient,
            Optional.of(hard),
            quotient(a.soft(), b.soft(), nearest).map(range -> Intervals.enclose(range, decimals)),
            Optional.empty()));
  }

  /**
   * Rounded to as many decimals as where the database keeps all of them, whatever this one's own
   * division has: it is given a dividend of more decimals, or integers where it divides in doubles.
   */
  private static Optional<Term> foreign(Analysis in, Term a, Term b) {
    BigDecimal nearest = nearest(b);
    if (b.unit().isEmpty() && canBeNear(b.hard().orElseThrow(), nearest)) {
      return Optional.empty();
    }
    Interval exact = quotient(a.hard(), b.hard(), nearest).orElseThrow();
    int decimals = rounded(a, exact);
    if (decimals < ROUNDED_DECIMALS) {
      return Optional.empty();
    }
    Interval hard = Intervals.enclose(exact, decimals);
    int digits = Intervals.integerDigits(hard.magnitude()) + 1 + decimals;
    Optional<RexNode> quotient =
        in.emit().dividesInDoubles()
            ? ofIntegers(in, a, b, digits, decimals)
            : ofLonger(in, a, b, digits, decimals);
    return quotient.map(
        node ->
            new Term(
                in.emit().cast(node, in.emit().decimal(digits, decimals)),
                Optional.of(hard),
                quotient(a.soft(), b.soft(), nearest)
                    .map(range -> Intervals.enclose(range, decimals)),
                Optional.empty()));
  }

  private static Optional<RexNode> ofLonger(Analysis in, Term a, Term b, int digits, int decimals) {
    Emit emit = in.emit();
    int longer = Intervals.integerDigits(a.hard().orElseThrow().magnitude()) + decimals;
    int more = Math.max(scale(b), 2 * scale(b) - decimals);
    boolean fits =
        longer + more <= Emit.MAX_DIGITS
            && digits + scale(b) <= Emit.MAX_DIGITS
            && emit.dividesDecimals(decimals, scale(b));
    return fits
        ? Optional.of(
            emit.call(
                emit.decimal(Emit.MAX_DIGITS, decimals),
                SqlStdOperatorTable.DIVIDE,
                emit.cast(a.node(), emit.decimal(longer, decimals)),
                guarded(in, b)))
        : Optional.empty();
  }

  /** Truncated behind one decimal more, so that it is rounded as the whole quotient is. */
  private static Optional<RexNode> ofIntegers(
      Analysis in, Term a, Term b, int digits, int decimals) {
    Emit emit = in.emit();
    int shift = decimals + 1 + scale(b);
    int whole = digits + 1;
    boolean fits =
        precision(a) + shift + 1 <= Emit.MAX_DIGITS
            && precision(b) + scale(b) + 1 <= Emit.MAX_DIGITS
            && whole + decimals + 2 <= Emit.MAX_DIGITS;
    if (!fits) {
      return Optional.empty();
    }
    RexNode quotient =
        emit.call(
            emit.decimal(Emit.MAX_DIGITS, 0),
            IntegerDivision.OPERATOR,
            shifted(emit, a, a.node(), shift),
            shifted(emit, b, guarded(in, b), scale(b)));
    return Optional.of(
        emit.call(
            emit.decimal(whole + decimals + 2, decimals + 1),
            SqlStdOperatorTable.MULTIPLY,
            emit.cast(quotient, emit.decimal(whole, 0)),
            emit.exact(BigDecimal.ONE.movePointLeft(decimals + 1))));
  }

  /** The factor has as many digits as the product: of two short ones DuckDB keeps 18 digits. */
  private static RexNode shifted(Emit emit, Term number, RexNode node, int places) {
    RelDataType type = emit.decimal(precision(number) + places + 1, scale(number));
    RexNode times =
        places == 0
            ? node
            : emit.call(
                type,
                SqlStdOperatorTable.MULTIPLY,
                emit.cast(node, type),
                emit.exact(BigDecimal.TEN.pow(places)));
    return emit.cast(times, emit.decimal(Emit.MAX_DIGITS, 0));
  }

  /** Digits of the numbers that there may be. */
  private static int precision(Term number) {
    return Intervals.integerDigits(number.hard().orElseThrow().magnitude()) + scale(number);
  }

  /** As many as the dividend has, and more if it has few, but no more than there is room for. */
  private static int rounded(Term dividend, Interval quotient) {
    int wanted = Math.max(scale(dividend), ROUNDED_DECIMALS);
    int digits = Intervals.integerDigits(Intervals.enclose(quotient, 0).magnitude());
    return Math.max(MIN_DECIMALS, Math.min(wanted, Emit.MAX_DIGITS - digits));
  }

  /** See {@link BackendTypes#quotientDecimals}. */
  private static int reliable(Analysis in, Term dividend, Term divisor) {
    RelDataType type = divisor.node().getType();
    int scale = ComparisonFamily.scale(type);
    int digits =
        divisor.node() instanceof RexInputRef
            ? type.getPrecision()
            : significantDigits(divisor, scale);
    return in.emit().quotientDecimals(scale(dividend), scale, digits);
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

  /** The sign is the dividend's; NULL if the divisor is zero. */
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
            throw ExpressionMessages.functionNotOffered(call.getOperator().getName());
          }
          return remainder(place, a, b);
        });
  }

  private static Optional<Term> remainder(Analysis in, Term a, Term b) {
    int scale = Math.max(scale(a), scale(b));
    boolean integers =
        ComparisonFamily.isInteger(a.node().getType())
            && ComparisonFamily.isInteger(b.node().getType());
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
    if (!integers && !in.emit().canHave(quotient(a, b), 0)) {
      // To find the remainder, Trino divides, and fails where the quotient has too many digits.
      return Optional.empty();
    }
    if (!integers && in.emit().dividesInDoubles()) {
      // Where the two have not room in one decimal, the remainder is one of doubles, too.
      if (!in.emit().canHave(a.hard().orElseThrow(), scale)) {
        return Optional.empty();
      }
      dividend = in.emit().cast(dividend, in.emit().decimal(Emit.MAX_DIGITS, scale));
    } else if (integers && mayOverflow(a, b)) {
      dividend = in.emit().cast(dividend, in.emit().decimal(Emit.MAX_DIGITS, 0));
    } else if (integers && b.isLiteral() && isNarrower(a.node().getType(), type)) {
      // For DuckDB a literal has the other operand's type, and so has the remainder.
      dividend = in.emit().cast(dividend, type);
    }
    // H2 rounds a remainder to the divisor's type: it must have all the decimals.
    boolean rounds = !integers && scale(b) < scale;
    if (!integers && (rounds || ComparisonFamily.isInteger(b.node().getType()))) {
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

  /** The integers that a quotient of decimals, of a divisor that is not zero, may be. */
  private static Interval quotient(Term a, Term b) {
    Interval divisors = b.hard().orElseThrow();
    BigDecimal minimum =
        divisors.lower().signum() > 0
            ? divisors.lower()
            : divisors.upper().signum() < 0
                ? divisors.upper().negate()
                : BigDecimal.ONE.movePointLeft(scale(b));
    BigDecimal most = a.hard().orElseThrow().magnitude();
    return Interval.within(most.divide(minimum, 0, RoundingMode.UP));
  }

  /**
   * The smallest integer, divided by -1, is an error of some databases though its remainder is 0.
   */
  private static boolean mayOverflow(Term a, Term b) {
    BigDecimal min = ComparisonFamily.typeRange(a.node().getType()).orElseThrow().lower();
    return a.hard().orElseThrow().lower().compareTo(min) <= 0
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
    return !divisor.isLiteral() && isNarrower(own, fitting) ? own : fitting;
  }

  private static boolean isNarrower(RelDataType one, RelDataType other) {
    return one.getSqlTypeName().compareTo(other.getSqlTypeName()) < 0;
  }
}
