package org.dpjdbc.sql.dialect.duckdb;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.PostgresFamilySyntax;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** DuckDB's own functions, operators and clauses, and those that it has from PostgreSQL. */
final class DuckDbSyntax {
  static final DialectSyntax ALL =
      PostgresFamilySyntax.builder()
          .function("IFNULL", FunctionAliases.COALESCE)
          .function("IF", FunctionAliases.IF)
          .function("INSTR", FunctionAliases.POSITION)
          .function("LEN", FunctionAliases.CHAR_LENGTH)
          .function("LCASE", FunctionAliases.LOWER)
          .function("UCASE", FunctionAliases.UPPER)
          .function("PREFIX", FunctionAliases.STARTS_WITH)
          .function("SUFFIX", FunctionAliases.ENDS_WITH)
          .function("ENDS_WITH", FunctionAliases.ENDS_WITH)
          .function("CONTAINS", FunctionAliases.CONTAINS)
          .function("XOR", FunctionAliases.BIT_XOR)
          .function("TRUNC", FunctionAliases.WHOLE_PART)
          .function("LOG", FunctionAliases.LOG10, FunctionAliases.LOG_BY_LOG10)
          .function("COUNT_IF", FunctionAliases.COUNT_IF)
          .function("COUNTIF", FunctionAliases.COUNT_IF)
          .function("APPROX_COUNT_DISTINCT", FunctionAliases.COUNT_DISTINCT)
          .function("DATEDIFF", FunctionAliases.BORDERS_BETWEEN)
          .function("DATE_DIFF", FunctionAliases.BORDERS_BETWEEN)
          .function("LAST_DAY", FunctionAliases.LAST_DAY)
          .function(
              "DATE_PART", FunctionAliases.partOfAge(SqlTypeName.BIGINT), FunctionAliases.DATE_PART)
          .function("DATEPART", FunctionAliases.DATE_PART)
          .function("DAY", FunctionAliases.part(TimeUnit.DAY))
          .function("DATE_ADD", FunctionAliases.PLUS_INTERVAL)
          .function("ISODOW", FunctionAliases.part(TimeUnit.ISODOW))
          .function("ISOYEAR", FunctionAliases.part(TimeUnit.ISOYEAR))
          .function("DECADE", FunctionAliases.part(TimeUnit.DECADE))
          .function("CENTURY", FunctionAliases.part(TimeUnit.CENTURY))
          .function("MILLENNIUM", FunctionAliases.part(TimeUnit.MILLENNIUM))
          .function("WEEKOFYEAR", FunctionAliases.part(TimeUnit.WEEK))
          .function("WEEKDAY", FunctionAliases.part(TimeUnit.DOW))
          .function("STRPTIME", FunctionAliases.STRPTIME)
          .function("DAYNAME", FunctionAliases.DAY_NAME)
          .function("MONTHNAME", FunctionAliases.MONTH_NAME)
          .function("STRFTIME", FunctionAliases.STRFTIME)
          .operator(
              "EXTRACT",
              FunctionAliases.EXTRACT_PLURAL_PART,
              FunctionAliases.EXTRACT_TIME_ZONE,
              FunctionAliases.partOfAge(SqlTypeName.BIGINT))
          .operator("//", FunctionAliases.QUOTIENT)
          .clock("GET_CURRENT_TIMESTAMP", SqlTypeName.TIMESTAMP)
          .clock("TODAY", SqlTypeName.DATE)
          .with(SqlFeature.LOG2, SqlFeature.GROUP_BY_ALL, SqlFeature.ORDER_BY_ALL)
          .build();

  private DuckDbSyntax() {}
}
