package org.dpjdbc.run.schema;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.ForeignKey;
import org.jspecify.annotations.Nullable;

/** Reads the keys of one table. */
final class KeyReader {
  private final DatabaseMetaData metaData;
  private final Namespace names;
  private final String schema;
  private final String table;
  private @Nullable List<Index> indexes;

  KeyReader(DatabaseMetaData metaData, Namespace names, String schema, String table) {
    this.metaData = metaData;
    this.names = names;
    this.schema = schema;
    this.table = table;
  }

  /** The columns of the primary key in their order in the key; empty if it is not enforced. */
  List<String> primaryKey(UnenforcedConstraints unenforced) throws SQLException {
    if (unenforced.hasUnenforcedKeys(table)) {
      return List.of();
    }
    Map<Integer, String> columns = new TreeMap<>();
    try (ResultSet rows =
        metaData.getPrimaryKeys(names.catalog(schema), names.name(schema), table)) {
      while (rows.next()) {
        String name = rows.getString("PK_NAME");
        if (name != null && unenforced.isUnenforcedIndex(name)) {
          return List.of();
        }
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    return List.copyOf(columns.values());
  }

  /**
   * The primary key first, then the constraints that are known already and every unique index that
   * covers all rows and whole columns, and that nothing speaks against.
   */
  List<List<String>> uniqueKeys(
      List<Column> columns,
      List<String> primaryKey,
      UnenforcedConstraints unenforced,
      Collection<List<String>> constraints)
      throws SQLException {
    List<List<String>> keys = new ArrayList<>();
    if (unenforced.hasUnenforcedKeys(table)) {
      return keys;
    }
    if (!primaryKey.isEmpty()) {
      keys.add(primaryKey);
    }
    constraints.forEach(key -> keys.add(List.copyOf(key)));
    indexes(columns)
        .forEach(
            index -> {
              if (index.unique()
                  && !keys.contains(index.columns())
                  && !unenforced.isUnenforcedIndex(index.name())) {
                keys.add(index.columns());
              }
            });
    return List.copyOf(keys);
  }

  /** The columns of each index. */
  List<List<String>> indexed(List<Column> columns) throws SQLException {
    return indexes(columns).stream().map(Index::columns).distinct().toList();
  }

  private record Index(String name, boolean unique, List<String> columns) {}

  private List<Index> indexes(List<Column> columns) throws SQLException {
    if (indexes == null) {
      indexes = read(columns.stream().map(Column::name).toList());
    }
    return indexes;
  }

  /**
   * Indexes over all rows and whole columns. A part that is no column is an expression: what is
   * unique then is not the column.
   */
  private List<Index> read(List<String> columns) throws SQLException {
    Map<String, Map<Integer, String>> parts = new TreeMap<>();
    Set<String> unique = new HashSet<>();
    Set<String> partial = new HashSet<>();
    try (ResultSet rows =
        metaData.getIndexInfo(names.catalog(schema), names.name(schema), table, false, true)) {
      while (rows.next()) {
        if (rows.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic) {
          String index = rows.getString("INDEX_NAME");
          String condition = rows.getString("FILTER_CONDITION");
          if (condition != null && !condition.isBlank()) {
            partial.add(index);
          }
          if (!rows.getBoolean("NON_UNIQUE")) {
            unique.add(index);
          }
          parts
              .computeIfAbsent(index, name -> new TreeMap<>())
              .put(
                  (int) rows.getShort("ORDINAL_POSITION"),
                  Optional.ofNullable(rows.getString("COLUMN_NAME")).orElse(""));
        }
      }
    } catch (SQLFeatureNotSupportedException e) {
      return List.of(); // a database without indexes
    }
    return parts.entrySet().stream()
        .filter(index -> !partial.contains(index.getKey()))
        .map(
            index ->
                new Index(
                    index.getKey(),
                    unique.contains(index.getKey()),
                    List.copyOf(index.getValue().values())))
        .filter(index -> columns.containsAll(index.columns()))
        .toList();
  }

  /** What the table's columns reference. */
  List<ForeignKey> foreignKeys() throws SQLException {
    List<ForeignKeyColumn> parts = new ArrayList<>();
    try (ResultSet rows =
        metaData.getImportedKeys(names.catalog(schema), names.name(schema), table)) {
      while (rows.next()) {
        parts.add(
            new ForeignKeyColumn(
                Optional.ofNullable(rows.getString("FK_NAME")).orElse(""),
                rows.getInt("KEY_SEQ"),
                rows.getString("FKCOLUMN_NAME"),
                names.referenced(rows),
                rows.getString("PKTABLE_NAME"),
                rows.getString("PKCOLUMN_NAME")));
      }
    }
    return ForeignKeyColumn.assemble(parts);
  }
}
