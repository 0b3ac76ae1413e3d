package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Calcite's printer with {@link SubSelect} and {@link ColumnList}. Public only because Calcite calls it
 * by reflection.
 */
public final class PushdownConverter extends RelToSqlConverter {
  PushdownConverter(SqlDialect dialect) {
    super(dialect);
  }

  /** Prints a sub-select: what is projected above names its columns. */
  public Result visit(SubSelect rel) {
    SqlSelect select = visitInput(rel, 0).subSelect();
    return result(select, List.of(Clause.FROM), rel, null);
  }

  /** Prints a list of columns. */
  public Result visit(ColumnList rel) {
    Builder builder = visitInput(rel, 0, Clause.SELECT).builder(rel);
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < rel.getRowType().getFieldCount(); i++) {
      addSelect(columns, builder.context.field(i), rel.getRowType());
    }
    builder.setSelect(new SqlNodeList(columns, SqlParserPos.ZERO));
    return builder.result();
  }
}
