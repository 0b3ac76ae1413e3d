package org.dpjdbc.jdbc;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Primary and foreign keys as metadata results. Their names are made up from the tables', since the
 * database's own say nothing to an analyst; a key between tables of which one is hidden is not
 * there.
 */
final class MetadataKeys {
  private MetadataKeys() {}

  private static boolean is(LiveSchema.Table table, @Nullable String schema, String name) {
    return (schema == null || schema.equals(table.schema())) && name.equals(table.name());
  }

  private static String primaryKeyName(LiveSchema.Table table) {
    return table.name() + "_PK";
  }

  static Answer primaryKeys(MetadataSource source, @Nullable String schema, String name) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (LiveSchema.Table table : source.tables()) {
      if (is(table, schema, name)) {
        table.primaryKey().stream()
            .sorted()
            .forEach(
                column ->
                    rows.add(
                        new @Nullable Object[] {
                          null,
                          table.schema(),
                          table.name(),
                          column,
                          (short) (table.primaryKey().indexOf(column) + 1),
                          primaryKeyName(table)
                        }));
      }
    }
    return MetadataLayouts.PRIMARY_KEYS.answer(rows);
  }

  /** The keys of one table to others, ordered by these. */
  static Answer imported(MetadataSource source, @Nullable String schema, String name) {
    return answer(references(source).stream().filter(r -> is(r.from, schema, name)).toList(), true);
  }

  /** The keys of others to one table, ordered by these. */
  static Answer exported(MetadataSource source, @Nullable String schema, String name) {
    return answer(references(source).stream().filter(r -> is(r.to, schema, name)).toList(), false);
  }

  /** The keys from one table to one other. */
  static Answer between(
      MetadataSource source,
      @Nullable String toSchema,
      String to,
      @Nullable String fromSchema,
      String from) {
    return answer(
        references(source).stream()
            .filter(r -> is(r.to, toSchema, to) && is(r.from, fromSchema, from))
            .toList(),
        false);
  }

  private record Reference(
      LiveSchema.Table from, LiveSchema.ForeignKey key, LiveSchema.Table to, String name) {}

  private static List<Reference> references(MetadataSource source) {
    List<Reference> references = new ArrayList<>();
    for (LiveSchema.Table from : source.tables()) {
      for (int i = 0; i < from.foreignKeys().size(); i++) {
        LiveSchema.ForeignKey key = from.foreignKeys().get(i);
        String name = from.name() + "_FK" + (i + 1);
        target(source, key).ifPresent(to -> references.add(new Reference(from, key, to, name)));
      }
    }
    return references;
  }

  private static Optional<LiveSchema.Table> target(
      MetadataSource source, LiveSchema.ForeignKey key) {
    return source.tables().stream()
        .filter(t -> t.schema().equals(key.toSchema()) && t.name().equals(key.toTable()))
        .filter(t -> key.toColumns().stream().allMatch(c -> t.column(c).isPresent()))
        .findFirst();
  }

  private static Answer answer(List<Reference> references, boolean byReferenced) {
    Comparator<Reference> order =
        Comparator.comparing((Reference r) -> (byReferenced ? r.to : r.from).schema())
            .thenComparing(r -> (byReferenced ? r.to : r.from).name())
            .thenComparing(Reference::name);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Reference reference : references.stream().sorted(order).toList()) {
      for (int i = 0; i < reference.key.columns().size(); i++) {
        rows.add(row(reference, i));
      }
    }
    return MetadataLayouts.FOREIGN_KEYS.answer(rows);
  }

  private static @Nullable Object[] row(Reference reference, int column) {
    return new @Nullable Object[] {
      null,
      reference.to.schema(),
      reference.to.name(),
      reference.key.toColumns().get(column),
      null,
      reference.from.schema(),
      reference.from.name(),
      reference.key.columns().get(column),
      (short) (column + 1),
      (short) DatabaseMetaData.importedKeyNoAction,
      (short) DatabaseMetaData.importedKeyNoAction,
      reference.name,
      primaryKeyName(reference.to),
      (short) DatabaseMetaData.importedKeyNotDeferrable
    };
  }
}
