package org.dpjdbc.sql.rewrite;

import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code RATIO_TO_REPORT(x) OVER (…)}: the share of each x in their sum. */
final class RatioToReport {
  private RatioToReport() {}

  static Optional<SqlNode> ofTotal(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall function)
        || !function.getOperator().getName().toUpperCase(Locale.ROOT).equals("RATIO_TO_REPORT")
        || function.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = over.getParserPosition();
    SqlNode part = function.operand(0);
    SqlNode total =
        SqlStdOperatorTable.OVER.createCall(
            pos, SqlStdOperatorTable.SUM.createCall(pos, part), over.operand(1));
    return Optional.of(
        SqlStdOperatorTable.DIVIDE.createCall(
            pos, SqlNodes.cast(part, SqlTypeName.DOUBLE, pos), total));
  }
}
