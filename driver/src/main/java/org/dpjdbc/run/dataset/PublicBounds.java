package org.dpjdbc.run.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.TablePolicy;

/**
 * The smallest and greatest values of columns of public tables, as they were when a query of this
 * session first needed them. They stand for bounds that the policy does not declare. Plans rest on
 * them as on declared ones: values beyond them, which may come later, are clamped. Immutable.
 */
public final class PublicBounds {
  private final Map<Table, Map<String, ColumnPolicy.Bounds>> known;

  private record Table(String schema, String name) {}

  private PublicBounds(Map<Table, Map<String, ColumnPolicy.Bounds>> known) {
    this.known = Map.copyOf(known);
  }

  /** Those of no table. */
  static PublicBounds none() {
    return new PublicBounds(Map.of());
  }

  /** Whether a table was asked for them before. */
  public boolean has(TablePolicy table) {
    return known.containsKey(new Table(table.schema(), table.name()));
  }

  /** These, and those of the columns of another table. */
  public PublicBounds with(TablePolicy table, Map<String, ColumnPolicy.Bounds> columns) {
    Map<Table, Map<String, ColumnPolicy.Bounds>> more = new HashMap<>(known);
    more.put(new Table(table.schema(), table.name()), Map.copyOf(columns));
    return new PublicBounds(more);
  }

  /**
   * The policy with them among its own. Its fingerprint stays: it is that of the owner's policy.
   */
  Policy in(Policy policy) {
    return known.isEmpty()
        ? policy
        : policy.withTables(policy.tables().stream().map(this::in).toList());
  }

  private TablePolicy in(TablePolicy table) {
    Map<String, ColumnPolicy.Bounds> bounds =
        known.getOrDefault(new Table(table.schema(), table.name()), Map.of());
    return bounds.isEmpty() || !table.isPublic()
        ? table
        : table.withColumns(table.columns().stream().map(column -> in(column, bounds)).toList());
  }

  private static ColumnPolicy in(ColumnPolicy column, Map<String, ColumnPolicy.Bounds> bounds) {
    return column.bounds().isPresent()
        ? column
        : column.withBounds(Optional.ofNullable(bounds.get(column.name())));
  }
}
