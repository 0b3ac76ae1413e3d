package org.dpjdbc.plan.algebra;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** Expressions over integers of up to 38 digits, for the pushed SQL. */
public final class Decimals {
  private static final int DIGITS = 38;

  /**
   * Bits of quotients that every database divides to with some decimals, or nearly always: a
   * floating-point number has 53 (DuckDB), and a numeric quotient 16 digits (PostgreSQL).
   */
  private static final int FINE_BITS = 46;

  /** Of how many bits of a longer quotient a database is sure. */
  private static final int SURE_BITS = 50;

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
   * is compared. Should the database have divided to a larger one, it is a little less, where
   * quotients are so long that this is common, or else 0.
   *
   * @param max what the quotient is at most
   */
  public RexNode part(RexNode dividend, RexNode divisor, BigInteger max) {
    RexNode quotient = wide(floor(dividend, divisor));
    List<RexNode> cases = new ArrayList<>(List.of(fits(quotient, divisor, dividend), quotient));
    if (max.bitLength() > FINE_BITS) {
      RexNode inexact = number(max.shiftRight(SURE_BITS).add(BigInteger.ONE));
      RexNode less = minus(quotient, inexact);
      cases.add(rex.makeCall(SqlStdOperatorTable.LESS_THAN, quotient, inexact));
      cases.add(number(BigInteger.ZERO));
      cases.add(fits(less, divisor, dividend));
      cases.add(less);
    }
    cases.add(number(BigInteger.ZERO));
    return rex.makeCall(SqlStdOperatorTable.CASE, cases);
  }

  private RexNode fits(RexNode quotient, RexNode divisor, RexNode dividend) {
    return rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, times(quotient, divisor), dividend);
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
