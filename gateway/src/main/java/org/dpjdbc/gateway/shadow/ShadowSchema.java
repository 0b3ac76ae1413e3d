package org.dpjdbc.gateway.shadow;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The statements that create the tables of a policy, without a row: what the driver's {@link
 * DatabaseMetaData} shows to an analyst, and nothing that it does not. Names of a database that
 * writes plain names in capitals are written in small letters, as PostgreSQL's plain names are.
 */
final class ShadowSchema {
  private static final int LONGEST = 10_485_760;
  private static final int MOST_DIGITS = 1000;

  private final DatabaseMetaData metadata;
  private final boolean capitals;
  private final Set<String> schemas = new LinkedHashSet<>();
  private final List<String> statements = new ArrayList<>();

  private ShadowSchema(DatabaseMetaData metadata) throws SQLException {
    this.metadata = metadata;
    this.capitals = metadata.storesUpperCaseIdentifiers();
  }

  /** A table's place. */
  private record Table(String schema, String name, String type, String remarks) {}

  /**
   * Reads them.
   *
   * @param connection one of the driver
   */
  static List<String> of(Connection connection) throws SQLException {
    ShadowSchema schema = new ShadowSchema(connection.getMetaData());
    List<Table> tables = schema.tables();
    for (Table table : tables) {
      schema.create(table);
    }
    for (Table table : tables) {
      schema.primaryKey(table);
    }
    for (Table table : tables) {
      schema.foreignKeys(table);
    }
    return schema.all();
  }

  /** The schema, in quotes if it needs them, in which the driver looks for tables without one. */
  static String searched(Connection connection) throws SQLException {
    String schema = connection.getSchema();
    String quoted =
        new ShadowSchema(connection.getMetaData()).quoted(schema == null ? "public" : schema);
    String plain = quoted.substring(1, quoted.length() - 1);
    return plain.matches("[a-z_][a-z0-9_]*") ? plain : quoted;
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    schemas.forEach(schema -> all.add("CREATE SCHEMA IF NOT EXISTS " + schema));
    all.addAll(statements);
    schemas.forEach(
        schema -> {
          all.add("GRANT USAGE ON SCHEMA " + schema + " TO PUBLIC");
          // The information schema shows keys to those alone who may do more than read. No user may
          // create a table that references another.
          all.add("GRANT SELECT, REFERENCES ON ALL TABLES IN SCHEMA " + schema + " TO PUBLIC");
        });
    return all;
  }

  private List<Table> tables() throws SQLException {
    List<Table> tables = new ArrayList<>();
    try (ResultSet rows = metadata.getTables(null, null, "%", null)) {
      while (rows.next()) {
        String schema = rows.getString("TABLE_SCHEM");
        Table table =
            new Table(
                schema == null ? "public" : schema,
                rows.getString("TABLE_NAME"),
                rows.getString("TABLE_TYPE"),
                rows.getString("REMARKS"));
        if (!isCatalog(table.schema())) {
          tables.add(table);
        }
      }
    }
    return tables;
  }

  /** PostgreSQL has its own. */
  private static boolean isCatalog(String schema) {
    return schema.equalsIgnoreCase("INFORMATION_SCHEMA") || schema.equalsIgnoreCase("pg_catalog");
  }

  private void create(Table table) throws SQLException {
    schemas.add(quoted(table.schema()));
    List<String> columns = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    comment(comments, "TABLE " + named(table), table.remarks());
    try (ResultSet rows =
        metadata.getColumns(null, escaped(table.schema()), escaped(table.name()), "%")) {
      while (rows.next()) {
        String column = quoted(rows.getString("COLUMN_NAME"));
        boolean required = rows.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls;
        columns.add(column + " " + type(rows) + (required ? " NOT NULL" : ""));
        comment(comments, "COLUMN " + named(table) + "." + column, rows.getString("REMARKS"));
      }
    }
    statements.add("CREATE TABLE " + named(table) + " (" + String.join(", ", columns) + ")");
    statements.addAll(comments);
  }

  private static void comment(List<String> comments, String of, String text) {
    if (text != null && !text.isEmpty()) {
      String stored = text.replace("\0", "").replace("'", "''");
      comments.add("COMMENT ON " + of + " IS '" + stored + "'");
    }
  }

  /** A pattern that only that name matches. */
  private String escaped(String name) throws SQLException {
    String escape = metadata.getSearchStringEscape();
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  private void primaryKey(Table table) throws SQLException {
    Map<Integer, String> columns = new TreeMap<>();
    try (ResultSet rows = metadata.getPrimaryKeys(null, table.schema(), table.name())) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), quoted(rows.getString("COLUMN_NAME")));
      }
    }
    if (!columns.isEmpty()) {
      statements.add(
          "ALTER TABLE %s ADD PRIMARY KEY (%s)"
              .formatted(named(table), String.join(", ", columns.values())));
    }
  }

  private void foreignKeys(Table table) throws SQLException {
    Map<String, List<String[]>> keys = new LinkedHashMap<>();
    try (ResultSet rows = metadata.getImportedKeys(null, table.schema(), table.name())) {
      while (rows.next()) {
        String schema = rows.getString("PKTABLE_SCHEM");
        Table parent =
            new Table(schema == null ? "public" : schema, rows.getString("PKTABLE_NAME"), "", "");
        String key = String.valueOf(rows.getString("FK_NAME")) + " " + named(parent);
        keys.computeIfAbsent(key, ignored -> new ArrayList<>())
            .add(
                new String[] {
                  quoted(rows.getString("FKCOLUMN_NAME")),
                  quoted(rows.getString("PKCOLUMN_NAME")),
                  named(parent)
                });
      }
    }
    for (List<String[]> columns : keys.values()) {
      String parent = columns.get(0)[2];
      String referenced = list(columns, 1);
      // What is referenced has to be unique there, and need not be its primary key.
      statements.add(
          """
          DO $$ BEGIN
            ALTER TABLE %1$s ADD FOREIGN KEY (%2$s) REFERENCES %3$s (%4$s);
          EXCEPTION WHEN invalid_foreign_key THEN
            ALTER TABLE %3$s ADD UNIQUE (%4$s);
            ALTER TABLE %1$s ADD FOREIGN KEY (%2$s) REFERENCES %3$s (%4$s);
          END $$"""
              .formatted(named(table), list(columns, 0), parent, referenced));
    }
  }

  private static String list(List<String[]> columns, int at) {
    return columns.stream().map(column -> column[at]).collect(Collectors.joining(", "));
  }

  private String named(Table table) {
    return quoted(table.schema()) + "." + quoted(table.name());
  }

  private String quoted(String name) {
    boolean plain = capitals && name.equals(name.toUpperCase(Locale.ROOT));
    return '"' + (plain ? name.toLowerCase(Locale.ROOT) : name).replace("\"", "\"\"") + '"';
  }

  private static String type(ResultSet column) throws SQLException {
    int size = column.getInt("COLUMN_SIZE");
    int digits = column.getInt("DECIMAL_DIGITS");
    String name = String.valueOf(column.getString("TYPE_NAME")).toLowerCase(Locale.ROOT);
    return switch (column.getInt("DATA_TYPE")) {
      case Types.BIT, Types.BOOLEAN -> "boolean";
      case Types.TINYINT, Types.SMALLINT -> "smallint";
      case Types.INTEGER -> "integer";
      case Types.BIGINT -> "bigint";
      case Types.REAL -> "real";
      case Types.FLOAT, Types.DOUBLE -> "double precision";
      case Types.NUMERIC, Types.DECIMAL ->
          size > 0 && size <= MOST_DIGITS ? "numeric(%d, %d)".formatted(size, digits) : "numeric";
      case Types.CHAR, Types.NCHAR -> size > 0 && size <= LONGEST ? "char(" + size + ")" : "text";
      case Types.VARCHAR, Types.NVARCHAR ->
          size > 0 && size <= LONGEST ? "varchar(" + size + ")" : "text";
      case Types.DATE -> "date";
      case Types.TIME -> "time";
      case Types.TIME_WITH_TIMEZONE -> "timetz";
      // The driver reads timestamps as UTC's clock shows them, whatever the session's zone.
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> "timestamp";
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> "bytea";
      default -> name.equals("uuid") || name.equals("interval") ? name : "text";
    };
  }
}
