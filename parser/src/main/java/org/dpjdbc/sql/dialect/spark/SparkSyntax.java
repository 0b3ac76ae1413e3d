package org.dpjdbc.sql.dialect.spark;

import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** Spark SQL's own functions, operators and clauses. */
final class SparkSyntax {
  static final DialectSyntax ALL =
      new DialectSyntax.Builder()
          .function("NVL", FunctionAliases.COALESCE)
          .function("IFNULL", FunctionAliases.COALESCE)
          .function("IF", FunctionAliases.IF)
          .function("LENGTH", FunctionAliases.CHAR_LENGTH)
          .function("STARTSWITH", FunctionAliases.STARTS_WITH)
          .function("SPLIT_PART", FunctionAliases.SPLIT_PART)
          .function("SHIFTLEFT", FunctionAliases.SHIFT_LEFT)
          .function("SHIFTRIGHT", FunctionAliases.SHIFT_RIGHT)
          .function("POW", FunctionAliases.POWER)
          .function("LOG", FunctionAliases.LN, FunctionAliases.LOG_BY_LN)
          .function("LOG2", FunctionAliases.LOG2_BY_LN)
          .function("COUNT_IF", FunctionAliases.COUNT_IF)
          .function("APPROX_COUNT_DISTINCT", FunctionAliases.COUNT_DISTINCT)
          .function("DATEDIFF", FunctionAliases.UNITS_PASSED_OF_DAYS, FunctionAliases.DAYS_BETWEEN)
          .function("TIMESTAMPDIFF", FunctionAliases.UNITS_PASSED_OF_DAYS)
          .function("LAST_DAY", FunctionAliases.LAST_DAY)
          .function("DATE_FORMAT", FunctionAliases.FORMAT_BY_JAVA)
          .operator("DIV", FunctionAliases.QUOTIENT)
          .operator("&", FunctionAliases.BITS_IN_PARENTHESES)
          .operator("|", FunctionAliases.BITS_IN_PARENTHESES)
          .clock("CURDATE", SqlTypeName.DATE)
          .with(SqlFeature.CBRT, SqlFeature.ANY_VALUE)
          .with(SqlFeature.GROUP_BY_ALL, SqlFeature.ORDER_BY_ALL)
          .build();

  private SparkSyntax() {}
}
