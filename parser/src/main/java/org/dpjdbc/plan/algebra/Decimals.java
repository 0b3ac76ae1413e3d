package org.dpjdbc.plan.algebra;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** Expressions over whole numbers of up to 38 digits, for the pushed SQL. */
public final class Decimals {
  private static final int DIGITS = 38;

  private final RexBuilder rex;

  public Decimals(RexBuilder rex) {
    this.rex = rex;
  }

  /** The type of such numbers. */
  public RelDataType type(boolean nullable) {
    return rex.getTypeFactory()
        .createTypeWithNullability(
            rex.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, DIGITS, 0), nullable);
  }

  /** The value in that type. */
  public RexNode wide(RexNode value) {
    return rex.makeAbstractCast(type(value.getType().isNullable()), value, false);
  }

  public RexNode number(BigInteger value) {
    return rex.makeExactLiteral(new BigDecimal(value));
  }

  public RexNode times(RexNode a, RexNode b) {
    return rex.makeCall(type(true), SqlStdOperatorTable.MULTIPLY, List.of(a, b));
  }

  public RexNode minus(RexNode a, RexNode b) {
    return rex.makeCall(type(true), SqlStdOperatorTable.MINUS, List.of(a, b));
  }

  /**
   * The integer part of a quotient of numbers that are not negative: never more than that, for it
   * is compared, and 0 should the database have divided to a larger one.
   */
  public RexNode part(RexNode dividend, RexNode divisor) {
    RexNode quotient = wide(floor(dividend, divisor));
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, times(quotient, divisor), dividend),
        quotient,
        number(BigInteger.ZERO));
  }

  /** A quotient, rounded down; a database may have rounded it to some digits before. */
  public RexNode floor(RexNode dividend, RexNode divisor) {
    return rex.makeCall(
        SqlStdOperatorTable.FLOOR, rex.makeCall(SqlStdOperatorTable.DIVIDE, dividend, divisor));
  }

  public RexNode absolute(RexNode value) {
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, number(BigInteger.ZERO)),
        rex.makeCall(SqlStdOperatorTable.UNARY_MINUS, value),
        value);
  }

  /** The value, or the bound that it is beyond. */
  public RexNode clamp(RexNode value, RexNode min, RexNode max) {
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, value, min),
        min,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, value, max),
        max,
        value);
  }
}
