package org.dpjdbc.sql.spelling;

import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Quotients without their fraction. */
final class Quotients {
  private Quotients() {}

  /** What may be written where a database has neither operator. */
  static Optional<SqlNode> standard(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode quotient = SqlStdOperatorTable.DIVIDE.createCall(pos, call.getOperandList());
    return Optional.of(SqlStdOperatorTable.TRUNCATE.createCall(pos, quotient));
  }
}
