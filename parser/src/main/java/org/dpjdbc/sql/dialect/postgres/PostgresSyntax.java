package org.dpjdbc.sql.dialect.postgres;

import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.PostgresFamilySyntax;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;

/** PostgreSQL's own functions, operators and clauses. */
final class PostgresSyntax {
  static final DialectSyntax ALL =
      PostgresFamilySyntax.builder()
          .function("BTRIM", FunctionAliases.BTRIM)
          .function("DIV", FunctionAliases.NUMERIC_QUOTIENT)
          .function("TRUNC", FunctionAliases.TRUNCATE)
          .function("LOG", FunctionAliases.LOG10, FunctionAliases.LOG_OF_DECIMALS)
          .function(
              "DATE_PART",
              FunctionAliases.partOfAge(SqlTypeName.DOUBLE),
              FunctionAliases.DATE_PART_AS_DOUBLE)
          .function("TO_TIMESTAMP", FunctionAliases.TO_TIMESTAMP)
          .function("TO_DATE", FunctionAliases.TO_DATE)
          .function("TO_CHAR", FunctionAliases.TO_CHAR)
          .operator("DATE_TRUNC", FunctionAliases.TRUNCATED_IN_ZONE)
          .operator(
              "EXTRACT",
              FunctionAliases.EXTRACT_PLURAL_PART,
              FunctionAliases.EXTRACT_TIME_ZONE,
              FunctionAliases.partOfAge(SqlTypeName.DECIMAL))
          .operator("ANY", FunctionAliases.ANY_OF_LIST)
          .operator("GREATEST", FunctionAliases.EXTREME_OF_KNOWN)
          .operator("#", FunctionAliases.BITS_AS_PARSED)
          .clock("STATEMENT_TIMESTAMP", SqlTypeName.TIMESTAMP)
          .build();

  private PostgresSyntax() {}
}
