package org.dpjdbc.sql;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The tables of the virtual schema {@code DP}: plain tables for any tool, answered by the driver.
 */
public enum VirtualTable {
  /** What everybody together, and the analyst, has spent and has left. */
  BUDGET(
      new Column("ANALYST", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("SPENT_EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("SPENT_DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      new Column("REMAINING_EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("REMAINING_DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      new Column("RENEWS_AT", SqlTypeName.TIMESTAMP, 0, 0, true)),
  /** One row per query that was charged to the analyst. */
  SPENDING(
      new Column("SEQ", SqlTypeName.BIGINT, 0, 0, false),
      new Column("CHARGED_AT", SqlTypeName.TIMESTAMP, 3, 0, false),
      new Column("ANALYST", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      new Column("QUERY", SqlTypeName.VARCHAR, 0, 0, false)),
  /** The policy as the analyst may see it: one row per column. */
  COLUMNS(
      new Column("TABLE_SCHEMA", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("TABLE_NAME", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("COLUMN_NAME", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("DATA_TYPE", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("PRIVACY", SqlTypeName.VARCHAR, 0, 0, false),
      new Column("LOWER_BOUND", SqlTypeName.VARCHAR, 0, 0, true),
      new Column("UPPER_BOUND", SqlTypeName.VARCHAR, 0, 0, true),
      new Column("STEP", SqlTypeName.DECIMAL, 38, 19, true),
      new Column("PUBLIC_VALUES", SqlTypeName.VARCHAR, 0, 0, true),
      new Column("RANDOMIZED_RESPONSE", SqlTypeName.DOUBLE, 0, 0, true),
      new Column("LOCAL_EPSILON", SqlTypeName.DOUBLE, 0, 0, true));

  /** The name of the virtual schema. */
  public static final String SCHEMA = "DP";

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of records
  private final List<Column> columns;

  VirtualTable(Column... columns) {
    this.columns = List.of(columns);
  }

  /** The columns in order. */
  public List<Column> columns() {
    return columns;
  }

  /** The table of that name, letters' case aside: it is folded as the database does. */
  public static Optional<VirtualTable> of(String name) {
    for (VirtualTable table : values()) {
      if (table.name().equalsIgnoreCase(name)) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }

  /**
   * A column of a virtual table.
   *
   * @param name its name
   * @param type its type
   * @param precision digits, 0 where the type needs none (for timestamps: of the second)
   * @param scale digits after the point
   * @param nullable whether NULL may be in it
   */
  public record Column(String name, SqlTypeName type, int precision, int scale, boolean nullable) {}
}
