package org.dpjdbc.run;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The unique constraints of a schema's tables that {@link java.sql.DatabaseMetaData} does not list,
 * because the database has no index of that name.
 */
final class UniqueConstraints {
  private static final String DUCKDB =
      """
      SELECT table_name, constraint_index, UNNEST(constraint_column_names)
      FROM duckdb_constraints()
      WHERE constraint_type = 'UNIQUE' AND database_name = CURRENT_DATABASE() AND schema_name = ?
      ORDER BY ALL
      """;

  private final Map<String, Map<Integer, List<String>>> byTable = new HashMap<>();

  private UniqueConstraints() {}

  static UniqueConstraints read(Connection connection, String schema) throws SQLException {
    UniqueConstraints constraints = new UniqueConstraints();
    if (connection.getMetaData().getDatabaseProductName().equals("DuckDB")) {
      try (PreparedStatement statement = connection.prepareStatement(DUCKDB)) {
        statement.setString(1, schema);
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            constraints
                .byTable
                .computeIfAbsent(rows.getString(1), table -> new LinkedHashMap<>())
                .computeIfAbsent(rows.getInt(2), constraint -> new ArrayList<>())
                .add(rows.getString(3));
          }
        }
      }
    }
    return constraints;
  }

  /** The columns of each constraint of a table. */
  Collection<List<String>> of(String table) {
    return byTable.getOrDefault(table, Map.of()).values();
  }
}
