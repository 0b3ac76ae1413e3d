package org.dpjdbc.sql.dialect.postgres;

/** Queries to PostgreSQL's catalog. */
final class PostgresCatalog {
  static final String COLLATIONS =
      """
      SELECT r.relname, a.attname, c.collname
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
      JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE NOT c.collisdeterministic AND NOT a.attisdropped AND n.nspname = ?
      """;

  /**
   * What CREATE INDEX CONCURRENTLY leaves behind when it meets a duplicate; and keys that are
   * checked later than at once.
   */
  static final String INVALID_INDEXES =
      """
      SELECT r.relname
      FROM pg_catalog.pg_index i
      JOIN pg_catalog.pg_class r ON r.oid = i.indexrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE NOT (i.indisvalid AND i.indimmediate) AND n.nspname = ?
      """;

  /** A key of a table does not bind the tables that inherit from it, whose rows it shows. */
  static final String PARENTS =
      """
      SELECT r.relname
      FROM pg_catalog.pg_inherits h
      JOIN pg_catalog.pg_class r ON r.oid = h.inhparent
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE r.relkind = 'r' AND n.nspname = ?
      """;

  /**
   * Of which a policy hides rows from this user, and may evaluate that condition again for every
   * row that it inspects; or part of which lies on another server, in a partition or in a table
   * that inherits from it, however indirectly.
   */
  static final String UNSTEADY_TABLES =
      """
      WITH RECURSIVE above (oid) AS (
        SELECT h.inhparent
        FROM pg_catalog.pg_inherits h
        JOIN pg_catalog.pg_class k ON k.oid = h.inhrelid
        WHERE k.relkind = 'f'
        UNION
        SELECT h.inhparent
        FROM pg_catalog.pg_inherits h
        JOIN above a ON a.oid = h.inhrelid
      )
      SELECT r.relname
      FROM pg_catalog.pg_class r
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE r.relkind IN ('r', 'p') AND n.nspname = ?
        AND (pg_catalog.row_security_active(r.oid)
          OR r.oid IN (SELECT a.oid FROM above a))
      """;

  /**
   * The name of a constraint does not identify its table, so the standard's views mix them. One
   * that is not inherited does not bind all rows that the table shows.
   */
  static final String TABLE_CHECKS =
      """
      SELECT r.relname, pg_catalog.pg_get_expr(k.conbin, k.conrelid)
      FROM pg_catalog.pg_constraint k
      JOIN pg_catalog.pg_class r ON r.oid = k.conrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE k.contype = 'c' AND k.convalidated AND NOT k.connoinherit AND n.nspname = ?
      """;

  static final String DOMAIN_CHECKS =
      """
      SELECT r.relname, a.attname, pg_catalog.pg_get_expr(k.conbin, 0)
      FROM pg_catalog.pg_constraint k
      JOIN pg_catalog.pg_attribute a ON a.atttypid = k.contypid
      JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE k.contype = 'c' AND k.convalidated AND NOT a.attisdropped AND n.nspname = ?
      """;

  static final String ENUM_LABELS =
      """
      SELECT r.relname, a.attname, e.enumlabel
      FROM pg_catalog.pg_enum e
      JOIN pg_catalog.pg_attribute a ON a.atttypid = e.enumtypid
      JOIN pg_catalog.pg_class r ON r.oid = a.attrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = r.relnamespace
      WHERE NOT a.attisdropped AND n.nspname = ?
      ORDER BY e.enumsortorder
      """;

  private PostgresCatalog() {}
}
