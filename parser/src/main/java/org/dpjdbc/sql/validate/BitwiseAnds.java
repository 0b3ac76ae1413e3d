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
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * {@code x & mask} of an integer and a number that the query writes out, in arithmetic: so its
 * range is known, and it means the same on every database. The bits of a mask are those of some
 * runs of ones; those from bit i to bit j - 1 of x are what x modulo 2^j is above a multiple of
 * 2^i. A remainder has the sign of x, as negative numbers are the complements of two: with 2^j more
 * it is positive.
 */
final class BitwiseAnds {
  /** Of one bit each: a mask with more of them has no name that people know. */
  private static final int MAX_RUNS = 8;

  private static final int MAX_BITS = 62;

  private BitwiseAnds() {}

  static RexNode written(RexBuilder rex, RexCall call) {
    RexNode a = call.getOperands().get(0);
    RexNode b = call.getOperands().get(1);
    Optional<BigInteger> first = constant(a);
    RexNode x = first.isPresent() ? b : a;
    BigInteger mask = first.or(() -> constant(b)).orElseThrow(BitwiseAnds::needsMask);
    if (mask.signum() < 0 || mask.bitLength() > MAX_BITS) {
      throw needsMask();
    }
    RexNode sum = number(rex, BigInteger.ZERO);
    int runs = 0;
    for (int low = 0; low < mask.bitLength(); ) {
      if (!mask.testBit(low)) {
        low++;
        continue;
      }
      int high = low;
      while (mask.testBit(high)) {
        high++;
      }
      if (++runs > MAX_RUNS) {
        throw needsMask();
      }
      RexNode bits = bits(rex, x, low, high);
      sum = runs == 1 ? bits : rex.makeCall(SqlStdOperatorTable.PLUS, sum, bits);
      low = high;
    }
    RexNode known =
        x.getType().isNullable() && runs == 0
            ? rex.makeCall(SqlStdOperatorTable.MULTIPLY, x, sum)
            : sum;
    return rex.makeAbstractCast(call.getType(), known, false);
  }

  private static RuntimeException needsMask() {
    return ExpressionMessages.needsLiteral("&", "one of the two numbers", "from 0 on");
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
