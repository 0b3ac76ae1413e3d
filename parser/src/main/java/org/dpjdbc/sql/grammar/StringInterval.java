package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code INTERVAL '1 day'}: an interval whose unit is inside the string. */
public final class StringInterval extends SqlSpecialOperator {
  private static final StringInterval OPERATOR = new StringInterval();

  private StringInterval() {
    super("INTERVAL_TEXT", SqlKind.OTHER);
  }

  /** The interval, which has a character literal as its one operand. */
  public static SqlCall of(int sign, String text, SqlParserPos pos) {
    SqlNode literal = SqlLiteral.createCharString(sign < 0 ? "-" + text : text, pos);
    return OPERATOR.createCall(pos, literal);
  }

  /** Whether the call is such an interval. */
  public static boolean is(SqlCall call) {
    return call.getOperator().equals(OPERATOR);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.keyword("INTERVAL");
    call.operand(0).unparse(writer, left, right);
  }
}
