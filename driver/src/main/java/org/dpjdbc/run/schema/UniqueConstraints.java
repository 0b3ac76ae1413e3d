package org.dpjdbc.run.schema;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.sql.dialect.common.CatalogQuery;

/**
 * The unique constraints of a schema's tables that {@link java.sql.DatabaseMetaData} does not list,
 * because the database has no index of that name.
 */
final class UniqueConstraints {
  private final Map<String, Map<String, List<String>>> byTable = new HashMap<>();

  private UniqueConstraints() {}

  static UniqueConstraints read(CatalogRows catalog, String schema) throws SQLException {
    UniqueConstraints constraints = new UniqueConstraints();
    for (List<String> row : catalog.ask(CatalogQuery.UNIQUE_CONSTRAINTS, schema)) {
      constraints
          .byTable
          .computeIfAbsent(row.get(0), table -> new LinkedHashMap<>())
          .computeIfAbsent(row.get(1), constraint -> new ArrayList<>())
          .add(row.get(2));
    }
    return constraints;
  }

  /** The columns of each constraint of a table. */
  Collection<List<String>> of(String table) {
    return byTable.getOrDefault(table, Map.of()).values();
  }
}
