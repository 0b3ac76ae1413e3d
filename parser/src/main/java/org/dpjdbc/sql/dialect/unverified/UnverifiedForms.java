package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Calls for a database that the build does not run, in forms that fail for no row, even if the
 * database computes a value that it then does not use. A call without such a form is refused.
 */
final class UnverifiedForms {
  /** What is not further from zero than that, a BIGINT can be made of. */
  private static final BigDecimal NEAR_BIGINT = new BigDecimal("9.2233720368547E18");

  private final RexBuilder rex;
  private final UnverifiedDialect dialect;

  UnverifiedForms(RexBuilder rex, UnverifiedDialect dialect) {
    this.rex = rex;
    this.dialect = dialect;
  }

  RexNode of(RexCall call) {
    return switch (call.getKind()) {
      case IS_TRUE -> test(call, false, 1, 0);
      case IS_NOT_TRUE -> test(call, false, 0, 1);
      case IS_FALSE -> test(call, true, 1, 0);
      case IS_NOT_FALSE -> test(call, true, 0, 1);
      case CAST -> cast(call);
      case PLUS, MINUS, TIMES, DIVIDE -> arithmetic(call);
      case FLOOR, CEIL -> whole(call);
      case SAFE_CAST -> throw refused(call);
      default ->
          switch (call.getOperator().getName()) {
            case "SUBSTRING" -> substring(call);
            case "WHOLE_QUOTIENT" ->
                throw ExpressionMessages.notOfferedOn(
                    "division of numbers with that many digits", dialect.productName());
            case "||", "UPPER", "LOWER" -> dialect.changed(call);
            default -> call;
          };
    };
  }

  private RefusedException refused(RexCall call) {
    return ExpressionMessages.notOfferedOn(call.getOperator().getName(), dialect.productName());
  }

  private RexNode number(BigDecimal value) {
    return rex.makeExactLiteral(value);
  }

  /** A test that no row leaves open, where a truth value need not be a value. */
  private RexNode test(RexCall call, boolean negated, int yes, int no) {
    RexNode operand = call.getOperands().get(0);
    RexNode condition = negated ? rex.makeCall(SqlStdOperatorTable.NOT, operand) : operand;
    RexNode told =
        rex.makeCall(
            SqlStdOperatorTable.CASE,
            condition,
            number(BigDecimal.valueOf(yes)),
            number(BigDecimal.valueOf(no)));
    return rex.makeCall(
        call.getType(), SqlStdOperatorTable.EQUALS, List.of(told, number(BigDecimal.ONE)));
  }

  /** Of numbers alone: dates are not shifted. */
  private RexNode arithmetic(RexCall call) {
    boolean numbers =
        SqlTypeUtil.isNumeric(call.getType())
            && call.getOperands().stream().allMatch(x -> SqlTypeUtil.isNumeric(x.getType()));
    if (!numbers) {
      throw refused(call);
    }
    return SqlTypeUtil.isExactNumeric(call.getType()) ? dialect.exact(rex, call) : call;
  }

  /** An integer is whole already; a database may make a floating-point number of it. */
  private static RexNode whole(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    return SqlTypeUtil.isIntType(operand.getType()) ? operand : call;
  }

  /** Positions are constants from one on: others are errors on some databases. */
  private static boolean isPosition(RexNode node) {
    return node instanceof RexLiteral literal
        && literal.getValue() instanceof BigDecimal number
        && number.signum() > 0;
  }

  private RexNode substring(RexCall call) {
    if (!call.getOperands().stream().skip(1).allMatch(UnverifiedForms::isPosition)) {
      throw refused(call);
    }
    return call;
  }

  private RexNode cast(RexCall call) {
    RexNode from = call.getOperands().get(0);
    RelDataType to = call.getType();
    if (from instanceof RexLiteral || from.getKind() == SqlKind.DYNAMIC_PARAM) {
      return SqlTypeUtil.inCharFamily(to) ? dialect.text(rex, call) : call;
    }
    if (SqlTypeUtil.isNumeric(from.getType()) && SqlTypeUtil.isNumeric(to)) {
      return dialect.number(
          rex, SqlTypeUtil.isExactNumeric(to) ? call.clone(to, List.of(within(from, to))) : call);
    }
    boolean texts = SqlTypeUtil.inCharFamily(to);
    boolean exactOrText =
        SqlTypeUtil.isExactNumeric(from.getType()) || SqlTypeUtil.inCharFamily(from.getType());
    if (texts && exactOrText) {
      return dialect.text(rex, call);
    }
    boolean days = isDay(from.getType()) && isDay(to);
    boolean truths =
        from.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
            && to.getSqlTypeName() == SqlTypeName.BOOLEAN;
    if (days || truths) {
      return call;
    }
    throw refused(call);
  }

  private static boolean isDay(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }

  /**
   * The number, or NULL where the type has no room for it, so that the cast is total in itself and
   * not by the test around it alone, which the database may do later.
   */
  private RexNode within(RexNode from, RelDataType to) {
    RelDataType source = from.getType();
    boolean exact = SqlTypeUtil.isExactNumeric(source);
    int scale = Math.max(0, to.getScale());
    int room = to.getPrecision() - scale;
    int sourceScale = Math.max(0, source.getScale());
    // Rounding may need one digit more than there was.
    int needed = source.getPrecision() - sourceScale + (sourceScale > scale ? 1 : 0);
    boolean integers = SqlTypeUtil.isIntType(source) && SqlTypeUtil.isIntType(to);
    if (exact
        && (integers ? source.getPrecision() <= to.getPrecision() : needed <= whole(to, room))) {
      return from;
    }
    BigDecimal end = bound(exact, to, scale, room);
    RexNode max = exact ? number(end) : approximate(end);
    RexNode min = exact ? number(end.negate()) : approximate(end.negate());
    RexNode inside =
        rex.makeCall(
            SqlStdOperatorTable.AND,
            rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, from, min),
            rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, from, max));
    RelDataType nullable = rex.getTypeFactory().createTypeWithNullability(source, true);
    return rex.makeCall(
        nullable, SqlStdOperatorTable.CASE, List.of(inside, from, rex.makeNullLiteral(nullable)));
  }

  /** Digits of which any number fits: one less than an integer type has. */
  private static int whole(RelDataType to, int room) {
    return SqlTypeUtil.isIntType(to) ? room - 1 : room;
  }

  private static BigDecimal bound(boolean exact, RelDataType to, int scale, int room) {
    BigDecimal max =
        switch (to.getSqlTypeName()) {
          case TINYINT -> BigDecimal.valueOf(Byte.MAX_VALUE);
          case SMALLINT -> BigDecimal.valueOf(Short.MAX_VALUE);
          case INTEGER -> BigDecimal.valueOf(Integer.MAX_VALUE);
          case BIGINT -> exact ? BigDecimal.valueOf(Long.MAX_VALUE) : NEAR_BIGINT;
          default ->
              BigDecimal.TEN.pow(room).subtract(BigDecimal.ONE.movePointLeft(exact ? scale : 0));
        };
    // As a double, a little nearer to zero than the bound itself.
    return exact ? max : BigDecimal.valueOf(Math.nextDown(Math.nextDown(max.doubleValue())));
  }

  private RexNode approximate(BigDecimal value) {
    return rex.makeAbstractCast(
        rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE),
        rex.makeApproxLiteral(value),
        false);
  }
}
