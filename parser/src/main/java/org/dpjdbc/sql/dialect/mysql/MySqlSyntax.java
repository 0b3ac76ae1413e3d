package org.dpjdbc.sql.dialect.mysql;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.dpjdbc.sql.rewrite.FunctionAliases;

/** The own functions and operators of MySQL and MariaDB. */
final class MySqlSyntax {
  static final DialectSyntax OF_MYSQL = common().build();

  static final DialectSyntax OF_MARIADB =
      common()
          .function("NVL", FunctionAliases.COALESCE)
          .function("NVL2", FunctionAliases.IF_NOT_NULL)
          .build();

  private MySqlSyntax() {}

  private static DialectSyntax.Builder common() {
    return new DialectSyntax.Builder()
        .function("IFNULL", FunctionAliases.COALESCE)
        .function("IF", FunctionAliases.IF)
        .function("LCASE", FunctionAliases.LOWER)
        .function("UCASE", FunctionAliases.UPPER)
        .function("POW", FunctionAliases.POWER)
        .function("LOG", FunctionAliases.LN, FunctionAliases.LOG_BY_LN)
        .function("LOG2", FunctionAliases.LOG2_BY_LN)
        .function("STD", FunctionAliases.STDDEV_POP)
        .function("STDDEV", FunctionAliases.STDDEV_POP)
        .function("VARIANCE", FunctionAliases.VAR_POP)
        .function("DATEDIFF", FunctionAliases.DAYS_BETWEEN)
        .function("TIMESTAMPDIFF", FunctionAliases.UNITS_PASSED)
        .function("DATE_ADD", FunctionAliases.PLUS_INTERVAL)
        .function("DATE_SUB", FunctionAliases.MINUS_INTERVAL)
        .function("ADDDATE", FunctionAliases.PLUS_INTERVAL)
        .function("SUBDATE", FunctionAliases.MINUS_INTERVAL)
        .function("DAY", FunctionAliases.part(TimeUnit.DAY))
        .function("LAST_DAY", FunctionAliases.LAST_DAY)
        .function("WEEKDAY", FunctionAliases.WEEKDAY_FROM_MONDAY)
        .function("DATE", FunctionAliases.DATE)
        .function("STR_TO_DATE", FunctionAliases.STR_TO_DATE)
        .function("DAYNAME", FunctionAliases.DAY_NAME)
        .function("MONTHNAME", FunctionAliases.MONTH_NAME)
        .function("DATE_FORMAT", FunctionAliases.DATE_FORMAT)
        .operator("DIV", FunctionAliases.QUOTIENT)
        .operator("&", FunctionAliases.BITS_IN_PARENTHESES)
        .operator("|", FunctionAliases.unsignedBits("|"))
        .operator("<<", FunctionAliases.unsignedBits("<<"))
        .operator(">>", FunctionAliases.unsignedBits(">>"))
        .clock("CURDATE", SqlTypeName.DATE)
        .clock("CURTIME", SqlTypeName.TIME)
        .wholeSeconds(SqlTypeName.DATE, SqlTypeName.TIME, SqlTypeName.TIMESTAMP);
  }
}
