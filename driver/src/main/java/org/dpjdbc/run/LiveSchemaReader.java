package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.TablePolicy;

/**
 * Reads what a database says of its tables through {@link DatabaseMetaData}: names, types and keys.
 * Never reads a row, and never asks for a statistic that was computed from rows: indexes are listed
 * as approximate, and their cardinalities are not looked at.
 */
public final class LiveSchemaReader {
  private static final Set<String> TABLE_TYPES = Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE");

  /** Relations whose keys, if they show any, are not enforced by this database. */
  private static final Set<String> VIEW_TYPES =
      Set.of("VIEW", "MATERIALIZED VIEW", "FOREIGN TABLE", "TABLE LINK");

  private final DatabaseMetaData metaData;
  private final Optional<String> catalog;

  private LiveSchemaReader(Connection connection) throws SQLException {
    this.metaData = connection.getMetaData();
    this.catalog = Optional.ofNullable(connection.getCatalog());
  }

  /**
   * Reads every table and view of the given schemas.
   *
   * @param connection a connection to the database; left open, and in the state it was in
   * @param schemas names of schemas, letters' case aside; unknown ones hold no tables
   * @return what is there
   * @throws SQLException if the database fails
   */
  public static LiveSchema read(Connection connection, Collection<String> schemas)
      throws SQLException {
    LiveSchemaReader reader = new LiveSchemaReader(connection);
    return reader.read(
        schema -> schemas.stream().anyMatch(schema::equalsIgnoreCase), (schema, table) -> true);
  }

  /**
   * Reads the tables that a policy names, and everything if one of them is missing, so that a
   * message can say what is there instead.
   *
   * @param connection a connection to the database; left open, and in the state it was in
   * @param policy the policy
   * @return what is there
   * @throws SQLException if the database fails
   */
  public static LiveSchema read(Connection connection, Policy policy) throws SQLException {
    List<String> schemas = policy.tables().stream().map(TablePolicy::schema).distinct().toList();
    LiveSchemaReader reader = new LiveSchemaReader(connection);
    LiveSchema named =
        reader.read(
            schema -> schemas.stream().anyMatch(schema::equalsIgnoreCase),
            (schema, table) -> policy.tables().stream().anyMatch(t -> names(t, schema, table)));
    boolean complete =
        policy.tables().stream()
            .allMatch(
                t ->
                    named.tables().stream().anyMatch(live -> names(t, live.schema(), live.name())));
    return complete ? named : reader.read(schema -> true, (schema, table) -> true);
  }

  private static boolean names(TablePolicy policy, String schema, String table) {
    return policy.schema().equalsIgnoreCase(schema) && policy.name().equalsIgnoreCase(table);
  }

  private interface TableFilter {
    boolean wanted(String schema, String table);
  }

  private record Relation(String schema, String name, Kind kind) {}

  private LiveSchema read(Predicate<String> schemas, TableFilter filter) throws SQLException {
    List<Table> tables = new ArrayList<>();
    for (String schema : schemas()) {
      if (schemas.test(schema)) {
        Map<String, List<Column>> columns = columns(schema);
        for (Relation relation : relations(schema)) {
          if (filter.wanted(schema, relation.name())) {
            tables.add(table(relation, columns.getOrDefault(relation.name(), List.of())));
          }
        }
      }
    }
    return new LiveSchema(List.copyOf(tables));
  }

  private List<String> schemas() throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = metaData.getSchemas(catalog.orElse(null), null)) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_SCHEM"));
      }
    }
    return names;
  }

  private List<Relation> relations(String schema) throws SQLException {
    List<Relation> relations = new ArrayList<>();
    try (ResultSet rows = metaData.getTables(catalog.orElse(null), escape(schema), null, null)) {
      while (rows.next()) {
        Optional<Kind> kind = kind(rows.getString("TABLE_TYPE"));
        if (kind.isPresent() && schema.equals(rows.getString("TABLE_SCHEM"))) {
          relations.add(new Relation(schema, rows.getString("TABLE_NAME"), kind.get()));
        }
      }
    }
    return relations;
  }

  private static Optional<Kind> kind(String type) {
    String upper = type.toUpperCase(Locale.ROOT);
    if (TABLE_TYPES.contains(upper)) {
      return Optional.of(Kind.TABLE);
    }
    return VIEW_TYPES.contains(upper) ? Optional.of(Kind.VIEW) : Optional.empty();
  }

  private Map<String, List<Column>> columns(String schema) throws SQLException {
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    try (ResultSet rows = metaData.getColumns(catalog.orElse(null), escape(schema), null, null)) {
      while (rows.next()) {
        if (schema.equals(rows.getString("TABLE_SCHEM"))) {
          columns
              .computeIfAbsent(rows.getString("TABLE_NAME"), name -> new ArrayList<>())
              .add(column(rows));
        }
      }
    }
    return columns;
  }

  private static Column column(ResultSet row) throws SQLException {
    return new Column(
        row.getString("COLUMN_NAME"),
        row.getInt("DATA_TYPE"),
        row.getString("TYPE_NAME"),
        row.getInt("COLUMN_SIZE"),
        row.getInt("DECIMAL_DIGITS"),
        row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls);
  }

  private Table table(Relation relation, List<Column> columns) throws SQLException {
    boolean enforced = relation.kind() == Kind.TABLE;
    List<String> primaryKey = enforced ? primaryKey(relation) : List.of();
    return new Table(
        relation.schema(),
        relation.name(),
        relation.kind(),
        List.copyOf(columns),
        primaryKey,
        enforced ? uniqueKeys(relation, columns, primaryKey) : List.of(),
        enforced ? foreignKeys(relation) : List.of());
  }

  private List<String> primaryKey(Relation relation) throws SQLException {
    Map<Integer, String> columns = new TreeMap<>();
    try (ResultSet rows =
        metaData.getPrimaryKeys(catalog.orElse(null), relation.schema(), relation.name())) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    return List.copyOf(columns.values());
  }

  /** The primary key first, then every unique index that covers all rows and whole columns. */
  private List<List<String>> uniqueKeys(
      Relation relation, List<Column> columns, List<String> primaryKey) throws SQLException {
    Map<String, Map<Integer, String>> indexes = new TreeMap<>();
    Set<String> partial = new HashSet<>();
    try (ResultSet rows =
        metaData.getIndexInfo(
            catalog.orElse(null), relation.schema(), relation.name(), true, true)) {
      while (rows.next()) {
        if (rows.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic
            && !rows.getBoolean("NON_UNIQUE")) {
          String index = rows.getString("INDEX_NAME");
          if (rows.getString("FILTER_CONDITION") != null) {
            partial.add(index);
          }
          String column = Optional.ofNullable(rows.getString("COLUMN_NAME")).orElse("");
          indexes
              .computeIfAbsent(index, name -> new TreeMap<>())
              .put((int) rows.getShort("ORDINAL_POSITION"), column);
        }
      }
    }
    List<String> names = columns.stream().map(Column::name).toList();
    List<List<String>> keys = new ArrayList<>();
    if (!primaryKey.isEmpty()) {
      keys.add(primaryKey);
    }
    indexes.forEach(
        (index, parts) -> {
          List<String> key = List.copyOf(parts.values());
          // A part that is no column is an expression: what is unique then is not the column.
          if (!partial.contains(index) && names.containsAll(key) && !keys.contains(key)) {
            keys.add(key);
          }
        });
    return List.copyOf(keys);
  }

  private List<ForeignKey> foreignKeys(Relation relation) throws SQLException {
    List<KeyPart> parts = new ArrayList<>();
    try (ResultSet rows =
        metaData.getImportedKeys(catalog.orElse(null), relation.schema(), relation.name())) {
      while (rows.next()) {
        parts.add(
            new KeyPart(
                Optional.ofNullable(rows.getString("FK_NAME")).orElse(""),
                rows.getInt("KEY_SEQ"),
                rows.getString("FKCOLUMN_NAME"),
                Optional.ofNullable(rows.getString("PKTABLE_SCHEM")).orElse(""),
                rows.getString("PKTABLE_NAME"),
                rows.getString("PKCOLUMN_NAME")));
      }
    }
    return KeyPart.assemble(parts);
  }

  /** Metadata methods take patterns; a name must stand for itself alone. */
  private String escape(String name) throws SQLException {
    String escape = metaData.getSearchStringEscape();
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }
}
