package org.dpjdbc.sql.dialect.postgres;

import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** PostgreSQL's own functions, operators and clauses. */
final class PostgresSyntax {
  static final DialectSyntax ALL =
      new DialectSyntax.Builder()
          .function("CAST", FunctionAliases.CAST_TO_ZONED, FunctionAliases.CAST_TO_SHORT_NAME)
          .function("LENGTH", FunctionAliases.CHAR_LENGTH)
          .function("STARTS_WITH", FunctionAliases.STARTS_WITH)
          .function("STRPOS", FunctionAliases.POSITION)
          .function("LTRIM", FunctionAliases.LTRIM)
          .function("RTRIM", FunctionAliases.RTRIM)
          .function("BTRIM", FunctionAliases.BTRIM)
          .function("SPLIT_PART", FunctionAliases.SPLIT_PART)
          .function("CONCAT", FunctionAliases.CONCAT)
          .function("DIV", FunctionAliases.NUMERIC_QUOTIENT)
          .function("TRUNC", FunctionAliases.TRUNCATE)
          .function("POW", FunctionAliases.POWER)
          .function("LOG", FunctionAliases.LOG10, FunctionAliases.LOG_OF_DECIMALS)
          .function(
              "DATE_PART",
              FunctionAliases.partOfAge(SqlTypeName.DOUBLE),
              FunctionAliases.DATE_PART_AS_DOUBLE)
          .function("DATE", FunctionAliases.DATE)
          .function("TIMEZONE", FunctionAliases.IN_TIME_ZONE)
          .function("TO_TIMESTAMP", FunctionAliases.TO_TIMESTAMP)
          .function("TO_DATE", FunctionAliases.TO_DATE)
          .function("MAKE_DATE", FunctionAliases.MAKE_CONSTANT_DATE, FunctionAliases.MAKE_DATE)
          .function("TO_CHAR", FunctionAliases.TO_CHAR)
          .operator("::", FunctionAliases.INFIX_CAST)
          .operator("AT TIME ZONE", FunctionAliases.AT_TIME_ZONE)
          .operator("DATE_TRUNC", FunctionAliases.TRUNCATED_IN_ZONE)
          .operator("INTERVAL", FunctionAliases.INTERVAL_OF_STRING)
          .operator("AGE", FunctionAliases.COMPARED_AGE)
          .operator(
              "EXTRACT",
              FunctionAliases.EXTRACT_PLURAL_PART,
              FunctionAliases.EXTRACT_TIME_ZONE,
              FunctionAliases.partOfAge(SqlTypeName.DECIMAL))
          .operator("ANY", FunctionAliases.ANY_OF_LIST)
          .operator("GREATEST", FunctionAliases.EXTREME_OF_KNOWN)
          .operator("ILIKE", FunctionAliases.ILIKE)
          .operator("NOT ILIKE", FunctionAliases.ILIKE)
          .operator("&", FunctionAliases.BITS_AS_PARSED)
          .operator("|", FunctionAliases.BITS_AS_PARSED)
          .operator("#", FunctionAliases.BITS_AS_PARSED)
          .operator("<<", FunctionAliases.BITS_AS_PARSED)
          .operator(">>", FunctionAliases.BITS_AS_PARSED)
          .clock("TRANSACTION_TIMESTAMP", SqlTypeName.TIMESTAMP)
          .clock("STATEMENT_TIMESTAMP", SqlTypeName.TIMESTAMP)
          .with(SqlFeature.CBRT, SqlFeature.DECADES, SqlFeature.AGE, SqlFeature.ANY_VALUE)
          .with(SqlFeature.DISTINCT_ON, SqlFeature.DISTINCT_ON_ORDINALS)
          .build();

  private PostgresSyntax() {}
}
