package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.bounds.ColumnFacts;

/**
 * Rows that each belong to exactly one privacy unit. Every expression in {@code rel} is total.
 *
 * @param rel the relation as it will be pushed down; its first {@code visible} columns are those
 *     that the query sees, at most one hidden column (the unit key) follows
 * @param visible number of columns the query sees
 * @param columns what is known of each of rel's columns
 * @param unit the column that holds the unit key, never NULL in any row; empty where every row of
 *     the table is its own unit
 * @param rowsPerUnit a bound on the rows of one unit that holds whatever the data, because the
 *     database enforces a key; empty where there is none
 * @param table the private table it stems from
 */
record PerUnit(
    RelNode rel,
    int visible,
    List<Column> columns,
    OptionalInt unit,
    OptionalInt rowsPerUnit,
    PrivateTable table)
    implements Relation {

  PerUnit {
    columns = List.copyOf(columns);
    if (columns.size() != rel.getRowType().getFieldCount()) {
      throw new IllegalArgumentException("facts do not match the row");
    }
    if (unit.isEmpty() && rowsPerUnit.isEmpty()) {
      throw new IllegalArgumentException("neither a unit key nor a bound");
    }
  }

  /**
   * What is known of one column.
   *
   * @param facts range and grid
   * @param origin where its values come from
   */
  record Column(ColumnFacts facts, Origin origin) {}

  /**
   * The private table, for messages and contribution bounds.
   *
   * @param name its name
   * @param maxRows rows of one unit that count in one group
   * @param maxGroups groups that one unit counts in
   */
  record PrivateTable(String name, OptionalInt maxRows, OptionalInt maxGroups) {}

  List<ColumnFacts> facts() {
    List<ColumnFacts> facts = new ArrayList<>();
    columns.forEach(column -> facts.add(column.facts()));
    return facts;
  }

  PerUnit withRel(RelNode newRel, List<Column> newColumns) {
    return new PerUnit(newRel, visible, newColumns, unit, rowsPerUnit, table);
  }
}
