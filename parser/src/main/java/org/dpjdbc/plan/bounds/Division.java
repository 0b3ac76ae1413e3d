package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
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
          if (Arithmetic.isFloating(a, b)) {
            return floating(place, a, b);
          }
          return Family.isInteger(a.node().getType()) && Family.isInteger(b.node().getType())
              ? integers(place, a, b)
              : decimals(place, call, a, b);
        });
  }

  /** The least distance from zero of a divisor that is not zero. */
  private static BigDecimal nearest(Term divisor) {
    return divisor.family() == Family.EXACT
        ? Grids.decimals(Family.scale(divisor.node().getType()))
        : NEAREST;
  }

  private static boolean canBeNear(Interval divisor, BigDecimal nearest) {
    return divisor.lower().compareTo(nearest) < 0
        && divisor.upper().compareTo(nearest.negate()) > 0;
  }

  private static RexNode guarded(Analysis in, Term divisor) {
    Interval range = divisor.hard().orElseThrow();
    BigDecimal nearest = nearest(divisor);
    if (!canBeNear(range, nearest)) {
      return divisor.node();
    }
    return divisor.family() == Family.EXACT
        ? in.emit().unlessZero(divisor.node())
        : Clamp.awayFromZero(in.emit(), divisor.node(), nearest);
  }

  private static Optional<Interval> quotient(
      Optional<Interval> a, Optional<Interval> b, BigDecimal nearest) {
    return a.flatMap(
        left -> b.map(right -> Intervals.divide(left, right, nearest).orElse(Interval.of(0, 0))));
  }

  private static Optional<Term> floating(Analysis in, Term a, Term b) {
    Term dividend = in.floating(a);
    RexNode divisor = in.floating(b.as(guarded(in, b))).node();
    BigDecimal nearest = nearest(b);
    // Soft ranges only where the divisor keeps away from zero: else nothing useful bounds it.
    Optional<Interval> softDivisor =
        b.soft().filter(range -> b.family() == Family.EXACT || !canBeNear(range, nearest));
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

  private static Optional<Term> decimals(Analysis in, RexCall call, Term a, Term b) {
    BigDecimal nearest = nearest(b);
    Interval exact = quotient(a.hard(), b.hard(), nearest).orElseThrow();
    int decimals = decimals(a.node().getType(), b);
    Interval hard = Intervals.enclose(exact, decimals);
    if (Intervals.integerDigits(hard.magnitude()) > Emit.MAX_DIGITS - decimals) {
      return Optional.empty();
    }
    RelDataType type =
        Family.of(call.getType()) == Family.EXACT ? call.getType() : a.node().getType();
    return Optional.of(
        new Term(
            in.emit().call(type, SqlStdOperatorTable.DIVIDE, a.node(), guarded(in, b)),
            Optional.of(hard),
            quotient(a.soft(), b.soft(), nearest).map(range -> Intervals.enclose(range, decimals)),
            Optional.empty()));
  }

  /**
   * How many decimals of a quotient can be relied on. H2 keeps scale(a) − scale(b) + 2 ·
   * precision(b) of them, MySQL four more than the dividend has; the others keep more.
   */
  private static int decimals(RelDataType dividend, Term divisor) {
    int scale = Family.scale(divisor.node().getType());
    int precision =
        divisor.isLiteral()
            ? Constants.number((RexLiteral) divisor.node())
                .map(value -> Intervals.plain(value).precision())
                .orElse(1)
            : divisor.node().getType().getPrecision();
    int kept = Family.scale(dividend) - scale + 2 * precision;
    return Math.max(0, Math.min(kept, Family.scale(dividend) + 4));
  }

  /** The sign is the dividend's; NULL where the divisor is zero. */
  static Term modulo(Analysis in, RexCall call) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          Term b = place.finite(call.getOperands().get(1));
          if (Arithmetic.isFloating(a, b)) {
            throw Messages.functionNotOffered(call.getOperator().getName());
          }
          return Optional.of(remainder(place, SqlStdOperatorTable.MOD, a, b));
        });
  }

  private static Term remainder(Analysis in, SqlOperator operator, Term a, Term b) {
    int scale = Math.max(Family.scale(a.node().getType()), Family.scale(b.node().getType()));
    Interval hard = remainder(a.hard().orElseThrow(), b.hard().orElseThrow(), scale);
    Optional<Interval> divisors = a.soft().isPresent() ? b.soft().or(b::hard) : b.soft();
    Optional<Interval> soft =
        divisors.map(
            divisor ->
                remainder(a.soft().orElse(Interval.within(divisor.magnitude())), divisor, scale));
    return new Term(
        in.emit().call(remainderType(in, a, b, hard, scale), operator, a.node(), guarded(in, b)),
        Optional.of(hard),
        soft,
        Grids.common(a.grid(), b.grid()));
  }

  private static Interval remainder(Interval dividend, Interval divisor, int scale) {
    BigDecimal limit = divisor.magnitude().subtract(Grids.decimals(scale)).max(BigDecimal.ZERO);
    return new Interval(
        dividend.lower().signum() < 0 ? dividend.lower().max(limit.negate()) : BigDecimal.ZERO,
        dividend.upper().signum() > 0 ? dividend.upper().min(limit) : BigDecimal.ZERO);
  }

  /**
   * A remainder is of the divisor's type on H2, of the wider one elsewhere: the narrower counts.
   */
  private static RelDataType remainderType(Analysis in, Term a, Term b, Interval hard, int scale) {
    RelDataType divisor = b.node().getType();
    RelDataType fitting = in.emit().exactType(hard, scale);
    boolean narrower =
        Family.isInteger(divisor)
            && Family.isInteger(a.node().getType())
            && !b.isLiteral()
            && divisor.getSqlTypeName().compareTo(fitting.getSqlTypeName()) < 0;
    return narrower ? divisor : fitting;
  }
}
