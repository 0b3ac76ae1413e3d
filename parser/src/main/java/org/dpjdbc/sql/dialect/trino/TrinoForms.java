package org.dpjdbc.sql.dialect.trino;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CommonForms;

/** Calls that need another form for Trino. */
final class TrinoForms {
  private static final int BIGINT_BITS = 63;

  private final RexBuilder rex;
  private final RelDataTypeFactory types;

  TrinoForms(RexBuilder rex) {
    this.rex = rex;
    this.types = rex.getTypeFactory();
  }

  RexNode of(RexCall written) {
    RexCall call =
        written.clone(
            written.getType(), written.getOperands().stream().map(this::literal).toList());
    return switch (call.getKind()) {
      case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> CommonForms.booleanTest(rex, call);
      case FLOOR -> isAllFraction(call) ? nextInteger(call, false) : floor(call);
      case CEIL -> isAllFraction(call) ? nextInteger(call, true) : call;
      case EXTRACT -> withTimestamp(call, 1);
      default ->
          switch (call.getOperator().getName()) {
            case "ROUND" -> isOfDecimals(call) ? round(call) : call;
            case "TRUNCATE" -> truncate(call);
            case "DATEDIFF" -> withTimestamp((RexCall) withTimestamp(call, 1), 2);
            default -> call;
          };
    };
  }

  /** A number outside BIGINT is not an integer here, and must be written as a decimal. */
  private RexNode literal(RexNode operand) {
    boolean tooLong =
        operand instanceof RexLiteral literal
            && literal.getValue() instanceof BigDecimal number
            && number.scale() <= 0
            && number.toBigInteger().bitLength() > BIGINT_BITS
            && SqlTypeUtil.isExactNumeric(literal.getType());
    return tooLong
        ? rex.makeCall(operand.getType(), TrinoOperators.LONG_LITERAL, List.of(operand))
        : operand;
  }

  /** Whether the operand is a decimal without digits before the point. */
  private static boolean isAllFraction(RexCall call) {
    RelDataType type = call.getOperands().get(0).getType();
    return call.getOperands().size() == 1
        && SqlTypeUtil.isDecimal(type)
        && type.getScale() >= BackendTypes.MAX_DIGITS;
  }

  /**
   * FLOOR or CEIL of a number between -1 and 1. Trino's own fail for 38 decimals: <em>Index 38 out
   * of bounds</em>, unless the number is 0.
   */
  private RexNode nextInteger(RexCall call, boolean up) {
    RexNode x = call.getOperands().get(0);
    RexNode zero = rex.makeExactLiteral(BigDecimal.ZERO);
    RexNode step =
        rex.makeCall(
            SqlStdOperatorTable.CASE,
            rex.makeCall(
                up ? SqlStdOperatorTable.GREATER_THAN : SqlStdOperatorTable.LESS_THAN, x, zero),
            rex.makeExactLiteral(BigDecimal.ONE),
            zero);
    RexNode toZero = rex.makeCall(call.getType(), SqlStdOperatorTable.TRUNCATE, List.of(x));
    return binary(
        call.getType(), up ? SqlStdOperatorTable.PLUS : SqlStdOperatorTable.MINUS, toZero, step);
  }

  private static Optional<RexCall> wholeQuotient(RexNode node) {
    return node instanceof RexCall call
            && call.getOperator().equals(SqlStdOperatorTable.DIVIDE)
            && call.getOperands().stream().allMatch(TrinoForms::isWholeDecimal)
        ? Optional.of(call)
        : Optional.empty();
  }

  private static boolean isWholeDecimal(RexNode node) {
    return SqlTypeUtil.isExactNumeric(node.getType()) && node.getType().getScale() <= 0;
  }

  /**
   * A quotient of decimals is rounded to the decimals that they have, and not down: it is exact
   * without the remainder.
   */
  private RexNode floor(RexCall call) {
    Optional<RexCall> quotient = wholeQuotient(call.getOperands().get(0));
    if (quotient.isEmpty()) {
      return call;
    }
    RexNode dividend = quotient.get().getOperands().get(0);
    RexNode divisor = quotient.get().getOperands().get(1);
    RelDataType type = dividend.getType();
    RexNode rest = rex.makeCall(type, SqlStdOperatorTable.MOD, List.of(dividend, divisor));
    RexNode toZero =
        binary(
            type,
            SqlStdOperatorTable.DIVIDE,
            binary(type, SqlStdOperatorTable.MINUS, dividend, rest),
            divisor);
    RexNode zero = rex.makeExactLiteral(BigDecimal.ZERO);
    RexNode opposite =
        rex.makeCall(
            SqlStdOperatorTable.NOT_EQUALS,
            rex.makeCall(SqlStdOperatorTable.LESS_THAN, rest, zero),
            rex.makeCall(SqlStdOperatorTable.LESS_THAN, divisor, zero));
    RexNode below =
        rex.makeCall(
            SqlStdOperatorTable.CASE,
            rex.makeCall(
                SqlStdOperatorTable.AND,
                rex.makeCall(SqlStdOperatorTable.NOT_EQUALS, rest, zero),
                opposite),
            rex.makeExactLiteral(BigDecimal.ONE),
            zero);
    return binary(call.getType(), SqlStdOperatorTable.MINUS, toZero, below);
  }

  private RexNode binary(RelDataType type, SqlOperator operator, RexNode a, RexNode b) {
    return rex.makeCall(type, operator, List.of(a, b));
  }

  private static boolean isOfDecimals(RexCall call) {
    return call.getOperands().size() == 2
        && SqlTypeUtil.isDecimal(call.getOperands().get(0).getType())
        && SqlTypeUtil.isDecimal(call.getType())
        && call.getOperands().get(1) instanceof RexLiteral;
  }

  /**
   * What is rounded keeps its decimals, and so may become too long, where it is not cast to those
   * that it is rounded to. Tens and more are rounded without the fraction, which decides nothing,
   * among all digits that there are: of fewer, Trino makes 0 what should become one more.
   */
  private RexNode round(RexCall call) {
    BigDecimal digits = ((RexLiteral) call.getOperands().get(1)).getValueAs(BigDecimal.class);
    RexNode x = call.getOperands().get(0);
    return Objects.requireNonNull(digits).signum() >= 0
        ? rex.makeAbstractCast(decimal(call, digits.intValueExact()), x, false)
        : call.clone(call.getType(), List.of(whole(call, x), call.getOperands().get(1)));
  }

  private RexNode whole(RexCall call, RexNode x) {
    RelDataType whole = decimal(call, 0);
    return x.getType().getScale() > 0
        ? rex.makeAbstractCast(
            whole, rex.makeCall(whole, SqlStdOperatorTable.TRUNCATE, List.of(x)), false)
        : rex.makeAbstractCast(whole, x, false);
  }

  private RelDataType decimal(RexCall call, int scale) {
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.DECIMAL, BackendTypes.MAX_DIGITS, scale),
        call.getType().isNullable());
  }

  private RexNode truncate(RexCall call) {
    RexNode x = call.getOperands().get(0);
    return call.getOperands().size() == 1 || !SqlTypeUtil.isApproximateNumeric(x.getType())
        ? call
        : CommonForms.truncateFloating(rex, call);
  }

  /** A date as the timestamp of its beginning, where it is that operand. */
  private RexNode withTimestamp(RexCall call, int operand) {
    RexNode temporal = call.getOperands().get(operand);
    if (temporal.getType().getSqlTypeName() != SqlTypeName.DATE) {
      return call;
    }
    RelDataType timestamp =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.TIMESTAMP, 0), temporal.getType().isNullable());
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.set(operand, rex.makeAbstractCast(timestamp, temporal, false));
    return call.clone(call.getType(), operands);
  }
}
