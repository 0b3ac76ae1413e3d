package org.dpjdbc.jdbc;

import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.VirtualTable;

/** The tables of the virtual schema, described as metadata describes those of the database. */
final class VirtualCatalog {
  private VirtualCatalog() {}

  static List<LiveSchema.Table> tables() {
    return Arrays.stream(VirtualTable.values()).map(VirtualCatalog::table).toList();
  }

  private static LiveSchema.Table table(VirtualTable table) {
    return new LiveSchema.Table(
        VirtualTable.SCHEMA,
        table.name(),
        LiveSchema.Kind.TABLE,
        table.columns().stream().map(VirtualCatalog::column).toList(),
        List.of(),
        List.of(),
        List.of());
  }

  private static LiveSchema.Column column(VirtualTable.Column column) {
    return new LiveSchema.Column(
        column.name(),
        jdbcType(column),
        column.type().getName(),
        precision(column),
        column.scale(),
        column.nullable());
  }

  /** The code that a column of the type has in an answer. */
  private static int jdbcType(VirtualTable.Column column) {
    return column.type() == SqlTypeName.DECIMAL ? Types.NUMERIC : column.type().getJdbcOrdinal();
  }

  private static int precision(VirtualTable.Column column) {
    return switch (column.type()) {
      case VARCHAR -> SqlType.UNLIMITED;
      case BIGINT -> 19;
      case DOUBLE -> 15;
      case TIMESTAMP -> 29;
      default -> column.precision();
    };
  }
}
