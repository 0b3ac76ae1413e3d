package org.dpjdbc.run.virtual;

import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.VirtualTable;

/**
 * The tables of the schema {@code DP}, described as metadata describes those of the database. The
 * information schema describes, and is not described: tools that list tables list none of it.
 */
public final class VirtualCatalog {
  private VirtualCatalog() {}

  /**
   * The tables.
   *
   * @param folded spells a name as the database does
   */
  public static List<LiveSchema.Table> tables(UnaryOperator<String> folded) {
    return Arrays.stream(VirtualTable.values())
        .filter(table -> table.schema().equals(VirtualTable.DP))
        .map(table -> table(table, folded))
        .toList();
  }

  private static LiveSchema.Table table(VirtualTable table, UnaryOperator<String> folded) {
    return new LiveSchema.Table(
        folded.apply(table.schema()),
        folded.apply(table.table()),
        LiveSchema.Kind.TABLE,
        table.columns().stream().map(column -> column(column, folded)).toList(),
        List.of(),
        List.of(),
        List.of());
  }

  private static LiveSchema.Column column(
      VirtualTable.Column column, UnaryOperator<String> folded) {
    return new LiveSchema.Column(
        folded.apply(column.name()),
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

  /** The size that PostgreSQL reports for a string without a limit. */
  private static int precision(VirtualTable.Column column) {
    return switch (column.type()) {
      case VARCHAR -> Integer.MAX_VALUE;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case DOUBLE -> 15;
      case TIMESTAMP -> 29;
      default -> column.precision();
    };
  }
}
