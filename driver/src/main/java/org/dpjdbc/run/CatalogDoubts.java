package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@link java.sql.DatabaseMetaData} does not say though privacy rests on it: collations that
 * take different texts for one, by which two people become one group, and unique keys that the
 * database does not enforce, by which one person has more rows than the key admits.
 */
final class CatalogDoubts {
  /** Any collation but OFF compares by a language's rules; the view does not show how strictly. */
  private static final String H2_COLLATIONS =
      """
      SELECT TABLE_NAME, COLUMN_NAME, COLLATION_NAME
      FROM INFORMATION_SCHEMA.COLUMNS
      WHERE COLLATION_NAME <> 'OFF' AND TABLE_SCHEMA = ?
      """;

  private static final String POSTGRESQL_COLLATIONS =
      """
      SELECT r.relname, a.attname, c.collname
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
      JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE NOT c.collisdeterministic AND NOT a.attisdropped AND n.nspname = ?
      """;

  /** What CREATE INDEX CONCURRENTLY leaves behind when it meets a duplicate. */
  private static final String POSTGRESQL_INVALID_INDEXES =
      """
      SELECT r.relname
      FROM pg_catalog.pg_index i
      JOIN pg_catalog.pg_class r ON r.oid = i.indexrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE NOT i.indisvalid AND n.nspname = ?
      """;

  /** A key of a table does not bind the tables that inherit from it, whose rows it shows. */
  private static final String POSTGRESQL_PARENTS =
      """
      SELECT r.relname
      FROM pg_catalog.pg_inherits h
      JOIN pg_catalog.pg_class r ON r.oid = h.inhparent
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE r.relkind = 'r' AND n.nspname = ?
      """;

  private record Place(String table, String column) {}

  private final Map<Place, String> collations = new HashMap<>();
  private final Set<String> indexes = new HashSet<>();
  private final Set<String> tables = new HashSet<>();

  private CatalogDoubts() {}

  static CatalogDoubts read(Connection connection, String schema) throws SQLException {
    CatalogDoubts doubts = new CatalogDoubts();
    switch (connection.getMetaData().getDatabaseProductName()) {
      case "H2" -> doubts.readCollations(connection, H2_COLLATIONS, schema);
      case "PostgreSQL" -> {
        doubts.readCollations(connection, POSTGRESQL_COLLATIONS, schema);
        readNames(connection, POSTGRESQL_INVALID_INDEXES, schema, doubts.indexes);
        readNames(connection, POSTGRESQL_PARENTS, schema, doubts.tables);
      }
      default -> {
        // DuckDB's texts are compared by bytes wherever they are read, and its keys are enforced.
      }
    }
    return doubts;
  }

  /** The collation of a column, if it may take different texts for one. */
  Optional<String> mergingCollation(String table, String column) {
    return Optional.ofNullable(collations.get(new Place(table, column)));
  }

  /** Whether the index may hold one key twice. */
  boolean doubtsIndex(String index) {
    return indexes.contains(index);
  }

  /** Whether no key of the table holds for all rows that a query of it sees. */
  boolean doubtsKeysOf(String table) {
    return tables.contains(table);
  }

  private void readCollations(Connection connection, String query, String schema)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, schema);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          collations.put(new Place(rows.getString(1), rows.getString(2)), rows.getString(3));
        }
      }
    }
  }

  private static void readNames(
      Connection connection, String query, String schema, Set<String> names) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, schema);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
  }
}
