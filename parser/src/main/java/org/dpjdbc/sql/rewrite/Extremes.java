package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * {@code GREATEST} and {@code LEAST} that leave out NULL: each argument is the next one that is not
 * NULL instead, so that all are NULL or none.
 */
final class Extremes {
  /** More arguments would be repeated too often. */
  private static final int MAX_ARGUMENTS = 8;

  private Extremes() {}

  static boolean are(String function) {
    return function.equals("GREATEST") || function.equals("LEAST");
  }

  static Optional<SqlNode> known(SqlCall call) {
    List<SqlNode> arguments = call.getOperandList();
    if (arguments.size() > MAX_ARGUMENTS || !arguments.stream().allMatch(SqlNodes::mayBeRepeated)) {
      throw ParseMessages.growsTooLarge().at(Position.of(call.getParserPosition()));
    }
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> known = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      List<SqlNode> next = new ArrayList<>(arguments);
      Collections.rotate(next, -i);
      boolean never = arguments.get(i) instanceof SqlLiteral literal && literal.getValue() != null;
      known.add(
          never || arguments.size() == 1
              ? arguments.get(i)
              : SqlStdOperatorTable.COALESCE.createCall(pos, next));
    }
    return Optional.of(call.getOperator().createCall(pos, known));
  }
}
