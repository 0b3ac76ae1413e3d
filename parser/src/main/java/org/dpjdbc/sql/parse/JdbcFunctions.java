package org.dpjdbc.sql.parse;

import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJdbcFunctionCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** {@code {fn YEAR(born)}}: a function by JDBC's name for it, in letters of any case. */
final class JdbcFunctions {
  private static final String START = "{fn ";
  private static final String END = "}";

  private JdbcFunctions() {}

  /** The query with these names in upper case, as Calcite knows them. */
  static SqlNode upper(SqlNode query) {
    SqlNode upper =
        query.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                SqlNode inner = super.visit(call);
                return inner instanceof SqlCall copy
                        && copy.getOperator() instanceof SqlJdbcFunctionCall function
                    ? new SqlJdbcFunctionCall(name(function))
                        .createCall(copy.getParserPosition(), copy.getOperandList())
                    : inner;
              }
            });
    return upper == null ? query : upper;
  }

  private static String name(SqlJdbcFunctionCall function) {
    String name = function.getName();
    return name.substring(START.length(), name.length() - END.length()).toUpperCase(Locale.ROOT);
  }
}
