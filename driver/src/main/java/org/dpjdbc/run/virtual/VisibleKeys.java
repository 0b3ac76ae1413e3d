package org.dpjdbc.run.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema;

/**
 * The keys of tables that an analyst may see. Their names are generated from those of the tables,
 * since the database's own names mean nothing to an analyst; a key between tables of which one is
 * hidden is left out, and not numbered.
 */
public final class VisibleKeys {
  private VisibleKeys() {}

  /**
   * A foreign key.
   *
   * @param from the table that references
   * @param key its columns, and those referenced
   * @param to the table that is referenced
   * @param name of the key
   */
  public record Reference(
      LiveSchema.Table from, LiveSchema.ForeignKey key, LiveSchema.Table to, String name) {}

  /** The name of a table's primary key, if it has one. */
  public static String primaryKeyName(LiveSchema.Table table) {
    return table.name() + "_PK";
  }

  /** The foreign keys among tables. */
  public static List<Reference> references(List<LiveSchema.Table> tables) {
    List<Reference> references = new ArrayList<>();
    for (LiveSchema.Table from : tables) {
      int shown = 0;
      for (LiveSchema.ForeignKey key : from.foreignKeys()) {
        Optional<LiveSchema.Table> to = target(tables, key);
        if (to.isPresent()) {
          shown++;
          references.add(new Reference(from, key, to.get(), from.name() + "_FK" + shown));
        }
      }
    }
    return references;
  }

  private static Optional<LiveSchema.Table> target(
      List<LiveSchema.Table> tables, LiveSchema.ForeignKey key) {
    return tables.stream()
        .filter(t -> t.schema().equals(key.toSchema()) && t.name().equals(key.toTable()))
        .filter(t -> key.toColumns().stream().allMatch(c -> t.column(c).isPresent()))
        .findFirst();
  }
}
