package org.dpjdbc.sql.dialect.common;

import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** The functions and operators of databases whose grammar comes from PostgreSQL's. */
public final class PostgresFamilySyntax {
  private PostgresFamilySyntax() {}

  /** A new list of them, to which a database adds its own. */
  public static DialectSyntax.Builder builder() {
    return new DialectSyntax.Builder()
        .function("CAST", FunctionAliases.CAST_TO_ZONED, FunctionAliases.CAST_TO_SHORT_NAME)
        .function("LENGTH", FunctionAliases.CHAR_LENGTH)
        .function("STARTS_WITH", FunctionAliases.STARTS_WITH)
        .function("STRPOS", FunctionAliases.POSITION)
        .function("LTRIM", FunctionAliases.LTRIM)
        .function("RTRIM", FunctionAliases.RTRIM)
        .function("SPLIT_PART", FunctionAliases.SPLIT_PART)
        .function("CONCAT", FunctionAliases.CONCAT)
        .function("POW", FunctionAliases.POWER)
        .function("DATE", FunctionAliases.DATE)
        .function("TIMEZONE", FunctionAliases.IN_TIME_ZONE)
        .function("MAKE_DATE", FunctionAliases.MAKE_CONSTANT_DATE, FunctionAliases.MAKE_DATE)
        .operator("::", FunctionAliases.INFIX_CAST)
        .operator("AT TIME ZONE", FunctionAliases.AT_TIME_ZONE)
        .operator("INTERVAL", FunctionAliases.INTERVAL_OF_STRING)
        .operator("AGE", FunctionAliases.COMPARED_AGE)
        .operator("ILIKE", FunctionAliases.ILIKE)
        .operator("NOT ILIKE", FunctionAliases.ILIKE)
        .operator("&", FunctionAliases.BITS_AS_PARSED)
        .operator("|", FunctionAliases.BITS_AS_PARSED)
        .operator("<<", FunctionAliases.BITS_AS_PARSED)
        .operator(">>", FunctionAliases.BITS_AS_PARSED)
        .clock("TRANSACTION_TIMESTAMP", SqlTypeName.TIMESTAMP)
        .with(SqlFeature.CBRT, SqlFeature.DECADES, SqlFeature.AGE, SqlFeature.ANY_VALUE)
        .with(SqlFeature.DISTINCT_ON, SqlFeature.DISTINCT_ON_ORDINALS);
  }
}
