package org.dpjdbc.sql.grammar;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT DISTINCT ON (a, b) …}. It stands where the condition of QUALIFY would, with that
 * condition as its second operand if there is one.
 */
public final class DistinctOn extends SqlSpecialOperator {
  private static final DistinctOn OPERATOR = new DistinctOn();

  private DistinctOn() {
    super("DISTINCT_ON", SqlKind.OTHER);
  }

  /** The clause. */
  public static SqlNode of(SqlNodeList list, SqlParserPos pos) {
    return OPERATOR.createCall(pos, List.<SqlNode>of(list));
  }

  /** The clause, if there is one, with the condition of QUALIFY, if there is one. */
  public static @Nullable SqlNode and(@Nullable SqlNode clause, @Nullable SqlNode qualify) {
    return clause instanceof SqlCall call && qualify != null
        ? OPERATOR.createCall(call.getParserPosition(), call.operand(0), qualify)
        : clause == null ? qualify : clause;
  }

  /** The node as a clause, if it is one. */
  public static Optional<SqlCall> clause(@Nullable SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(OPERATOR)
        ? Optional.of(call)
        : Optional.empty();
  }

  /** What there may be one row of each of. */
  public static SqlNodeList keys(SqlCall clause) {
    return clause.operand(0);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.keyword("DISTINCT ON");
    call.operand(0).unparse(writer, left, right);
  }
}
