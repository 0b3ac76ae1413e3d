package org.dpjdbc.run.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.dpjdbc.policy.LiveSchema.ForeignKey;

/**
 * One column of a foreign key, as the metadata list them.
 *
 * @param name the key's name; empty if the database has none
 * @param sequence the column's place in the key, from 1
 * @param column the referencing column
 * @param toSchema the referenced schema
 * @param toTable the referenced table
 * @param toColumn the referenced column
 */
record ForeignKeyColumn(
    String name, int sequence, String column, String toSchema, String toTable, String toColumn) {

  /** The keys that the parts make up; a part numbered 1 begins a key when keys have no names. */
  static List<ForeignKey> assemble(List<ForeignKeyColumn> parts) {
    List<List<ForeignKeyColumn>> keys = new ArrayList<>();
    for (ForeignKeyColumn part : parts) {
      keys.stream()
          .filter(key -> key.get(0).sameKey(part))
          .filter(key -> key.stream().noneMatch(p -> p.sequence() == part.sequence()))
          .findFirst()
          .orElseGet(
              () -> {
                List<ForeignKeyColumn> begun = new ArrayList<>();
                keys.add(begun);
                return begun;
              })
          .add(part);
    }
    return keys.stream().map(ForeignKeyColumn::toKey).toList();
  }

  private boolean sameKey(ForeignKeyColumn other) {
    return name.equals(other.name)
        && toSchema.equals(other.toSchema)
        && toTable.equals(other.toTable);
  }

  private static ForeignKey toKey(List<ForeignKeyColumn> parts) {
    List<ForeignKeyColumn> ordered =
        parts.stream().sorted(Comparator.comparingInt(ForeignKeyColumn::sequence)).toList();
    ForeignKeyColumn first = ordered.get(0);
    return new ForeignKey(
        ordered.stream().map(ForeignKeyColumn::column).toList(),
        first.toSchema(),
        first.toTable(),
        ordered.stream().map(ForeignKeyColumn::toColumn).toList());
  }
}
