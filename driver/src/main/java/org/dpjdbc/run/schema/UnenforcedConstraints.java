package org.dpjdbc.run.schema;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.sql.dialect.common.CatalogQuery;

/**
 * Facts on which privacy depends, but which {@link java.sql.DatabaseMetaData} does not provide:
 * collations that treat different strings as equal, which would merge two people into one group;
 * unique keys that the database does not enforce, so that a person may have more rows than the key
 * admits; and tables that may change while a statement reads them. And one that answers rest on:
 * the labels of enumerated types whose names do not show them.
 */
final class UnenforcedConstraints {
  private record Place(String table, String name) {}

  private final Map<Place, String> collations = new HashMap<>();
  private final Map<Place, List<String>> labels = new HashMap<>();
  private final Set<String> indexes = new HashSet<>();
  private final Set<String> tables = new HashSet<>();
  private final Set<String> unsteady = new HashSet<>();

  private UnenforcedConstraints() {}

  static UnenforcedConstraints read(CatalogRows catalog, String schema) throws SQLException {
    UnenforcedConstraints unenforced = new UnenforcedConstraints();
    for (List<String> row : catalog.ask(CatalogQuery.MERGING_COLLATIONS, schema)) {
      unenforced.collations.put(new Place(row.get(0), row.get(1)), row.get(2));
    }
    for (List<String> row : catalog.ask(CatalogQuery.ENUM_LABELS, schema)) {
      unenforced
          .labels
          .computeIfAbsent(new Place(row.get(0), row.get(1)), place -> new ArrayList<>())
          .add(row.get(2));
    }
    for (List<String> row : catalog.ask(CatalogQuery.UNENFORCED_INDEXES, schema)) {
      unenforced.indexes.add(row.get(0));
    }
    for (List<String> row : catalog.ask(CatalogQuery.UNENFORCED_TABLES, schema)) {
      unenforced.tables.add(row.get(0));
    }
    for (List<String> row : catalog.ask(CatalogQuery.UNSTEADY_TABLES, schema)) {
      unenforced.unsteady.add(row.get(0));
    }
    return unenforced;
  }

  /** The collation of a column, if it may treat different strings as equal. */
  Optional<String> mergingCollation(String table, String column) {
    return Optional.ofNullable(collations.get(new Place(table, column)));
  }

  /** The name of the column's type with the labels that it shows nowhere else. */
  Optional<String> enumeration(String table, String column) {
    return Optional.ofNullable(labels.get(new Place(table, column)))
        .map(
            values ->
                values.stream()
                    .map(label -> "'" + label.replace("'", "''") + "'")
                    .collect(Collectors.joining(", ", "ENUM(", ")")));
  }

  /** Whether the index may hold one key twice. */
  boolean isUnenforcedIndex(String index) {
    return indexes.contains(index);
  }

  /** Whether no key of the table holds for all rows that a query of it sees. */
  boolean hasUnenforcedKeys(String table) {
    return tables.contains(table);
  }

  /** Whether one statement may see different rows, or values, of the table in different places. */
  boolean hasUnsteadyRows(String table) {
    return unsteady.contains(table);
  }
}
