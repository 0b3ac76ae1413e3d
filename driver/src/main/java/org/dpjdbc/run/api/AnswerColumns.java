package org.dpjdbc.run.api;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.sql.dialect.common.ReadDialect;

/** Describes columns to JDBC by their types alone. */
public final class AnswerColumns {
  private AnswerColumns() {}

  public static List<AnswerColumn> of(RelDataType row, List<String> labels, ReadDialect dialect) {
    List<AnswerColumn> columns = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      columns.add(of(labels.get(i), row.getFieldList().get(i).getType(), dialect));
    }
    return List.copyOf(columns);
  }

  public static AnswerColumn of(String label, RelDataType type, ReadDialect dialect) {
    return new AnswerColumn(
        label,
        dialect.jdbcType(type),
        dialect.typeName(type),
        given(type.getPrecision()),
        given(type.getScale()),
        // What released values leave undefined is NULL, whatever it is computed with.
        true);
  }

  /** Calcite's marks for "not specified" are negative. */
  private static int given(int digits) {
    return Math.max(0, digits);
  }
}
