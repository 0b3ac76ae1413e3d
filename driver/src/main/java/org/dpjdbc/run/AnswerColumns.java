package org.dpjdbc.run;

import java.sql.Types;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.BackendDialect;

/** Describes columns to JDBC by their types alone. */
final class AnswerColumns {
  private AnswerColumns() {}

  static List<AnswerColumn> of(RelDataType row, BackendDialect dialect) {
    return row.getFieldList().stream().map(field -> column(field, dialect)).toList();
  }

  private static AnswerColumn column(RelDataTypeField field, BackendDialect dialect) {
    RelDataType type = field.getType();
    return new AnswerColumn(
        field.getName(),
        jdbcType(type.getSqlTypeName()),
        dialect.typeName(type),
        given(type.getPrecision()),
        given(type.getScale()),
        type.isNullable());
  }

  private static int jdbcType(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> Types.NUMERIC;
      case FLOAT -> Types.DOUBLE;
      default -> type.getJdbcOrdinal();
    };
  }

  /** Calcite's marks for "not specified" are negative. */
  private static int given(int digits) {
    return Math.max(0, digits);
  }
}
