package org.dpjdbc.sql.dialect.common;

import java.util.Set;

/**
 * The connectors by which a database reads tables that other systems store. A connector decodes the
 * values of a row before any expression sees them, so no SQL can make the conversion total: where
 * it fails for one value, the success of a query discloses whether such a row exists.
 */
public interface Connectors {
  /** The query that lists the connectors in use: rows of catalog and connector. */
  String query();

  /**
   * The query that describes what a view reads, without reading it.
   *
   * @param view quoted and qualified
   */
  String inputsQuery(String view);

  /** The catalogs that an answer to {@link #inputsQuery} names. */
  Set<String> inputs(String answer);

  /** Whether the build runs the outcome harness on the connector. */
  boolean isVerified(String connector);

  /** Whether the connector is known to fail for some values of some types. */
  boolean mayFail(String connector);

  /**
   * Whether the connector is known to fail for some values of a type.
   *
   * @param typeName as the database's driver gives it
   */
  boolean mayFail(String connector, String typeName);
}
