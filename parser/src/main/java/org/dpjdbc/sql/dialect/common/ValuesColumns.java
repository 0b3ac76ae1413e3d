package org.dpjdbc.sql.dialect.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** The columns of VALUES have the database's names where the query gives none. */
public final class ValuesColumns extends SqlShuttle {
  /** The name of the rows, which no query can refer to. */
  private static final String ROWS = "*VALUES*";

  private final ReadDialect dialect;

  private ValuesColumns(ReadDialect dialect) {
    this.dialect = dialect;
  }

  /** The query with names for the columns of its VALUES. */
  public static SqlNode named(SqlNode query, ReadDialect dialect) {
    return Objects.requireNonNull(query.accept(new ValuesColumns(dialect)), "a query");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind() == SqlKind.AS && call.operand(0).getKind() == SqlKind.VALUES) {
      SqlCall rows = call.operand(0);
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, Objects.requireNonNull(super.visit(rows), "rows"));
      if (operands.size() == 2) {
        operands.addAll(names(rows));
      }
      return call.getOperator().createCall(call.getParserPosition(), operands);
    } else if (call.getKind() == SqlKind.VALUES) {
      return selected(call, Objects.requireNonNull(super.visit(call), "rows"));
    }
    return super.visit(call);
  }

  /** {@code SELECT * FROM (VALUES …) AS t (column1, …)}. */
  private SqlNode selected(SqlCall call, SqlNode rows) {
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(List.of(rows, new SqlIdentifier(ROWS, pos)));
    operands.addAll(names(call));
    return new SqlSelect(
        pos,
        null,
        SqlNodeList.of(SqlIdentifier.star(pos)),
        SqlStdOperatorTable.AS.createCall(pos, operands),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private List<SqlNode> names(SqlCall values) {
    SqlCall first = values.operand(0);
    List<SqlNode> names = new ArrayList<>();
    for (int i = 0; i < first.operandCount(); i++) {
      names.add(
          new SqlIdentifier(dialect.valuesColumn(i, first.operand(i)), values.getParserPosition()));
    }
    return names;
  }
}
