package org.dpjdbc.jdbc;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.dpjdbc.jdbc.value.SqlType;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Tables, columns and schemas as metadata results, from the visible schema alone: no defaults, no
 * statistics. There are no catalogs, so catalog arguments do not narrow anything.
 */
final class MetadataRows {
  private static final String TABLE = "TABLE";
  private static final String VIEW = "VIEW";

  private MetadataRows() {}

  private static boolean inSchema(LiveSchema.Table table, @Nullable String pattern) {
    return new NamePattern(pattern).matches(table.schema());
  }

  private static List<LiveSchema.Table> matching(
      MetadataSource source, @Nullable String schemaPattern, @Nullable String namePattern) {
    NamePattern name = new NamePattern(namePattern);
    return source.tables().stream()
        .filter(table -> inSchema(table, schemaPattern) && name.matches(table.name()))
        .toList();
  }

  static Answer tables(MetadataSource source, MetadataArguments arguments) {
    List<String> types =
        arguments.strings(3).map(MetadataRows::standardTypes).orElse(List.of(TABLE, VIEW));
    List<@Nullable Object[]> rows = new ArrayList<>();
    matching(source, arguments.text(1), arguments.text(2)).stream()
        .filter(table -> types.contains(type(table)))
        .sorted(
            Comparator.comparing(MetadataRows::type)
                .thenComparing(LiveSchema.Table::schema)
                .thenComparing(LiveSchema.Table::name))
        .forEach(
            t ->
                rows.add(
                    new @Nullable Object[] {
                      null,
                      t.schema(),
                      t.name(),
                      type(t),
                      t.remarks().orElse(null),
                      null,
                      null,
                      null,
                      null,
                      null
                    }));
    return MetadataLayouts.TABLES.answer(rows);
  }

  /** H2 calls a table BASE TABLE, as the SQL standard does; every tool calls it TABLE. */
  private static List<String> standardTypes(List<String> types) {
    return types.stream().map(type -> type.equals("BASE TABLE") ? TABLE : type).toList();
  }

  private static String type(LiveSchema.Table table) {
    return switch (table.kind()) {
      case TABLE, UNSTEADY_TABLE -> TABLE;
      case VIEW -> VIEW;
    };
  }

  static Answer tableTypes() {
    return MetadataLayouts.TABLE_TYPES.answer(
        List.of(new @Nullable Object[] {TABLE}, new @Nullable Object[] {VIEW}));
  }

  static Answer schemas(MetadataSource source, @Nullable String pattern) {
    NamePattern name = new NamePattern(pattern);
    List<@Nullable Object[]> rows = new ArrayList<>();
    source.schemas().stream()
        .filter(name::matches)
        .forEach(schema -> rows.add(new @Nullable Object[] {schema, null}));
    return MetadataLayouts.SCHEMAS.answer(rows);
  }

  static Answer columns(MetadataSource source, MetadataArguments arguments) {
    NamePattern name = new NamePattern(arguments.text(3));
    List<@Nullable Object[]> rows = new ArrayList<>();
    matching(source, arguments.text(1), arguments.text(2)).stream()
        .sorted(
            Comparator.comparing(LiveSchema.Table::schema).thenComparing(LiveSchema.Table::name))
        .forEach(
            table -> {
              for (int i = 0; i < table.columns().size(); i++) {
                LiveSchema.Column column = table.columns().get(i);
                if (name.matches(column.name())) {
                  rows.add(column(table, column, i + 1));
                }
              }
            });
    return MetadataLayouts.COLUMNS.answer(rows);
  }

  private static @Nullable Object[] column(
      LiveSchema.Table table, LiveSchema.Column column, int ordinal) {
    boolean number = SqlType.of(column.jdbcType()).signed();
    boolean text = SqlType.of(column.jdbcType()).caseSensitive();
    return new @Nullable Object[] {
      null,
      table.schema(),
      table.name(),
      column.name(),
      column.jdbcType(),
      column.typeName(),
      column.precision(),
      null,
      column.scale(),
      number ? 10 : null,
      column.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
      column.remarks().orElse(null),
      null,
      null,
      null,
      text ? column.precision() : null,
      ordinal,
      column.nullable() ? "YES" : "NO",
      null,
      null,
      null,
      null,
      "NO",
      "NO"
    };
  }
}
