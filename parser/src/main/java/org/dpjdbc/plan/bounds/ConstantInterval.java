package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A constant interval.
 *
 * @param months years and months
 * @param millis days and less
 */
record ConstantInterval(long months, long millis) {
  private static final long MILLIS_PER_SECOND = 1000;
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final long MILLI_NANOS = 1_000_000;

  /** Longer than the time between the years 1 and 9999. */
  private static final BigDecimal LIMIT = BigDecimal.valueOf(1_000_000_000_000_000L);

  private static final int DIGITS = 12;
  private static final int FRACTION_DIGITS = 3;

  /** Of no length. */
  static final ConstantInterval NONE = new ConstantInterval(0, 0);

  static ConstantInterval of(Units unit) {
    return new ConstantInterval(unit.months(), unit.seconds() * MILLIS_PER_SECOND);
  }

  /** An interval literal, also times an integer. */
  static Optional<ConstantInterval> of(RexNode node) {
    if (node instanceof RexLiteral literal) {
      return literal(literal);
    }
    if (node.getKind() == SqlKind.TIMES) {
      List<RexNode> factors = ((RexCall) node).getOperands();
      return times(factors.get(0), factors.get(1)).or(() -> times(factors.get(1), factors.get(0)));
    }
    if (node.getKind() == SqlKind.MINUS_PREFIX) {
      return of(((RexCall) node).getOperands().get(0)).map(ConstantInterval::negate);
    }
    if (node.getKind() == SqlKind.CAST) {
      return of(((RexCall) node).getOperands().get(0)).filter(span -> span.isIn(node.getType()));
    }
    return Optional.empty();
  }

  /** Whether an interval type has the span as it is. */
  private boolean isIn(RelDataType type) {
    SqlIntervalQualifier qualifier = type.getIntervalQualifier();
    if (qualifier == null) {
      return false;
    }
    BigDecimal minimum = qualifier.getEndUnit().multiplier;
    long length = qualifier.isYearMonth() ? months : millis;
    boolean other = (qualifier.isYearMonth() ? millis : months) != 0;
    return !other && BigDecimal.valueOf(length).remainder(minimum).signum() == 0;
  }

  private static Optional<ConstantInterval> literal(RexLiteral literal) {
    SqlTypeName type = literal.getType().getSqlTypeName();
    boolean isMonths = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type);
    if (RexLiteral.isNullLiteral(literal)
        || (!isMonths && !SqlTypeName.DAY_INTERVAL_TYPES.contains(type))) {
      return Optional.empty();
    }
    return Optional.ofNullable(literal.getValueAs(BigDecimal.class))
        .filter(value -> Interval.within(LIMIT).contains(value))
        .filter(value -> Intervals.plain(value).scale() == 0)
        .map(BigDecimal::longValueExact)
        .map(value -> isMonths ? new ConstantInterval(value, 0) : new ConstantInterval(0, value));
  }

  private static Optional<ConstantInterval> times(RexNode interval, RexNode factor) {
    Optional<BigDecimal> times = Constants.signed(factor);
    return interval instanceof RexLiteral literal
        ? times.flatMap(count -> literal(literal).flatMap(span -> span.times(count)))
        : Optional.empty();
  }

  /**
   * The interval multiplied by that number; empty if the product is not an integer, or is longer
   * than all years together.
   */
  Optional<ConstantInterval> times(BigDecimal count) {
    BigDecimal max = BigDecimal.valueOf(Math.max(Math.abs(months), Math.abs(millis)));
    return Intervals.plain(count).scale() == 0
            && Interval.within(LIMIT).contains(max.multiply(count))
        ? Optional.of(new ConstantInterval(months * count.longValue(), millis * count.longValue()))
        : Optional.empty();
  }

  ConstantInterval negate() {
    return new ConstantInterval(-months, -millis);
  }

  boolean isNegative() {
    return months < 0 || millis < 0;
  }

  boolean isWholeDays() {
    return millis % MILLIS_PER_DAY == 0;
  }

  LocalDateTime addTo(LocalDateTime timestamp) {
    return timestamp
        .plusMonths(months)
        .plusSeconds(Math.floorDiv(millis, MILLIS_PER_SECOND))
        .plus(Math.floorMod(millis, MILLIS_PER_SECOND) * MILLI_NANOS, ChronoUnit.NANOS);
  }

  RexNode literal(RexBuilder rex) {
    if (months != 0) {
      return literal(rex, months, TimeUnit.MONTH, -1);
    }
    return isWholeDays()
        ? literal(rex, millis, TimeUnit.DAY, -1)
        : literal(rex, millis, TimeUnit.SECOND, FRACTION_DIGITS);
  }

  private static RexNode literal(RexBuilder rex, long value, TimeUnit unit, int fraction) {
    SqlIntervalQualifier qualifier =
        new SqlIntervalQualifier(
            unit, DIGITS, unit, fraction < 0 ? -1 : fraction, SqlParserPos.ZERO);
    return rex.makeIntervalLiteral(BigDecimal.valueOf(value), qualifier);
  }
}
