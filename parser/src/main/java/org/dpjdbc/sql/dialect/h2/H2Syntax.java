package org.dpjdbc.sql.dialect.h2;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** H2's own functions, operators and clauses. */
final class H2Syntax {
  static final DialectSyntax ALL =
      new DialectSyntax.Builder()
          .function("CAST", FunctionAliases.CAST_TO_SHORT_NAME, FunctionAliases.CAST_TO_LONG)
          .function("NVL", FunctionAliases.COALESCE)
          .function("IFNULL", FunctionAliases.COALESCE)
          .function("DECODE", FunctionAliases.DECODE)
          .function("CASEWHEN", FunctionAliases.IF)
          .function("NVL2", FunctionAliases.IF_NOT_NULL)
          .function("LENGTH", FunctionAliases.CHAR_LENGTH)
          .function("INSTR", FunctionAliases.POSITION)
          .function("LOCATE", FunctionAliases.LOCATE)
          .function("LTRIM", FunctionAliases.LTRIM)
          .function("RTRIM", FunctionAliases.RTRIM)
          .function("BTRIM", FunctionAliases.BTRIM)
          .function("LCASE", FunctionAliases.LOWER)
          .function("UCASE", FunctionAliases.UPPER)
          .function("CONCAT", FunctionAliases.CONCAT)
          .function("BITAND", FunctionAliases.BIT_AND)
          .function("BITOR", FunctionAliases.BIT_OR)
          .function("BITXOR", FunctionAliases.BIT_XOR)
          .function("BITNOT", FunctionAliases.BIT_NOT)
          .function("LSHIFT", FunctionAliases.SHIFT_LEFT)
          .function("RSHIFT", FunctionAliases.SHIFT_RIGHT)
          .function("TRUNC", FunctionAliases.TRUNCATE)
          .function("LOG", FunctionAliases.LN, FunctionAliases.LOG_BY_LN_OR_LOG10)
          .function("DATEDIFF", FunctionAliases.BORDERS_BUT_OF_WEEKS)
          .function("DATEADD", FunctionAliases.ADD_UNITS)
          .function("DAY", FunctionAliases.part(TimeUnit.DAY))
          .function("LAST_DAY", FunctionAliases.LAST_DAY)
          .function("DAY_OF_WEEK", FunctionAliases.part(TimeUnit.DOW))
          .function("ISO_DAY_OF_WEEK", FunctionAliases.part(TimeUnit.ISODOW))
          .function("DAY_OF_MONTH", FunctionAliases.part(TimeUnit.DAY))
          .function("DAY_OF_YEAR", FunctionAliases.part(TimeUnit.DOY))
          .function("ISO_YEAR", FunctionAliases.part(TimeUnit.ISOYEAR))
          .function("DAYNAME", FunctionAliases.DAY_NAME)
          .function("MONTHNAME", FunctionAliases.MONTH_NAME)
          .function("FORMATDATETIME", FunctionAliases.FORMAT_BY_JAVA)
          .operator("::", FunctionAliases.INFIX_CAST)
          .operator(
              "EXTRACT", FunctionAliases.EXTRACT_NAMED_PART, FunctionAliases.EXTRACT_TIME_ZONE)
          .operator("ILIKE", FunctionAliases.ILIKE)
          .operator("NOT ILIKE", FunctionAliases.ILIKE)
          .operator("RATIO_TO_REPORT", FunctionAliases.RATIO_TO_REPORT)
          .clock("CURDATE", SqlTypeName.DATE)
          .clock("CURTIME", SqlTypeName.TIME)
          .wholeSeconds(SqlTypeName.TIME)
          .with(SqlFeature.DECADES, SqlFeature.ANY_VALUE, SqlFeature.DISTINCT_ON)
          .build();

  private H2Syntax() {}
}
