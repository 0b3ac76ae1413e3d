package org.dpjdbc.plan.algebra;

import java.util.Locale;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Operators of the pushed SQL that Calcite lacks. They print as H2 and PostgreSQL read them (the
 * difference of dates only as H2 does); a dialect may print them differently.
 */
public final class DpOperators {
  /** Binds more than any operator. */
  private static final int TIGHT = 100;

  /**
   * Whether a floating-point number is NaN; NULL of NULL. In H2, PostgreSQL and DuckDB NaN equals
   * itself, so a comparison tells.
   */
  public static final SqlOperator IS_NAN =
      new SqlFunction(
          "IS_NAN",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BOOLEAN_NULLABLE,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startList("(", ")");
          call.operand(0).unparse(writer, 0, 0);
          writer.print("= CAST('NaN' AS DOUBLE PRECISION)");
          writer.endList(frame);
        }
      };

  /** A string without the blanks at its end. */
  public static final SqlOperator UNPADDED =
      new SqlFunction(
          "UNPADDED",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.CHARACTER,
          SqlFunctionCategory.STRING) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startFunCall("TRIM");
          writer.print("TRAILING ' ' FROM ");
          call.operand(0).unparse(writer, 0, 0);
          writer.endFunCall(frame);
        }
      };

  /** The start of the unit of time, given as a symbol, that a date or timestamp is in. */
  public static final SqlOperator DATE_TRUNC =
      new SqlFunction(
          "DATE_TRUNC",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG1_NULLABLE,
          null,
          OperandTypes.ANY_ANY,
          SqlFunctionCategory.TIMEDATE) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startFunCall(getName());
          writer.sep(",");
          writer.print("'" + symbol(call.operand(0)) + "'");
          writer.sep(",");
          call.operand(1).unparse(writer, 0, 0);
          writer.endFunCall(frame);
        }
      };

  /**
   * How many borders of the unit of time, given as a symbol, lie between two dates or timestamps,
   * the earlier first.
   */
  public static final SqlOperator DATE_DIFF =
      new SqlFunction(
          "DATEDIFF",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BIGINT_NULLABLE,
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.TIMEDATE) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startFunCall(getName());
          writer.sep(",");
          writer.print(symbol(call.operand(0)));
          writer.sep(",");
          call.operand(1).unparse(writer, 0, 0);
          writer.sep(",");
          call.operand(2).unparse(writer, 0, 0);
          writer.endFunCall(frame);
        }
      };

  /**
   * A floating-point number to which a constant is added and taken away again: zero where it is
   * much nearer to zero than the constant.
   */
  public static final SqlOperator BLURRED =
      new SqlFunction(
          "BLURRED",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0_NULLABLE,
          null,
          OperandTypes.NUMERIC_NUMERIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startList("(", ")");
          call.operand(0).unparse(writer, TIGHT, TIGHT);
          writer.print("+ ");
          call.operand(1).unparse(writer, TIGHT, TIGHT);
          writer.print("- ");
          call.operand(1).unparse(writer, TIGHT, TIGHT);
          writer.endList(frame);
        }
      };

  /** The value, and NULL for a row for which the database fails to compute it. */
  public static final SqlOperator TRY =
      new SqlFunction(
          "TRY",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.SYSTEM);

  private DpOperators() {}

  /** The name of an enum constant; never a text of the analyst's. */
  private static String symbol(SqlNode unit) {
    return ((SqlLiteral) unit).getValueAs(Enum.class).name().toUpperCase(Locale.ROOT);
  }

  public static Enum<?> symbol(RexLiteral unit) {
    Enum<?> value = unit.getValueAs(Enum.class);
    if (value == null) {
      throw new IllegalArgumentException("not a symbol");
    }
    return value;
  }
}
