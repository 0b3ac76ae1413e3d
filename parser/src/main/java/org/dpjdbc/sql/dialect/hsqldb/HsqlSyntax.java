package org.dpjdbc.sql.dialect.hsqldb;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;

/** HSQLDB's own functions. Its {@code LPAD} keeps the end of a longer string, not its beginning. */
final class HsqlSyntax {
  static final DialectSyntax ALL =
      new DialectSyntax.Builder()
          .function("CAST", FunctionAliases.CAST_REAL_TO_DOUBLE)
          .function("NVL", FunctionAliases.COALESCE)
          .function("IFNULL", FunctionAliases.COALESCE)
          .function("CASEWHEN", FunctionAliases.IF)
          .function("NVL2", FunctionAliases.IF_NOT_NULL)
          .function("LENGTH", FunctionAliases.CHAR_LENGTH)
          .function("INSTR", FunctionAliases.POSITION)
          .function("LOCATE", FunctionAliases.LOCATE)
          .function("LTRIM", FunctionAliases.LTRIM)
          .function("RTRIM", FunctionAliases.RTRIM)
          .function("LCASE", FunctionAliases.LOWER)
          .function("UCASE", FunctionAliases.UPPER)
          .function("BITAND", FunctionAliases.BIT_AND)
          .function("BITOR", FunctionAliases.BIT_OR)
          .function("BITXOR", FunctionAliases.BIT_XOR)
          .function("TRUNC", FunctionAliases.TRUNCATE)
          .function("LOG", FunctionAliases.LN)
          .function("DAYOFWEEK", FunctionAliases.part(TimeUnit.DOW))
          .function("DAYOFMONTH", FunctionAliases.part(TimeUnit.DAY))
          .function("DAYOFYEAR", FunctionAliases.part(TimeUnit.DOY))
          .clock("CURDATE", SqlTypeName.DATE)
          .without("LPAD")
          .build();

  private HsqlSyntax() {}
}
