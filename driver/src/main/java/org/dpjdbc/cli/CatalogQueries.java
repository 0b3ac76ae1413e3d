package org.dpjdbc.cli;

import java.util.Optional;

/**
 * Queries to a database's catalog, each with the schema as its one parameter. None reads a table of
 * the user's, or a statistic that was computed from one.
 *
 * @param tableChecks rows of table and condition
 * @param domainChecks rows of table, column and the condition on the column's domain
 * @param enumLabels rows of table, column and label, in the order of the type; empty where {@code
 *     DatabaseMetaData} shows them in the name of the type
 */
record CatalogQueries(String tableChecks, String domainChecks, Optional<String> enumLabels) {

  /** The SQL standard's information schema. */
  private static final CatalogQueries STANDARD =
      new CatalogQueries(
          """
          SELECT t.TABLE_NAME, c.CHECK_CLAUSE
          FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS c
          JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS t
            ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
          WHERE t.CONSTRAINT_TYPE = 'CHECK' AND t.TABLE_SCHEMA = ?
          """,
          """
          SELECT k.TABLE_NAME, k.COLUMN_NAME, c.CHECK_CLAUSE
          FROM INFORMATION_SCHEMA.COLUMNS k
          JOIN INFORMATION_SCHEMA.DOMAIN_CONSTRAINTS d
            ON d.DOMAIN_SCHEMA = k.DOMAIN_SCHEMA AND d.DOMAIN_NAME = k.DOMAIN_NAME
          JOIN INFORMATION_SCHEMA.CHECK_CONSTRAINTS c
            ON c.CONSTRAINT_SCHEMA = d.CONSTRAINT_SCHEMA AND c.CONSTRAINT_NAME = d.CONSTRAINT_NAME
          WHERE k.TABLE_SCHEMA = ?
          """,
          Optional.empty());

  /**
   * In PostgreSQL a constraint's name does not tell its table, so the standard's views mix them.
   */
  private static final CatalogQueries POSTGRESQL =
      new CatalogQueries(
          """
          SELECT r.relname, pg_catalog.pg_get_expr(k.conbin, k.conrelid)
          FROM pg_catalog.pg_constraint k
          JOIN pg_catalog.pg_class r ON r.oid = k.conrelid
          JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
          WHERE k.contype = 'c' AND k.convalidated AND n.nspname = ?
          """,
          """
          SELECT r.relname, a.attname, pg_catalog.pg_get_expr(k.conbin, 0)
          FROM pg_catalog.pg_constraint k
          JOIN pg_catalog.pg_attribute a ON a.atttypid = k.contypid
          JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
          JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
          WHERE k.contype = 'c' AND k.convalidated AND NOT a.attisdropped AND n.nspname = ?
          """,
          Optional.of(
              """
              SELECT r.relname, a.attname, e.enumlabel
              FROM pg_catalog.pg_enum e
              JOIN pg_catalog.pg_attribute a ON a.atttypid = e.enumtypid
              JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
              JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
              WHERE NOT a.attisdropped AND n.nspname = ?
              ORDER BY e.enumsortorder
              """));

  static CatalogQueries of(String product) {
    return product.equals("PostgreSQL") ? POSTGRESQL : STANDARD;
  }
}
