package org.dpjdbc.sql.dialect.spark;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendPrinter;

/** Operators only for Spark: forms with the operand in the place of each question mark. */
final class SparkOperators {
  /** Of texts, the last of which is the hash so far; equal for equal ones, whatever the data. */
  static final SqlOperator HASH =
      new SqlFunction(
          "XXHASH64",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.BIGINT),
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC);

  /** A text without the blanks that fill it up. */
  static final SqlOperator UNPADDED = form("UNPADDED", "RTRIM(?)");

  /** A timestamp without a zone as the moment when UTC's clock shows it. */
  static final SqlOperator IN_UTC = form("IN_UTC", "CAST(? AS TIMESTAMP)");

  /** The whole number that is not above a double, and not a BIGINT, which may be too short. */
  static final SqlOperator FLOOR = whole("FLOOR");

  /** The whole number that is not below a double. */
  static final SqlOperator CEIL = whole("CEIL");

  /** A double without the digits behind its point. */
  static final SqlOperator WHOLE =
      form(
          "WHOLE",
          "CASE WHEN ABS(?) < 4503599627370496 THEN CAST(CAST(? AS BIGINT) AS DOUBLE) ELSE ? END");

  /** The second in which a moment is. */
  static final SqlOperator SECOND = form("SECOND", "DATE_TRUNC('SECOND', ?)");

  private SparkOperators() {}

  /** Doubles of 2 to the power of 52, and longer ones, are whole. */
  private static SqlOperator whole(String name) {
    return form(
        name,
        "CASE WHEN ABS(?) < 4503599627370496 THEN CAST(" + name + "(?) AS DOUBLE) ELSE ? END");
  }

  private static SqlOperator form(String name, String form) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM) {
      @Override
      public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
        writer.print("(");
        BackendPrinter.form(writer, form, call.operand(0));
        writer.print(")");
      }
    };
  }
}
