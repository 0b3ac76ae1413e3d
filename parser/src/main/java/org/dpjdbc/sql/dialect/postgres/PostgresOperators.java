package org.dpjdbc.sql.dialect.postgres;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CollationOperator;
import org.dpjdbc.sql.dialect.common.FormOperator;

/** Operators only for PostgreSQL. */
final class PostgresOperators {
  /** Equal for equal strings, whatever the data and the server. */
  static final SqlFunction HASH =
      new SqlFunction(
          "HASHTEXTEXTENDED",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.BIGINT),
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC) {
        @Override
        public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
          SqlWriter.Frame frame = writer.startFunCall("pg_catalog.hashtextextended");
          for (var operand : call.getOperandList()) {
            writer.sep(",");
            operand.unparse(writer, 0, 0);
          }
          writer.endFunCall(frame);
        }
      };

  /** The order of bytes. */
  static final SqlOperator BY_BYTES = new CollationOperator("C");

  /** The database's own rules, which know the letters' cases. */
  static final SqlOperator BY_LANGUAGE = new CollationOperator("default");

  /** A {@code numeric}, or NULL in the place of NaN, which no integer is. */
  static final SqlOperator NUMBER = around("NUMBER", "NULLIF(", ", 'NaN')");

  /** Decimals that are read of a {@code numeric} whose type says no digits. */
  static final int DECIMALS_READ = 10;

  private static final String MOST_READ = "9".repeat(BackendTypes.MAX_DIGITS - DECIMALS_READ);

  /**
   * A {@code numeric} whose type says no digits, as the nearest decimal that has as many as are
   * read; NULL in the place of NaN. It fails for no value: infinities are beyond the most.
   */
  static final SqlOperator NEAREST_NUMBER =
      FormOperator.of(
          "NEAREST_NUMBER",
          "CASE WHEN {0} = 'NaN' THEN NULL WHEN {0} >= %1$s THEN %1$s WHEN {0} <= -%1$s THEN -%1$s"
                  .formatted(MOST_READ)
              + " ELSE CAST({0} AS NUMERIC(%d, %d)) END"
                  .formatted(BackendTypes.MAX_DIGITS, DECIMALS_READ));

  /** Whether a {@code numeric} is not NaN. */
  static final SqlOperator IS_NUMBER = around("IS_NUMBER", "(", " <> 'NaN')");

  /** A double as the {@code numeric} of all its digits. */
  static final SqlOperator ALL_DIGITS = around("ALL_DIGITS", "CAST(CAST(", " AS TEXT) AS NUMERIC)");

  /** A timestamp with time zone, converted to UTC. */
  static final SqlOperator IN_UTC = around("IN_UTC", "(", " AT TIME ZONE 'UTC')");

  private PostgresOperators() {}

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
