package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Roots, powers, exponentials and logarithms, in double precision. Outside of its domain the
 * argument becomes NULL; inside, a result can neither overflow nor be NaN.
 */
final class Powers {
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** exp of it is below 1E300. */
  private static final BigDecimal MAX_EXPONENT = BigDecimal.valueOf(690);

  /** What libraries may be off, and more. */
  private static final BigDecimal RELATIVE_ERROR = new BigDecimal("1E-13");

  /** The logarithm of the smallest positive double, to any of the bases, is above it. */
  private static final BigDecimal MIN_LOGARITHM = BigDecimal.valueOf(-1075);

  private static final int MAX_POWER = 64;
  private static final int NEAREST_DIGITS = 150;

  private Powers() {}

  static Term root(Analysis in, RexCall call) {
    return root(in, in.floating(call.getOperands().get(0)));
  }

  private static Term root(Analysis in, Term x) {
    if (x.isNull() || x.hard().orElseThrow().upper().signum() < 0) {
      return Leaves.nothing(in, in.emit().floating());
    }
    RexNode argument = positive(in, x, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, true);
    RexNode node = in.emit().call(in.emit().floating(), SqlStdOperatorTable.SQRT, argument);
    return new Term(
        node, x.hard().map(Powers::rootRange), x.soft().map(Powers::rootRange), Optional.empty());
  }

  private static Interval rootRange(Interval range) {
    Interval positive = fromZero(range);
    return Intervals.floating(
        Intervals.widened(
            Intervals.map(positive, end -> end.sqrt(MathContext.DECIMAL64)), RELATIVE_ERROR));
  }

  private static Interval fromZero(Interval range) {
    return Intervals.map(range, end -> end.max(BigDecimal.ZERO));
  }

  /** The argument, or NULL if it is negative (or zero). */
  private static RexNode positive(Analysis in, Term x, SqlOperator test, boolean zeroToo) {
    int sign = x.hard().orElseThrow().lower().signum();
    if (sign > 0 || (sign == 0 && zeroToo)) {
      return x.node();
    }
    Emit emit = in.emit();
    return emit.cases(
        emit.floating(), emit.test(test, x.node(), emit.approximate(BigDecimal.ZERO)), x.node());
  }

  static Term cubeRoot(Analysis in, RexCall call) {
    Term x = in.floating(call.getOperands().get(0));
    if (x.isNull()) {
      return Leaves.nothing(in, in.emit().floating());
    }
    return new Term(
        in.emit().call(in.emit().floating(), call.getOperator(), x.node()),
        x.hard().map(range -> computed(range, StrictMath::cbrt)),
        x.soft().map(range -> computed(range, StrictMath::cbrt)),
        Optional.empty());
  }

  static Term exponential(Analysis in, RexCall call) {
    Term x = in.floating(call.getOperands().get(0));
    Interval range = x.hard().orElseThrow();
    Emit emit = in.emit();
    if (x.isNull() || range.lower().compareTo(MAX_EXPONENT) > 0) {
      return Leaves.nothing(in, emit.floating());
    }
    RexNode argument = x.node();
    if (!Interval.within(MAX_EXPONENT).contains(range)) {
      RexNode min = emit.approximate(MAX_EXPONENT.negate());
      argument =
          emit.cases(
              emit.floating(),
              emit.test(SqlStdOperatorTable.LESS_THAN, x.node(), min),
              min,
              emit.test(
                  SqlStdOperatorTable.LESS_THAN_OR_EQUAL, x.node(), emit.approximate(MAX_EXPONENT)),
              x.node());
    }
    return new Term(
        emit.call(emit.floating(), call.getOperator(), argument),
        x.hard().map(Powers::exponentialRange),
        x.soft().map(Powers::exponentialRange),
        Optional.empty());
  }

  private static Interval exponentialRange(Interval range) {
    return computed(Interval.within(MAX_EXPONENT).clip(range), StrictMath::exp);
  }

  /** The range of a function that never decreases, from its values at the ends. */
  private static Interval computed(Interval range, DoubleUnaryOperator function) {
    Interval ends =
        Intervals.map(range, end -> BigDecimal.valueOf(function.applyAsDouble(end.doubleValue())));
    return Intervals.floating(Intervals.widened(ends, RELATIVE_ERROR));
  }

  static Term logarithm(Analysis in, RexCall call) {
    Term exact = in.finite(call.getOperands().get(0));
    Term x = in.floating(exact);
    if (x.isNull() || x.hard().orElseThrow().upper().signum() <= 0) {
      return Leaves.nothing(in, in.emit().floating());
    }
    RexNode argument = positive(in, x, SqlStdOperatorTable.GREATER_THAN, false);
    RexNode node = in.emit().call(in.emit().floating(), call.getOperator(), argument);
    DoubleUnaryOperator function = logarithm(call.getOperator());
    // Exact numbers above zero are at least one unit of their last decimal.
    Optional<BigDecimal> min = exact.unit();
    Interval hard =
        logarithmRange(x.hard().orElseThrow(), min, function)
            .orElseGet(
                () ->
                    new Interval(
                        MIN_LOGARITHM,
                        computed(Interval.point(x.hard().orElseThrow().upper()), function)
                            .upper()
                            .max(BigDecimal.ZERO)));
    return new Term(
        node,
        Optional.of(hard),
        x.soft().flatMap(range -> logarithmRange(range, min, function)),
        Optional.empty());
  }

  private static DoubleUnaryOperator logarithm(SqlOperator operator) {
    return switch (operator.getName()) {
      case "LN" -> StrictMath::log;
      case "LOG10" -> StrictMath::log10;
      default -> x -> StrictMath.log(x) / StrictMath.log(2);
    };
  }

  /** Empty if arguments can be arbitrarily close to zero: then nothing bounds it from below. */
  private static Optional<Interval> logarithmRange(
      Interval range, Optional<BigDecimal> min, DoubleUnaryOperator function) {
    BigDecimal lower = min.map(range.lower()::max).orElse(range.lower());
    if (lower.signum() <= 0) {
      return Optional.empty();
    }
    return Optional.of(computed(new Interval(lower, lower.max(range.upper())), function));
  }

  static Term power(Analysis in, RexCall call) {
    BigDecimal exponent =
        Constants.signed(call.getOperands().get(1))
            .filter(value -> Interval.within(BigDecimal.valueOf(MAX_POWER)).contains(value))
            .orElseThrow(
                () ->
                    ExpressionMessages.needsLiteral(
                        call.getOperator().getName(), "the exponent", "from -64 to 64"));
    if (exponent.compareTo(HALF) == 0) {
      return root(in, in.floating(call.getOperands().get(0)));
    }
    return in.fitting(
        call,
        place -> power(place, place.finite(call.getOperands().get(0)), Intervals.plain(exponent)));
  }

  private static Optional<Term> power(Analysis in, Term exact, BigDecimal exponent) {
    boolean whole = exponent.scale() <= 0;
    Term x = in.floating(exact);
    if (x.isNull() || isOutside(x.hard().orElseThrow(), exponent)) {
      return Optional.of(Leaves.nothing(in, in.emit().floating()));
    }
    BigDecimal nearest =
        exact.unit().orElse(Grids.decimals(NEAREST_DIGITS / (exponent.abs().intValue() + 1)));
    RexNode argument = argument(in, x, exponent, nearest);
    Interval hard = x.hard().orElseThrow();
    Optional<Interval> bounded = range(hard, exponent, whole, nearest);
    if (bounded.isEmpty() || !Arithmetic.isSafe(bounded.get())) {
      return Optional.empty();
    }
    boolean softNearZero =
        exponent.signum() < 0
            && exact.unit().isEmpty()
            && x.soft().filter(r -> near(r, nearest)).isPresent();
    RexNode node =
        in.emit()
            .call(
                in.emit().floating(),
                SqlStdOperatorTable.POWER,
                argument,
                in.emit().exact(exponent));
    return Optional.of(
        new Term(
            node,
            bounded,
            softNearZero
                ? Optional.empty()
                : x.soft().flatMap(range -> range(range, exponent, whole, nearest)),
            Optional.empty()));
  }

  private static boolean isOutside(Interval x, BigDecimal exponent) {
    boolean fraction = exponent.scale() > 0;
    return (fraction && x.upper().signum() < 0)
        || (exponent.signum() < 0 && x.lower().signum() == 0 && x.upper().signum() == 0);
  }

  private static boolean near(Interval range, BigDecimal nearest) {
    return range.lower().compareTo(nearest) < 0 && range.upper().compareTo(nearest.negate()) > 0;
  }

  private static RexNode argument(Analysis in, Term x, BigDecimal exponent, BigDecimal nearest) {
    Term domain = x;
    if (exponent.scale() > 0) {
      domain = x.as(positive(in, x, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, true));
    }
    return exponent.signum() < 0 && near(x.hard().orElseThrow(), nearest)
        ? Clamp.awayFromZero(in.emit(), domain.node(), nearest)
        : domain.node();
  }

  /** The range of a power; empty if it cannot be computed in double precision. */
  private static Optional<Interval> range(
      Interval x, BigDecimal exponent, boolean whole, BigDecimal nearest) {
    if (exponent.signum() == 0) {
      return Optional.of(Interval.of(1, 1));
    }
    Interval size = Intervals.abs(whole ? x : fromZero(x));
    if (exponent.signum() < 0) {
      size = Intervals.map(size, end -> end.max(nearest));
    }
    double power = exponent.doubleValue();
    double one = StrictMath.pow(size.lower().doubleValue(), power);
    double other = StrictMath.pow(size.upper().doubleValue(), power);
    if (!Double.isFinite(one) || !Double.isFinite(other)) {
      return Optional.empty();
    }
    BigDecimal low = BigDecimal.valueOf(Math.min(one, other));
    BigDecimal high = BigDecimal.valueOf(Math.max(one, other));
    boolean odd = whole && exponent.toBigInteger().testBit(0);
    Interval positive = new Interval(low, high);
    Interval all = positive;
    if (odd && x.lower().signum() < 0) {
      all =
          x.upper().signum() < 0
              ? Intervals.negate(positive)
              : Intervals.negate(positive).hull(positive);
    }
    return Optional.of(Intervals.floating(Intervals.widened(all, RELATIVE_ERROR)));
  }
}
