package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * {@code WIDTH_BUCKET(x, low, high, n)}: which of n parts of [low, high) of the same width a number
 * is in, from 1; 0 below low, n + 1 from high on, NULL of NULL. It is written as a CASE of
 * comparisons with the parts' ends: exact on every database, without an error for any number, and
 * with n + 2 values that the query alone tells, so that a histogram lists them all.
 */
final class WidthBucket {
  static final SqlFunction FUNCTION =
      SqlBasicFunction.create(
          "WIDTH_BUCKET",
          ReturnTypes.INTEGER_NULLABLE,
          OperandTypes.family(
              SqlTypeFamily.NUMERIC,
              SqlTypeFamily.NUMERIC,
              SqlTypeFamily.NUMERIC,
              SqlTypeFamily.NUMERIC),
          SqlFunctionCategory.NUMERIC);

  /** The maximum number of buckets: a chain of that many comparisons is planned quickly. */
  static final int MAX_PARTS = 100;

  /** Of a bound between floating-point numbers: more than they have. */
  private static final MathContext FLOATING = new MathContext(20, RoundingMode.CEILING);

  private WidthBucket() {}

  /** The function written out. */
  static RexNode written(RexBuilder rex, RexCall call) {
    RexNode x = call.getOperands().get(0);
    BigDecimal low = constant(call.getOperands().get(1));
    BigDecimal high = constant(call.getOperands().get(2));
    BigDecimal parts = constant(call.getOperands().get(3));
    if (low.compareTo(high) >= 0
        || parts.signum() <= 0
        || parts.compareTo(BigDecimal.valueOf(MAX_PARTS)) > 0
        || parts.stripTrailingZeros().scale() > 0) {
      throw ParseMessages.widthBucketArguments(MAX_PARTS);
    }
    List<RexNode> cases = new ArrayList<>();
    if (x.getType().isNullable()) {
      cases.add(rex.makeCall(SqlStdOperatorTable.IS_NULL, x));
      cases.add(rex.makeNullLiteral(call.getType()));
    }
    int n = parts.intValueExact();
    RelDataType integer = rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
    for (int part = 0; part <= n; part++) {
      RexNode end = rex.makeExactLiteral(end(x.getType(), low, high, part, n));
      cases.add(rex.makeCall(SqlStdOperatorTable.LESS_THAN, x, end));
      cases.add(rex.makeExactLiteral(BigDecimal.valueOf(part), integer));
    }
    cases.add(rex.makeExactLiteral(BigDecimal.valueOf(n + 1L), integer));
    return rex.makeCall(call.getType(), SqlStdOperatorTable.CASE, cases);
  }

  /**
   * Where a part begins. A number with so many decimals is below a bound just if it is below the
   * next such number from there on.
   */
  private static BigDecimal end(
      RelDataType type, BigDecimal low, BigDecimal high, int part, int parts) {
    BigDecimal scaled =
        low.multiply(BigDecimal.valueOf(parts - part)).add(high.multiply(BigDecimal.valueOf(part)));
    BigDecimal of = BigDecimal.valueOf(parts);
    if (SqlTypeName.APPROX_TYPES.contains(type.getSqlTypeName())) {
      return plain(scaled.divide(of, FLOATING));
    }
    return scaled.divide(of, Math.max(0, type.getScale()), RoundingMode.CEILING);
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static BigDecimal constant(RexNode node) {
    return value(node).orElseThrow(() -> ParseMessages.widthBucketArguments(MAX_PARTS));
  }

  private static Optional<BigDecimal> value(RexNode node) {
    if (node instanceof RexLiteral literal) {
      return Optional.ofNullable(literal.getValueAs(BigDecimal.class));
    } else if (node.getKind() == SqlKind.CAST) {
      return value(((RexCall) node).getOperands().get(0));
    } else if (node.getKind() == SqlKind.MINUS_PREFIX) {
      return value(((RexCall) node).getOperands().get(0)).map(BigDecimal::negate);
    }
    return Optional.empty();
  }
}
