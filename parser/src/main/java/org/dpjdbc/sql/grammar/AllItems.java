package org.dpjdbc.sql.grammar;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code ALL} in {@code GROUP BY ALL} and {@code ORDER BY ALL}. */
public final class AllItems extends SqlSpecialOperator {
  private static final AllItems OPERATOR = new AllItems();

  private AllItems() {
    super("ALL_ITEMS", SqlKind.OTHER);
  }

  /** The word at a place. */
  public static SqlCall at(SqlParserPos pos) {
    return OPERATOR.createCall(pos);
  }

  /** Whether the node is this word. */
  public static boolean is(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(OPERATOR);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.keyword("ALL");
  }
}
