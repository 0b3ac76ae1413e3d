package org.dpjdbc.sql.dialect.common;

import java.util.Optional;
import java.util.Set;

/**
 * The connectors by which a database reads tables that other systems, or files, store. A connector
 * decodes the values of a row before any expression sees them, so no SQL can make the conversion
 * total: where it fails for one value, the success of a query discloses whether such a row exists.
 */
public interface Connectors {
  /** The query that lists the connectors of catalogs: rows of catalog and connector. */
  default Optional<String> query() {
    return Optional.empty();
  }

  /**
   * The query that describes a table, if its catalog does not tell its connector: one of the rows
   * is {@link #property} and the connector.
   *
   * @param table quoted and qualified
   */
  default Optional<String> tableQuery(String table) {
    return Optional.empty();
  }

  /** How an answer to {@link #tableQuery} calls the connector. */
  default String property() {
    return "";
  }

  /**
   * The query that describes what a view reads, without reading it.
   *
   * @param view quoted and qualified
   * @return empty if nothing is known of it
   */
  default Optional<String> inputsQuery(String view) {
    return Optional.empty();
  }

  /** The catalogs that an answer to {@link #inputsQuery} names. */
  default Set<String> inputs(String answer) {
    return Set.of();
  }

  /** Whether the build runs the outcome harness on the connector. */
  boolean isVerified(String connector);

  /** Whether the connector is known to fail for some values of some types. */
  default boolean mayFail(String connector) {
    return false;
  }

  /**
   * Whether the connector is known to fail for some values of a type.
   *
   * @param typeName as the database's driver gives it
   */
  default boolean mayFail(String connector, String typeName) {
    return false;
  }
}
