package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The integer grid of an aggregated expression.
 *
 * @param range what the expression is clamped to
 * @param step the grid
 * @param lower least integer
 * @param upper greatest integer
 * @param floating whether integers are computed in floating point
 */
record Grid(Interval range, BigDecimal step, BigInteger lower, BigInteger upper, boolean floating) {
  /** Steps of a floating-point range where none is declared: at least so many. */
  private static final BigDecimal STEPS = BigDecimal.valueOf(1 << 20);

  /**
   * Floating-point integers stay below this: with at most four roundings of relative error 2^-53
   * each, a value times 1/step is off by less than 2^-4, and cannot be rounded to an integer beyond
   * the bounds.
   */
  private static final BigDecimal FLOATING_LIMIT = BigDecimal.valueOf(1L << 46);

  /** Bounds of exact expressions stay below this, so that they can be written down. */
  private static final BigDecimal BOUND_LIMIT = BigDecimal.ONE.scaleByPowerOfTen(37);

  /**
   * Exact integers stay below this, so that DECIMAL(38, 0) holds what 2^39 of them add up to, also
   * in 2^10 parts each. A cast to it would fail otherwise, for the rows of one person as well as of
   * many.
   */
  private static final BigDecimal EXACT_LIMIT = BigDecimal.ONE.scaleByPowerOfTen(23);

  /**
   * INTEGERs stay within this: 2^39 of them add up to a BIGINT, and no database reads so many rows
   * in any time that a query is given (that would take days, for tables of terabytes).
   */
  private static final BigInteger INTEGER_LIMIT = BigInteger.ONE.shiftLeft(24);

  /** BIGINTs stay below this; no integer that one is computed from may be beyond it either. */
  static final BigInteger BIGINT_LIMIT = BigInteger.ONE.shiftLeft(62);

  /** What a floating-point bound may be past a step and still count as on it. */
  private static final BigDecimal TOLERANCE = new BigDecimal("0.01");

  private static final int DIGITS = 36;

  /** Of how many such steps there are in 1, a floating-point number tells. */
  private static final BigDecimal MIN_STEP = new BigDecimal("1E-290");

  /**
   * The grid of an expression.
   *
   * @param bounds its soft range
   * @param declared what its values are multiples of, if that is known
   * @param type of its values; whether any of them is computed in floating point
   * @param emit knows in how many digits the database computes, and whether it divides exact
   *     numbers in floating point
   * @return empty if the bounds are too large for DECIMAL(38, 0)
   */
  static Optional<Grid> of(
      Interval bounds, Optional<BigDecimal> declared, RelDataType type, Emit emit) {
    boolean floating = ComparisonFamily.of(type) == ComparisonFamily.APPROXIMATE;
    Interval range = printable(bounds, floating);
    if (range.magnitude().compareTo(BOUND_LIMIT) >= 0 && !floating) {
      return Optional.empty();
    }
    BigDecimal wanted = declared.orElseGet(() -> derived(range));
    BigDecimal step = atLeast(wanted, range, floating ? FLOATING_LIMIT : EXACT_LIMIT);
    if (floating) {
      step = step.max(MIN_STEP);
    } else {
      step =
          withRoom(
              step,
              range,
              ComparisonFamily.of(type) == ComparisonFamily.EXACT
                  ? ComparisonFamily.scale(type)
                  : 0,
              emit);
    }
    if (emit.dividesInDoubles() && multiplier(step).isEmpty()) {
      step = atLeast(wanted, range, FLOATING_LIMIT);
    }
    BigDecimal tolerance = floating ? TOLERANCE : BigDecimal.ZERO;
    return Optional.of(
        new Grid(
            range,
            Intervals.plain(step),
            quotient(range.lower(), step, tolerance, RoundingMode.FLOOR),
            quotient(range.upper(), step, tolerance.negate(), RoundingMode.CEILING),
            floating));
  }

  /** The step, coarser by a power of ten where the range had more integers than that. */
  private static BigDecimal atLeast(BigDecimal step, Interval range, BigDecimal limit) {
    BigDecimal min = range.magnitude().divide(limit, MathContext.DECIMAL128);
    return step.compareTo(min) < 0
        ? step.multiply(Grids.powerOfTenFrom(min.divide(step, MathContext.DECIMAL128)))
        : step;
  }

  /**
   * The step, coarser where the database had no room for the steps' number with the decimals that
   * it has before it is rounded: those of the expression, or of the step if these are fewer.
   */
  private static BigDecimal withRoom(BigDecimal step, Interval range, int scale, Emit emit) {
    BigDecimal coarser = step;
    while (multiplier(coarser).filter(m -> !hasRoom(m, range, scale, emit)).isPresent()) {
      coarser = coarser.multiply(BigDecimal.TEN);
    }
    return coarser;
  }

  private static boolean hasRoom(BigDecimal multiplier, Interval range, int scale, Emit emit) {
    // One more than the range has: rounding may carry.
    BigDecimal steps = range.magnitude().multiply(multiplier).add(BigDecimal.ONE);
    return emit.canHave(Interval.within(steps), Math.min(scale, decimals(multiplier)));
  }

  /** Of what is multiplied by that, the decimals that tell something: those of the step. */
  static int decimals(BigDecimal multiplier) {
    return Intervals.integerDigits(multiplier.subtract(BigDecimal.ONE).max(BigDecimal.ONE));
  }

  /** Exact bounds become literals, of no more digits than any database takes. */
  private static Interval printable(Interval bounds, boolean floating) {
    if (floating) {
      return bounds;
    }
    int digits = Intervals.integerDigits(bounds.magnitude());
    int scale =
        Math.max(Intervals.plain(bounds.lower()).scale(), Intervals.plain(bounds.upper()).scale());
    return Intervals.enclose(bounds, Math.max(0, Math.min(scale, DIGITS - digits)));
  }

  private static BigDecimal derived(Interval range) {
    BigDecimal width = range.width().signum() > 0 ? range.width() : range.magnitude();
    return width.signum() == 0
        ? BigDecimal.ONE
        : Grids.powerOfTenUpTo(width.divide(STEPS, MathContext.DECIMAL128));
  }

  private static BigInteger quotient(
      BigDecimal end, BigDecimal step, BigDecimal shift, RoundingMode mode) {
    BigDecimal exact = end.add(shift.multiply(step));
    return exact.divide(step, 0, mode).toBigInteger();
  }

  /** The integer of a constant. */
  BigDecimal integer(BigDecimal value) {
    BigDecimal integer = range.clip(value).divide(step, 0, RoundingMode.HALF_UP);
    return new Interval(new BigDecimal(lower), new BigDecimal(upper)).clip(integer);
  }

  /** 1/step, where that is an integer. */
  Optional<BigDecimal> multiplier() {
    return multiplier(step);
  }

  private static Optional<BigDecimal> multiplier(BigDecimal step) {
    BigDecimal integer = BigDecimal.ONE.divide(step, 0, RoundingMode.HALF_EVEN);
    return integer.multiply(step).compareTo(BigDecimal.ONE) == 0
        ? Optional.of(integer)
        : Optional.empty();
  }

  /**
   * The narrowest of INTEGER, BIGINT and DECIMAL(38, 0) whose sums are safe. A database that adds
   * INTEGERs in BIGINT takes half the time that it takes for BIGINTs, which it adds in decimals.
   */
  RelDataType type(Emit emit) {
    BigInteger magnitude = lower.abs().max(upper.abs());
    if (magnitude.compareTo(INTEGER_LIMIT) <= 0 && emit.addsIntegersInBigint()) {
      return emit.type(SqlTypeName.INTEGER);
    }
    return magnitude.compareTo(BIGINT_LIMIT) < 0 ? emit.bigint() : emit.decimal(Emit.MAX_DIGITS, 0);
  }
}
