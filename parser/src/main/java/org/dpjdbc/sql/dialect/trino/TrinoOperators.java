package org.dpjdbc.sql.dialect.trino;

import java.math.BigDecimal;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Optionality;

/** Operators only for Trino. */
public final class TrinoOperators {
  /**
   * A hash of a string with another string as the seed; equal for equal strings, whatever the data.
   */
  static final SqlOperator HASH =
      new SqlFunction(
          "XXHASH64",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.BIGINT),
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          writer.print("FROM_BIG_ENDIAN_64(XXHASH64(TO_UTF8(");
          call.operand(0).unparse(writer, 0, 0);
          writer.print("|| ':' ||");
          call.operand(1).unparse(writer, 0, 0);
          writer.print(")))");
        }
      };

  /** A floating-point number, or NULL in the place of NaN. */
  static final SqlOperator NUMBER =
      new SqlFunction(
          "NUMBER",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          writer.print("IF(NOT IS_NAN(");
          call.operand(0).unparse(writer, 0, 0);
          writer.print("),");
          call.operand(0).unparse(writer, 0, 0);
          writer.print(")");
        }
      };

  /** A string without its padding. */
  static final SqlOperator UNPADDED =
      around("UNPADDED", "TRIM(TRAILING ' ' FROM CAST(", " AS VARCHAR))");

  /** A timestamp with time zone, converted to UTC. */
  static final SqlOperator IN_UTC = around("IN_UTC", "(", " AT TIME ZONE 'UTC')");

  /** An integer outside the range of BIGINT, written as a decimal. */
  static final SqlOperator LONG_LITERAL =
      new SqlFunction(
          "LONG_LITERAL",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          BigDecimal number = ((SqlLiteral) call.operand(0)).getValueAs(BigDecimal.class);
          writer.print("DECIMAL '" + number.toPlainString() + "'");
        }
      };

  /** The sum of BIGINTs in as many digits as there are. */
  public static final SqlAggFunction SUM_OF_BIGINTS =
      new SqlAggFunction(
          "SUM",
          null,
          SqlKind.SUM,
          ReturnTypes.AGG_SUM,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC,
          false,
          false,
          Optionality.FORBIDDEN) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          writer.print("SUM(");
          SqlLiteral quantifier = call.getFunctionQuantifier();
          if (quantifier != null) {
            quantifier.unparse(writer, 0, 0);
          }
          writer.print("CAST(");
          call.operand(0).unparse(writer, 0, 0);
          writer.print("AS DECIMAL(38, 0)))");
        }
      };

  private TrinoOperators() {}

  private static SqlOperator around(String name, String before, String after) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM) {
      @Override
      public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
        writer.print(before);
        call.operand(0).unparse(writer, 0, 0);
        writer.print(after);
      }
    };
  }
}
