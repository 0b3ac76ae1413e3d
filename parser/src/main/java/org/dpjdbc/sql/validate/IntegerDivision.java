package org.dpjdbc.sql.validate;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * {@code a // b} and {@code a DIV b}: quotients truncated towards zero, NULL if the divisor is
 * zero. Decimals are made integers by the same power of ten, which leaves the quotient as it is.
 */
public final class IntegerDivision {
  private static final int DIGITS = 38;

  /** Binds more than any operator. */
  private static final int TIGHT = 100;

  /**
   * The quotient of two whole decimals of 38 digits, truncated towards zero: without the remainder
   * it is exact, however a database rounds it. The divisor is not zero.
   */
  public static final SqlOperator OPERATOR =
      new SqlFunction(
          "WHOLE_QUOTIENT",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0_NULLABLE,
          null,
          OperandTypes.NUMERIC_NUMERIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame cast = writer.startFunCall("CAST");
          writer.print("(");
          call.operand(0).unparse(writer, TIGHT, TIGHT);
          writer.print("- ");
          SqlWriter.Frame rest = writer.startFunCall("MOD");
          writer.sep(",");
          call.operand(0).unparse(writer, 0, 0);
          writer.sep(",");
          call.operand(1).unparse(writer, 0, 0);
          writer.endFunCall(rest);
          writer.print(") / ");
          call.operand(1).unparse(writer, TIGHT, TIGHT);
          writer.sep("AS");
          writer.print("DECIMAL(38, 0)");
          writer.endFunCall(cast);
        }
      };

  private IntegerDivision() {}

  static RexNode written(RexBuilder rex, RexCall call) {
    RexNode a = call.getOperands().get(0);
    RexNode b = call.getOperands().get(1);
    int scale = Math.max(scale(a), scale(b));
    RexNode quotient = rex.makeCall(OPERATOR, whole(rex, a, scale), whole(rex, b, scale));
    RexNode zero = rex.makeExactLiteral(BigDecimal.ZERO);
    return rex.makeCall(
        call.getType(),
        SqlStdOperatorTable.CASE,
        List.of(
            rex.makeCall(SqlStdOperatorTable.NOT_EQUALS, b, zero),
            rex.makeAbstractCast(call.getType(), quotient, false),
            rex.makeNullLiteral(call.getType())));
  }

  /** Of two integers, the second of which is not zero. */
  static RexNode quotient(RexBuilder rex, RexNode a, RexNode b) {
    return rex.makeCall(OPERATOR, whole(rex, a, 0), whole(rex, b, 0));
  }

  private static int scale(RexNode number) {
    return Math.max(0, number.getType().getScale());
  }

  private static RexNode whole(RexBuilder rex, RexNode number, int scale) {
    if (scale > 0 && number.getType().getPrecision() - scale(number) + scale > DIGITS) {
      throw ExpressionMessages.tooWide("a quotient");
    }
    RexNode times =
        scale == 0
            ? number
            : rex.makeCall(
                SqlStdOperatorTable.MULTIPLY,
                number,
                rex.makeExactLiteral(BigDecimal.TEN.pow(scale)));
    RelDataType decimal =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, DIGITS, 0),
                times.getType().isNullable());
    return rex.makeAbstractCast(decimal, times, false);
  }
}
