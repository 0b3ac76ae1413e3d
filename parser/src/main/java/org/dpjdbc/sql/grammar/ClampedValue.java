package org.dpjdbc.sql.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code x CLAMPED BETWEEN 0 AND 100}, as GoogleSQL writes it in an aggregate's parentheses. */
public final class ClampedValue extends SqlSpecialOperator {
  private static final ClampedValue OPERATOR = new ClampedValue();

  private ClampedValue() {
    super("CLAMPED BETWEEN", SqlKind.OTHER);
  }

  /** The value with its bounds: three operands. */
  public static SqlCall of(SqlNode value, SqlNode lower, SqlNode upper) {
    SqlParserPos pos =
        SqlParserPos.sum(List.of(value.getParserPosition(), upper.getParserPosition()));
    return OPERATOR.createCall(pos, value, lower, upper);
  }

  /** Whether the call is such a value. */
  public static boolean is(SqlCall call) {
    return call.getOperator().equals(OPERATOR);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    call.operand(0).unparse(writer, left, right);
    writer.keyword("CLAMPED BETWEEN");
    call.operand(1).unparse(writer, left, right);
    writer.keyword("AND");
    call.operand(2).unparse(writer, left, right);
  }
}
