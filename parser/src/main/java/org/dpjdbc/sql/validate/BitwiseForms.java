package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Operators of bits, of an integer and a number that the query writes out, in arithmetic: so their
 * ranges are known, and they mean the same on every database. The bits of a mask are those of some
 * runs of ones; those from bit i to bit j - 1 of x are what x modulo 2^j is above a multiple of
 * 2^i. A remainder has the sign of x, as negative numbers are the complements of two: with 2^j more
 * it is positive.
 */
final class BitwiseForms {
  /** Of one bit each: a mask with more of them has no name that people know. */
  private static final int MAX_RUNS = 8;

  private static final int MAX_BITS = 62;

  private BitwiseForms() {}

  /**
   * The call in arithmetic.
   *
   * @param before the same before its operands were written out
   */
  static RexNode written(RexBuilder rex, RexCall call, RexCall before) {
    RexNode a = call.getOperands().get(0);
    RexNode b = call.getOperands().get(1);
    String name = call.getOperator().getName();
    String sign = name.substring(name.indexOf(' ') + 1);
    boolean unsigned = ((Bitwise) call.getOperator()).isUnsigned();
    if (!isIntegral(a) || !isIntegral(b)) {
      throw ExpressionMessages.bitsNeedLiteral(name, MAX_RUNS);
    }
    if (sign.equals(Bitwise.LEFT.getName()) || sign.equals(Bitwise.RIGHT.getName())) {
      int bits = unsigned ? MAX_BITS + 1 : bitsOf(a.getType());
      int by =
          constant(b)
              .filter(k -> k.signum() >= 0 && k.compareTo(BigInteger.valueOf(bits)) < 0)
              .orElseThrow(() -> ExpressionMessages.shiftNeedsLiteral(name, bits - 1))
              .intValueExact();
      return unsigned
          ? UnsignedShifts.of(rex, call, unsigned(rex, a, before), by)
          : shifted(rex, call, a, by);
    }
    Optional<BigInteger> first = mask(a);
    RexNode other = first.isPresent() ? b : a;
    RexNode x = unsigned ? unsigned(rex, other, before) : other;
    BigInteger mask =
        first
            .or(() -> mask(b))
            .orElseThrow(() -> ExpressionMessages.bitsNeedLiteral(name, MAX_RUNS));
    RexNode common = common(rex, x, mask);
    RexNode number = number(rex, mask);
    RexNode result =
        switch (sign) {
          case "|" -> plus(rex, minus(rex, x, common), number);
          case "#" -> plus(rex, minus(rex, x, common), minus(rex, number, common));
          default -> common;
        };
    return rex.makeAbstractCast(call.getType(), result, false);
  }

  /** Without a sign; what such an operator gives has none. */
  private static RexNode unsigned(RexBuilder rex, RexNode x, RexCall before) {
    boolean isOne =
        before.getOperands().stream()
            .anyMatch(
                operand ->
                    operand instanceof RexCall call
                        && call.getOperator() instanceof Bitwise bits
                        && bits.isUnsigned());
    return isOne ? x : UnsignedShifts.unsigned(rex, x);
  }

  private static boolean isIntegral(RexNode node) {
    return node.getType().getScale() <= 0;
  }

  /** The bits of x that the mask has, too. */
  private static RexNode common(RexBuilder rex, RexNode x, BigInteger mask) {
    RexNode zero = number(rex, BigInteger.ZERO);
    if (mask.signum() == 0) {
      return x.getType().isNullable() ? rex.makeCall(SqlStdOperatorTable.MULTIPLY, x, zero) : zero;
    }
    RexNode sum = zero;
    for (int low = mask.getLowestSetBit(); low < mask.bitLength(); ) {
      int high = low;
      while (mask.testBit(high)) {
        high++;
      }
      RexNode bits = bits(rex, x, low, high);
      sum = low == mask.getLowestSetBit() ? bits : plus(rex, sum, bits);
      low = high;
      while (low < mask.bitLength() && !mask.testBit(low)) {
        low++;
      }
    }
    return sum;
  }

  private static Optional<BigInteger> mask(RexNode node) {
    return constant(node)
        .filter(m -> m.signum() >= 0 && m.bitLength() <= MAX_BITS && runs(m) <= MAX_RUNS);
  }

  /** How many runs of ones there are: each begins at a one above a zero. */
  private static int runs(BigInteger mask) {
    return mask.andNot(mask.shiftLeft(1)).bitCount();
  }

  /** A product with a power of two, or a quotient by it that is rounded down. */
  private static RexNode shifted(RexBuilder rex, RexCall call, RexNode x, int by) {
    if (by == 0) {
      return rex.makeAbstractCast(call.getType(), x, false);
    }
    RexNode power = number(rex, BigInteger.ONE.shiftLeft(by));
    RexNode result =
        call.getOperator().equals(Bitwise.LEFT)
            ? fitting(rex, x, by, rex.makeCall(SqlStdOperatorTable.MULTIPLY, x, power))
            : IntegerDivision.quotient(rex, minus(rex, x, bits(rex, x, 0, by)), power);
    return rex.makeAbstractCast(call.getType(), result, false);
  }

  /** The product where the type of x holds it. */
  private static RexNode fitting(RexBuilder rex, RexNode x, int by, RexNode product) {
    boolean isLong = bitsOf(x.getType()) > Integer.SIZE;
    BigInteger end = BigInteger.ONE.shiftLeft((isLong ? Long.SIZE : bitsOf(x.getType())) - 1 - by);
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(
            SqlStdOperatorTable.AND,
            rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, x, number(rex, end.negate())),
            rex.makeCall(SqlStdOperatorTable.LESS_THAN, x, number(rex, end))),
        product,
        rex.makeNullLiteral(product.getType()));
  }

  /** Of the number by which an integer is shifted, databases look at the lowest bits alone. */
  private static int bitsOf(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> Byte.SIZE;
      case SMALLINT -> Short.SIZE;
      case INTEGER -> Integer.SIZE;
      default -> MAX_BITS + 1;
    };
  }

  private static RexNode plus(RexBuilder rex, RexNode a, RexNode b) {
    return rex.makeCall(SqlStdOperatorTable.PLUS, a, b);
  }

  private static RexNode minus(RexBuilder rex, RexNode a, RexNode b) {
    return rex.makeCall(SqlStdOperatorTable.MINUS, a, b);
  }

  private static RexNode bits(RexBuilder rex, RexNode x, int low, int high) {
    RexNode end = number(rex, BigInteger.ONE.shiftLeft(high));
    RexNode rest = rex.makeCall(SqlStdOperatorTable.MOD, x, end);
    RexNode positive =
        rex.makeCall(
            SqlStdOperatorTable.MOD, rex.makeCall(SqlStdOperatorTable.PLUS, rest, end), end);
    if (low == 0) {
      return positive;
    }
    RexNode start = number(rex, BigInteger.ONE.shiftLeft(low));
    RexNode below = rex.makeCall(SqlStdOperatorTable.MOD, positive, start);
    return rex.makeCall(SqlStdOperatorTable.MINUS, positive, below);
  }

  private static RexNode number(RexBuilder rex, BigInteger value) {
    RelDataType bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return rex.makeExactLiteral(new BigDecimal(value), bigint);
  }

  private static Optional<BigInteger> constant(RexNode node) {
    return node instanceof RexLiteral literal && !literal.isNull()
        ? Optional.of(Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).toBigInteger())
        : Optional.empty();
  }
}
