package org.dpjdbc.sql.dialect.trino;

import org.apache.calcite.avatica.util.TimeUnit;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;
import org.dpjdbc.sql.rewrite.SqlFeature;

/** Trino's own functions, operators and clauses. */
final class TrinoSyntax {
  static final DialectSyntax ALL =
      new DialectSyntax.Builder()
          .function("IF", FunctionAliases.IF)
          .function("LENGTH", FunctionAliases.CHAR_LENGTH)
          .function("STARTS_WITH", FunctionAliases.STARTS_WITH)
          .function("STRPOS", FunctionAliases.POSITION)
          .function("POW", FunctionAliases.POWER)
          .function("LOG", FunctionAliases.LOG_BY_LN)
          .function("LOG2", FunctionAliases.LOG2_BY_LN)
          .function("COUNT_IF", FunctionAliases.COUNT_IF)
          .function("APPROX_DISTINCT", FunctionAliases.COUNT_DISTINCT)
          .function("DATE_ADD", FunctionAliases.ADD_UNITS)
          .function("DAY_OF_WEEK", FunctionAliases.part(TimeUnit.DOW))
          .function("DOW", FunctionAliases.part(TimeUnit.DOW))
          .function("DAY_OF_MONTH", FunctionAliases.part(TimeUnit.DAY))
          .function("DAY_OF_YEAR", FunctionAliases.part(TimeUnit.DOY))
          .function("DOY", FunctionAliases.part(TimeUnit.DOY))
          .function("WEEK_OF_YEAR", FunctionAliases.part(TimeUnit.WEEK))
          .function("YEAR_OF_WEEK", FunctionAliases.part(TimeUnit.ISOYEAR))
          .function("YOW", FunctionAliases.part(TimeUnit.ISOYEAR))
          .function("FORMAT_DATETIME", FunctionAliases.FORMAT_BY_JODA)
          .function("DATE_FORMAT", FunctionAliases.DATE_FORMAT)
          .operator("EXTRACT", FunctionAliases.EXTRACT_NAMED_PART)
          .with(SqlFeature.CBRT)
          .build();

  private TrinoSyntax() {}
}
