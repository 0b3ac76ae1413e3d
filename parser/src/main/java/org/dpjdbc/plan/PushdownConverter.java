package org.dpjdbc.plan;

import java.util.List;
import org.apache.calcite.rel.rel2sql.RelToSqlConverter;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlSelect;

/** Calcite's printer with {@link SubSelect}. Public only because Calcite calls it by reflection. */
public final class PushdownConverter extends RelToSqlConverter {
  PushdownConverter(SqlDialect dialect) {
    super(dialect);
  }

  /** Prints a sub-select: what is projected above names its columns. */
  public Result visit(SubSelect rel) {
    SqlSelect select = visitInput(rel, 0).subSelect();
    return result(select, List.of(Clause.FROM), rel, null);
  }
}
