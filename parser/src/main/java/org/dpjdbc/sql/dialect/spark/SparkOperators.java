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
  /**
   * A hash of strings, the last of which is the hash so far; equal for equal strings, whatever the
   * data.
   */
  static final SqlOperator HASH =
      new SqlFunction(
          "XXHASH64",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.BIGINT),
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC);

  /** A string without its padding. */
  static final SqlOperator UNPADDED = form("UNPADDED", "RTRIM(?)");

  /** A timestamp without a zone as an instant, read in UTC. */
  static final SqlOperator IN_UTC = form("IN_UTC", "CAST(? AS TIMESTAMP)");

  /** The floor of a double, not as a BIGINT, which may be too narrow. */
  static final SqlOperator FLOOR = whole("FLOOR");

  /** The ceiling of a double. */
  static final SqlOperator CEIL = whole("CEIL");

  /** A double without the digits behind its point. */
  static final SqlOperator WHOLE =
      form(
          "WHOLE",
          "CASE WHEN ABS(?) < 4503599627370496 THEN CAST(CAST(? AS BIGINT) AS DOUBLE) ELSE ? END");

  /** The second of a timestamp. */
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
