package org.dpjdbc.plan;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.policy.LiveSchema;

/** The tables of a schema that H2 has, as another database has them. */
final class LiveTables {
  private LiveTables() {}

  /** Makes the tables, and reads how the database names them, their columns and types. */
  static LiveSchema of(TestDatabase database, LiveSchema model) throws SQLException {
    List<LiveSchema.Table> tables = new ArrayList<>();
    for (LiveSchema.Table table : model.tables()) {
      String columns =
          table.columns().stream().map(LiveTables::ddl).collect(Collectors.joining(", "));
      database.run("CREATE TABLE " + table.name() + " (" + columns + ")");
      tables.add(read(database, table));
    }
    return new LiveSchema(tables);
  }

  /** The same tables with an index on each column whose name ends in {@code _ID}. */
  static LiveSchema indexed(LiveSchema live) {
    return new LiveSchema(
        live.tables().stream()
            .map(
                table ->
                    new LiveSchema.Table(
                        table.schema(),
                        table.name(),
                        table.kind(),
                        table.columns(),
                        table.primaryKey(),
                        table.uniqueKeys(),
                        table.foreignKeys(),
                        table.columns().stream()
                            .map(LiveSchema.Column::name)
                            .filter(name -> name.toUpperCase(Locale.ROOT).endsWith("_ID"))
                            .map(List::of)
                            .toList()))
            .toList());
  }

  private static String ddl(LiveSchema.Column column) {
    String type =
        column.typeName().startsWith("CHARACTER")
            ? column.typeName() + "(" + column.precision() + ")"
            : column.typeName();
    return "\"" + column.name() + "\" " + type + (column.nullable() ? "" : " NOT NULL");
  }

  private static LiveSchema.Table read(TestDatabase database, LiveSchema.Table model)
      throws SQLException {
    List<LiveSchema.Column> columns = new ArrayList<>();
    String table = "";
    try (ResultSet rows =
        database.owner().getMetaData().getColumns(database.owner().getCatalog(), null, "%", "%")) {
      while (rows.next()) {
        if (rows.getString("TABLE_NAME").toUpperCase(Locale.ROOT).equals(model.name())
            && List.of(rows.getString("TABLE_SCHEM") + "", rows.getString("TABLE_CAT") + "")
                .contains(database.schema())) {
          table = rows.getString("TABLE_NAME");
          columns.add(
              new LiveSchema.Column(
                  rows.getString("COLUMN_NAME"),
                  rows.getInt("DATA_TYPE"),
                  rows.getString("TYPE_NAME"),
                  rows.getInt("COLUMN_SIZE"),
                  rows.getInt("DECIMAL_DIGITS"),
                  database.backend().hasConstraints()
                      ? rows.getInt("NULLABLE") != 0
                      : model.columns().get(columns.size()).nullable()));
        }
      }
    }
    List<String> names = model.columns().stream().map(LiveSchema.Column::name).toList();
    List<List<String>> keys =
        model.uniqueKeys().stream()
            .map(key -> key.stream().map(n -> columns.get(names.indexOf(n)).name()).toList())
            .toList();
    return new LiveSchema.Table(
        database.schema(),
        table,
        LiveSchema.Kind.TABLE,
        List.copyOf(columns),
        model.primaryKey().isEmpty() ? List.of() : keys.get(0),
        keys,
        List.of());
  }
}
