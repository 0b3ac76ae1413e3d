package org.dpjdbc.sql.spelling;

import java.util.Optional;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.grammar.Quotient;

/** Quotients without their fraction. */
final class Quotients {
  private static final int DIGITS = 19;

  private Quotients() {}

  /** PostgreSQL's {@code DIV(a, b)}, which is a NUMERIC. */
  static Optional<SqlNode> function(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        SqlStdOperatorTable.CAST.createCall(
            pos,
            Quotient.DIV.createCall(pos, call.getOperandList()),
            new SqlDataTypeSpec(
                new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, DIGITS, 0, pos), pos)));
  }

  /** What may be written where a database has neither operator. */
  static Optional<SqlNode> standard(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode quotient = SqlStdOperatorTable.DIVIDE.createCall(pos, call.getOperandList());
    return Optional.of(SqlStdOperatorTable.TRUNCATE.createCall(pos, quotient));
  }
}
