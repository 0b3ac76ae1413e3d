package org.dpjdbc.sql.rewrite;

import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.grammar.Quotient;

/** Quotients without their fraction. */
final class IntegerQuotients {
  private IntegerQuotients() {}

  /** What may be written where a database has only the other operator, or neither. */
  static Optional<SqlNode> standard(SqlCall call, DialectSyntax syntax) {
    SqlParserPos pos = call.getParserPosition();
    if (syntax.hasOperator("//")) {
      return Optional.of(Quotient.SLASHES.createCall(pos, call.getOperandList()));
    } else if (syntax.hasOperator("DIV")) {
      return Optional.of(Quotient.DIV.createCall(pos, call.getOperandList()));
    }
    SqlNode quotient = SqlStdOperatorTable.DIVIDE.createCall(pos, call.getOperandList());
    return Optional.of(SqlStdOperatorTable.TRUNCATE.createCall(pos, quotient));
  }
}
