package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ILIKE} and {@code NOT ILIKE} with a constant pattern: LIKE of both in lower case. */
final class ILikeRewrite {
  private ILikeRewrite() {}

  static Optional<SqlNode> like(SqlCall call) {
    Optional<String> pattern = SqlNodes.constant(call.operand(1));
    boolean plainEscape =
        call.operandCount() < 3
            || SqlNodes.constant(call.operand(2))
                .filter(escape -> escape.chars().noneMatch(Character::isLetter))
                .isPresent();
    // Letters beyond ASCII have a lower case of each database's own.
    if (pattern.filter(text -> text.chars().allMatch(c -> c < 128)).isEmpty() || !plainEscape) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, SqlStdOperatorTable.LOWER.createCall(pos, operands.get(0)));
    operands.set(
        1,
        SqlNodes.text(pattern.get().toLowerCase(Locale.ROOT), operands.get(1).getParserPosition()));
    return Optional.of(
        (call.getOperator().equals(SqlLibraryOperators.ILIKE)
                ? SqlStdOperatorTable.LIKE
                : SqlStdOperatorTable.NOT_LIKE)
            .createCall(pos, operands));
  }
}
