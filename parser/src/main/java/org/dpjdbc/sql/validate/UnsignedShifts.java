package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.grammar.Bitwise;

/** Shifts of numbers of 64 bits without a sign, as MariaDB and MySQL shift, in arithmetic. */
final class UnsignedShifts {
  /** More than 2^64 has. */
  private static final int DIGITS = 38;

  private UnsignedShifts() {}

  /**
   * The bits of an integer, those of a negative one as the complement of two, without a sign: 2^64
   * more than a negative one. It is distinguished from others by the quotient of what it is above
   * 2^64 - 1, the largest without a sign, which is 0 or -1, and whose range a range of x tells, as
   * that of a CASE would not be.
   */
  static RexNode unsigned(RexBuilder rex, RexNode x) {
    RexNode all = power(rex, Long.SIZE);
    RexNode last = literal(rex, BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));
    RexNode number = decimal(rex, x);
    RexNode above = rex.makeCall(SqlStdOperatorTable.MINUS, number, last);
    RexNode sign = IntegerDivision.quotient(rex, above, all);
    return rex.makeCall(
        SqlStdOperatorTable.MINUS, number, rex.makeCall(SqlStdOperatorTable.MULTIPLY, sign, all));
  }

  /** A call of a shift of bits without a sign by so many places, fewer than 64. */
  static RexNode of(RexBuilder rex, RexCall call, RexNode bits, int by) {
    RexNode result =
        by == 0
            ? bits
            : call.getOperator().equals(Bitwise.UNSIGNED_LEFT)
                ? rex.makeCall(
                    SqlStdOperatorTable.MULTIPLY,
                    rex.makeCall(SqlStdOperatorTable.MOD, bits, power(rex, Long.SIZE - by)),
                    power(rex, by))
                : IntegerDivision.quotient(rex, bits, power(rex, by));
    return rex.makeAbstractCast(call.getType(), result, false);
  }

  private static RexNode decimal(RexBuilder rex, RexNode x) {
    RelDataType type =
        rex.getTypeFactory().createTypeWithNullability(decimal(rex), x.getType().isNullable());
    return rex.makeAbstractCast(type, x, false);
  }

  private static RexNode power(RexBuilder rex, int bits) {
    return literal(rex, BigInteger.ONE.shiftLeft(bits));
  }

  private static RexNode literal(RexBuilder rex, BigInteger value) {
    return rex.makeExactLiteral(new BigDecimal(value), decimal(rex));
  }

  private static RelDataType decimal(RexBuilder rex) {
    return rex.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, DIGITS, 0);
  }
}
