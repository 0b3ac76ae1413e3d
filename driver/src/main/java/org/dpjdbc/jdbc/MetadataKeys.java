package org.dpjdbc.jdbc;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.virtual.VisibleKeys;
import org.jspecify.annotations.Nullable;

/** Primary and foreign keys as metadata results. */
final class MetadataKeys {
  private MetadataKeys() {}

  private static boolean is(LiveSchema.Table table, @Nullable String schema, String name) {
    return (schema == null || schema.equals(table.schema())) && name.equals(table.name());
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
                          VisibleKeys.primaryKeyName(table)
                        }));
      }
    }
    return MetadataLayouts.PRIMARY_KEYS.answer(rows);
  }

  /** The keys of one table to others, ordered by these. */
  static Answer imported(MetadataSource source, @Nullable String schema, String name) {
    return answer(
        VisibleKeys.references(source.tables()).stream()
            .filter(r -> is(r.from(), schema, name))
            .toList(),
        true);
  }

  /** The keys of others to one table, ordered by these. */
  static Answer exported(MetadataSource source, @Nullable String schema, String name) {
    return answer(
        VisibleKeys.references(source.tables()).stream()
            .filter(r -> is(r.to(), schema, name))
            .toList(),
        false);
  }

  /** The keys from one table to one other. */
  static Answer between(
      MetadataSource source,
      @Nullable String toSchema,
      String to,
      @Nullable String fromSchema,
      String from) {
    return answer(
        VisibleKeys.references(source.tables()).stream()
            .filter(r -> is(r.to(), toSchema, to) && is(r.from(), fromSchema, from))
            .toList(),
        false);
  }

  private static Answer answer(List<VisibleKeys.Reference> references, boolean byReferenced) {
    Comparator<VisibleKeys.Reference> order =
        Comparator.comparing(
                (VisibleKeys.Reference r) -> (byReferenced ? r.to() : r.from()).schema())
            .thenComparing(r -> (byReferenced ? r.to() : r.from()).name())
            .thenComparing(VisibleKeys.Reference::name);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (VisibleKeys.Reference reference : references.stream().sorted(order).toList()) {
      for (int i = 0; i < reference.key().columns().size(); i++) {
        rows.add(row(reference, i));
      }
    }
    return MetadataLayouts.FOREIGN_KEYS.answer(rows);
  }

  private static @Nullable Object[] row(VisibleKeys.Reference reference, int column) {
    return new @Nullable Object[] {
      null,
      reference.to().schema(),
      reference.to().name(),
      reference.key().toColumns().get(column),
      null,
      reference.from().schema(),
      reference.from().name(),
      reference.key().columns().get(column),
      (short) (column + 1),
      (short) DatabaseMetaData.importedKeyNoAction,
      (short) DatabaseMetaData.importedKeyNoAction,
      reference.name(),
      VisibleKeys.primaryKeyName(reference.to()),
      (short) DatabaseMetaData.importedKeyNotDeferrable
    };
  }
}
