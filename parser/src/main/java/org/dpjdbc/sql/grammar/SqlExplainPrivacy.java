package org.dpjdbc.sql.grammar;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The parse tree of {@code EXPLAIN PRIVACY FOR query}: asks what the query would release and cost,
 * without running or charging it.
 */
public final class SqlExplainPrivacy extends SqlCall {
  /** Makes nodes of this class; its name is what a tree printer shows. */
  public static final SqlOperator OPERATOR =
      new SqlSpecialOperator("EXPLAIN_PRIVACY", SqlKind.OTHER) {
        @Override
        public SqlCall createCall(
            @Nullable SqlLiteral functionQualifier,
            SqlParserPos pos,
            @Nullable SqlNode... operands) {
          return new SqlExplainPrivacy(pos, Objects.requireNonNull(operands[0], "query"));
        }
      };

  private SqlNode query;

  /**
   * Creates the statement.
   *
   * @param pos where it stands in the text
   * @param query the query to explain: any parse tree of kind {@link SqlKind#QUERY} or with an
   *     ORDER BY on top
   */
  public SqlExplainPrivacy(SqlParserPos pos, SqlNode query) {
    super(pos);
    this.query = query;
  }

  /** Returns the query to explain. */
  public SqlNode query() {
    return query;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(query);
  }

  @Override
  public void setOperand(int i, @Nullable SqlNode operand) {
    Objects.checkIndex(i, 1);
    query = Objects.requireNonNull(operand, "query");
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("EXPLAIN");
    writer.keyword("PRIVACY");
    writer.keyword("FOR");
    query.unparse(writer, 0, 0);
  }
}
