package org.dpjdbc.sql.dialect.duckdb;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.CollationOperator;

/** Operators only for DuckDB. */
final class DuckDbOperators {
  /** Equal for equal values of one type. What it is may change with DuckDB's version. */
  static final SqlFunction HASH =
      new SqlFunction(
          "HASH",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.DECIMAL, DuckDbTypeSystem.UBIGINT_DIGITS),
          null,
          OperandTypes.VARIADIC,
          SqlFunctionCategory.NUMERIC);

  /** Whether the first operand equals one of the others. */
  static final SqlFunction IN_LIST = list("IN_LIST");

  /** Whether it equals one of them, or is NULL. */
  static final SqlFunction IN_LIST_OR_NULL = list("IN_LIST_OR_NULL");

  /** The order of bytes. */
  static final SqlOperator BY_BYTES = new CollationOperator("binary");

  private DuckDbOperators() {}

  private static SqlFunction list(String name) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
  }
}
