package org.dpjdbc.sql.grammar;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The parse tree of {@code CREATE TABLE name AS query}: keeps what the query releases. */
public final class SqlCreateRelease extends SqlCall {
  /** Makes nodes of this class; its name is what a tree printer shows. */
  public static final SqlOperator OPERATOR =
      new SqlSpecialOperator("CREATE_RELEASE", SqlKind.OTHER) {
        @Override
        public SqlCall createCall(
            @Nullable SqlLiteral functionQualifier,
            SqlParserPos pos,
            @Nullable SqlNode... operands) {
          return new SqlCreateRelease(
              pos,
              (SqlIdentifier) Objects.requireNonNull(operands[0], "name"),
              Objects.requireNonNull(operands[1], "query"));
        }
      };

  private SqlIdentifier name;
  private SqlNode query;

  /**
   * Creates the statement.
   *
   * @param pos where it stands in the text
   * @param name of the table
   * @param query whose answer it keeps
   */
  public SqlCreateRelease(SqlParserPos pos, SqlIdentifier name, SqlNode query) {
    super(pos);
    this.name = name;
    this.query = query;
  }

  /** Returns the name of the table, perhaps with that of its schema before it. */
  public SqlIdentifier name() {
    return name;
  }

  /** Returns the query. */
  public SqlNode query() {
    return query;
  }

  @Override
  public SqlOperator getOperator() {
    return OPERATOR;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(name, query);
  }

  @Override
  public void setOperand(int i, @Nullable SqlNode operand) {
    if (Objects.checkIndex(i, 2) == 0) {
      name = (SqlIdentifier) Objects.requireNonNull(operand, "name");
    } else {
      query = Objects.requireNonNull(operand, "query");
    }
  }

  @Override
  public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
    writer.keyword("CREATE");
    writer.keyword("TABLE");
    name.unparse(writer, 0, 0);
    writer.keyword("AS");
    query.unparse(writer, 0, 0);
  }
}
