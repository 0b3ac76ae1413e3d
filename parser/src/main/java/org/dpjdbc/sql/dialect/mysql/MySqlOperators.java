package org.dpjdbc.sql.dialect.mysql;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.dpjdbc.sql.dialect.common.BackendPrinter;

/** Operators only for MySQL and MariaDB: forms with the operand in place of each question mark. */
final class MySqlOperators {
  /** A number of any type as the boolean that the database takes it for. */
  static final SqlOperator IS_NOT_ZERO =
      form("IS_NOT_ZERO", "? <> 0", ReturnTypes.BOOLEAN_NULLABLE);

  /** What is a date of the calendar; NULL in the place of a zero date, or the 31st of February. */
  static final SqlOperator REAL_DATE =
      form("REAL_DATE", "CASE WHEN FROM_DAYS(TO_DAYS(?)) = ? THEN ? END", ReturnTypes.ARG0);

  /** The same with a time of day. */
  static final SqlOperator VALID_TIMESTAMP =
      form(
          "REAL_MOMENT",
          "CASE WHEN FROM_DAYS(TO_DAYS(?)) = DATE(?) THEN CAST(? AS DATETIME(6)) END",
          ReturnTypes.ARG0);

  /** A time of day, or NULL in the place of a longer or negative time. */
  static final SqlOperator TIME_OF_DAY =
      form(
          "TIME_OF_DAY",
          "CASE WHEN ? BETWEEN TIME '00:00:00' AND TIME '23:59:59.999999' THEN ? END",
          ReturnTypes.ARG0);

  /** A number of single or double precision as one of double precision that is not -0. */
  static final SqlOperator ONE_ZERO = form("ONE_ZERO", "? + 0E0", ReturnTypes.ARG0);

  /** A boolean as a string. */
  static final SqlOperator BOOLEAN_AS_STRING =
      form(
          "TRUTH_AS_TEXT",
          "CASE WHEN ? THEN 'TRUE' WHEN NOT (?) THEN 'FALSE' END",
          ReturnTypes.VARCHAR_NULLABLE);

  /** A checksum of the hash so far and a string; equal for equal strings, whatever the server. */
  static final SqlOperator HASH =
      new SqlFunction(
          "CRC32",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.BIGINT,
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          writer.print("CRC32(CONCAT(");
          call.operand(0).unparse(writer, 0, 0);
          writer.print(", ':', ");
          call.operand(1).unparse(writer, 0, 0);
          writer.print("))");
        }
      };

  private MySqlOperators() {}

  private static SqlOperator form(String name, String form, SqlReturnTypeInference type) {
    return new SqlFunction(
        name, SqlKind.OTHER_FUNCTION, type, null, OperandTypes.ANY, SqlFunctionCategory.SYSTEM) {
      @Override
      public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
        writer.print("(");
        BackendPrinter.form(writer, form, call.operand(0));
        writer.print(")");
      }
    };
  }
}
