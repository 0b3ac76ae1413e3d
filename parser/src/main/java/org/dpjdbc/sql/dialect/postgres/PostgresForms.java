package org.dpjdbc.sql.dialect.postgres;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Calls that need another form for PostgreSQL. Most of them would fail for some row: underflow in
 * floating point is an error there, and single precision is computed as such.
 */
public final class PostgresForms {
  /**
   * Added and taken away again, it makes zero of what is nearer to zero than some 1E-146, leaves
   * alone what is further from it than 1E-113, and never changes the order of two numbers.
   */
  private static final BigDecimal BLUR = new BigDecimal("1E-130");

  /** What is not nearer to zero than that has products and quotients that are numbers. */
  private static final BigDecimal NEAREST = new BigDecimal("1E-140");

  /** The power of ten that any result keeps away from zero by. */
  private static final int SMALLEST_DIGITS = 300;

  private final RexBuilder rex;
  private final RelDataTypeFactory types;

  PostgresForms(RexBuilder rex) {
    this.rex = rex;
    this.types = rex.getTypeFactory();
  }

  RexNode of(RexCall call) {
    boolean floating = isFloating(call.getType());
    return switch (call.getOperator().getName()) {
      case "*" -> floating ? product(call) : call;
      case "/" -> floating ? quotient(call) : call;
      case "+", "-" -> floating ? withOperands(call, this::wide) : call;
      case "POWER" -> power(call);
      case "ROUND", "TRUNCATE" -> floating && call.operands.size() > 1 ? digits(call) : call;
      case "CAST" -> cast(call);
      // Of double precision, of integers too.
      case "SIGN" -> floating ? call : rex.makeAbstractCast(call.getType(), call, false);
      case "UPPER", "LOWER" -> letters(call);
      case "SUBSTRING" -> substring(call);
      case "EXTRACT" -> part(call);
      case "DATE_TRUNC" -> start(call);
      default -> call;
    };
  }

  private interface Form {
    RexNode of(RexNode operand);
  }

  private static RexNode withOperands(RexCall call, Form form) {
    return call.clone(call.getType(), call.getOperands().stream().map(form::of).toList());
  }

  private static boolean isFloating(RelDataType type) {
    return SqlTypeUtil.isApproximateNumeric(type);
  }

  private RelDataType as(SqlTypeName name, RelDataType nullability) {
    return types.createTypeWithNullability(types.createSqlType(name), nullability.isNullable());
  }

  /** In double precision. */
  private RexNode wide(RexNode x) {
    return x.getType().getSqlTypeName() == SqlTypeName.REAL
        ? rex.makeAbstractCast(as(SqlTypeName.DOUBLE, x.getType()), x, false)
        : x;
  }

  /** The number that a node writes out. */
  private static Optional<BigDecimal> constant(RexNode node) {
    if (node instanceof RexLiteral literal && literal.getValue() instanceof Number) {
      return Optional.ofNullable(literal.getValueAs(BigDecimal.class));
    }
    return node.getKind() == SqlKind.CAST
        ? constant(((RexCall) node).getOperands().get(0))
        : Optional.empty();
  }

  private RexNode number(BigDecimal value) {
    return rex.makeAbstractCast(
        types.createSqlType(SqlTypeName.DOUBLE),
        rex.makeApproxLiteral(BigDecimal.valueOf(value.doubleValue())),
        false);
  }

  private static boolean isFarFromZero(RexNode x) {
    return x.getKind() == SqlKind.CAST
        && SqlTypeUtil.isExactNumeric(((RexCall) x).getOperands().get(0).getType());
  }

  /** The number, or zero where it is so near to it that a product could vanish. */
  private RexNode blurred(RexNode x) {
    Optional<BigDecimal> constant = constant(x);
    if (constant.isPresent()) {
      boolean near = constant.get().signum() != 0 && constant.get().abs().compareTo(NEAREST) < 0;
      return near ? number(BigDecimal.ZERO) : x;
    }
    if (isFarFromZero(x)) {
      return x;
    }
    RexNode moved =
        rex.makeCall(x.getType(), SqlStdOperatorTable.PLUS, List.of(wide(x), number(BLUR)));
    return rex.makeCall(x.getType(), SqlStdOperatorTable.MINUS, List.of(moved, number(BLUR)));
  }

  private static boolean isAtLeastOne(RexNode x) {
    return constant(x).filter(c -> c.abs().compareTo(BigDecimal.ONE) >= 0).isPresent();
  }

  private RexNode product(RexCall call) {
    boolean grows = call.getOperands().stream().anyMatch(PostgresForms::isAtLeastOne);
    return withOperands(call, grows ? this::wide : this::blurred);
  }

  private RexNode quotient(RexCall call) {
    RexNode dividend = call.getOperands().get(0);
    RexNode divisor = call.getOperands().get(1);
    boolean grows =
        constant(divisor).filter(c -> c.abs().compareTo(BigDecimal.ONE) <= 0).isPresent();
    return call.clone(
        call.getType(), List.of(grows ? wide(dividend) : blurred(dividend), wide(divisor)));
  }

  /** Zero where the power would vanish. */
  private RexNode power(RexCall call) {
    RexNode x = wide(call.getOperands().get(0));
    BigDecimal exponent = constant(call.getOperands().get(1)).orElse(BigDecimal.ONE);
    RexNode power = call.clone(call.getType(), List.of(x, call.getOperands().get(1)));
    // No number is as large, nor but zero as small, that such a power of it would vanish.
    if (exponent.compareTo(BigDecimal.ONE) <= 0
        && exponent.compareTo(BigDecimal.ONE.negate()) > 0) {
      return power;
    }
    double digits =
        new BigDecimal(-SMALLEST_DIGITS).divide(exponent, MathContext.DECIMAL64).doubleValue();
    double maximum = Math.pow(10, digits);
    if (Double.isInfinite(maximum)) {
      return power;
    }
    RexNode limit = number(BigDecimal.valueOf(maximum));
    RexNode size = rex.makeCall(x.getType(), SqlStdOperatorTable.ABS, List.of(x));
    RexNode vanishes =
        rex.makeCall(
            exponent.signum() > 0
                ? SqlStdOperatorTable.LESS_THAN
                : SqlStdOperatorTable.GREATER_THAN,
            size,
            limit);
    return rex.makeCall(
        call.getType(),
        SqlStdOperatorTable.CASE,
        List.of(vanishes, number(BigDecimal.ZERO), power));
  }

  /**
   * Only decimals are rounded to a number of digits; a double as a string has all of its digits.
   */
  private RexNode digits(RexCall call) {
    RexNode x = call.getOperands().get(0);
    RexNode rounded =
        rex.makeCall(
            call.getType(), call.getOperator(), List.of(exact(x), call.getOperands().get(1)));
    return rex.makeAbstractCast(call.getType(), rounded, false);
  }

  private RexNode exact(RexNode x) {
    return rex.makeCall(x.getType(), PostgresOperators.ALL_DIGITS, List.of(wide(x)));
  }

  /** A cast from double precision would keep 15 digits. */
  private RexNode cast(RexCall call) {
    RexNode x = call.getOperands().get(0);
    if (isFloating(x.getType())
        && !(x instanceof RexLiteral)
        && call.getType().getSqlTypeName() == SqlTypeName.DECIMAL) {
      return rex.makeAbstractCast(call.getType(), exact(x), false);
    }
    return SqlTypeUtil.inCharFamily(call.getType()) && !SqlTypeUtil.inCharFamily(x.getType())
        ? PostgresDialect.byBytes(rex, call)
        : call;
  }

  private RexNode letters(RexCall call) {
    RexNode text = call.getOperands().get(0);
    RexNode known = rex.makeCall(text.getType(), PostgresOperators.BY_LANGUAGE, List.of(text));
    return PostgresDialect.byBytes(rex, call.clone(call.getType(), List.of(known)));
  }

  /** Positions are INTEGERs. */
  private RexNode substring(RexCall call) {
    return withOperands(
        call,
        operand ->
            operand.getType().getSqlTypeName() == SqlTypeName.BIGINT
                ? rex.makeAbstractCast(as(SqlTypeName.INTEGER, operand.getType()), operand, false)
                : operand);
  }

  /** Seconds have a fraction, and no part is an integer. */
  private RexNode part(RexCall call) {
    TimeUnitRange unit = ((RexLiteral) call.getOperands().get(0)).getValueAs(TimeUnitRange.class);
    if (unit == TimeUnitRange.EPOCH) {
      return call;
    }
    RexNode whole =
        unit == TimeUnitRange.SECOND
            ? rex.makeCall(call.getType(), SqlStdOperatorTable.FLOOR, List.of(call))
            : call;
    return rex.makeAbstractCast(call.getType(), whole, false);
  }

  /** For a date, the result would be a timestamp in the session's time zone. */
  private RexNode start(RexCall call) {
    RexNode temporal = call.getOperands().get(1);
    RexNode timestamp =
        rex.makeAbstractCast(as(SqlTypeName.TIMESTAMP, temporal.getType()), temporal, false);
    return call.clone(call.getType(), List.of(call.getOperands().get(0), timestamp));
  }

  /** The number without the sign of a zero; other values as they are. */
  public static RexNode oneZero(RexBuilder rex, RexNode value) {
    return isFloating(value.getType())
        ? rex.makeCall(
            value.getType(),
            SqlStdOperatorTable.PLUS,
            List.of(
                value,
                rex.makeAbstractCast(
                    value.getType(), rex.makeExactLiteral(BigDecimal.ZERO), false)))
        : value;
  }
}
