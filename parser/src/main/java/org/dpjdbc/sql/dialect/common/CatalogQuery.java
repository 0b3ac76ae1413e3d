package org.dpjdbc.sql.dialect.common;

import java.util.Optional;

/**
 * A query of a database's catalog, for facts that {@link java.sql.DatabaseMetaData} does not
 * provide. Each query has the schema as its one parameter; none reads a table of the user's, or a
 * statistic that was computed from one.
 */
public enum CatalogQuery {
  /**
   * Columns whose collation may treat different strings as equal, which merges two people into one
   * group: rows of table, column and collation.
   */
  MERGING_COLLATIONS,

  /** Unique indexes that may hold one key twice: rows of index. */
  UNENFORCED_INDEXES,

  /** Tables none of whose keys holds for all rows that a query of them sees: rows of table. */
  UNENFORCED_TABLES,

  /**
   * Tables of which one statement may see different rows, or values, in different places: rows of
   * table.
   */
  UNSTEADY_TABLES,

  /**
   * Unique constraints that {@code DatabaseMetaData} does not list, because the database has no
   * index of that name: rows of table, number of the constraint and column, in the column's order.
   */
  UNIQUE_CONSTRAINTS,

  /** Conditions on the rows of a table: rows of table and condition. */
  TABLE_CHECKS(
      """
      SELECT t.TABLE_NAME, c.CHECK_CLAUSE
      FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS c
      JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS t
        ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
      WHERE t.CONSTRAINT_TYPE = 'CHECK' AND t.TABLE_SCHEMA = ?
      """),

  /** Conditions on the domain of a column: rows of table, column and condition. */
  DOMAIN_CHECKS(
      """
      SELECT k.TABLE_NAME, k.COLUMN_NAME, c.CHECK_CLAUSE
      FROM INFORMATION_SCHEMA.COLUMNS k
      JOIN INFORMATION_SCHEMA.DOMAIN_CONSTRAINTS d
        ON d.DOMAIN_SCHEMA = k.DOMAIN_SCHEMA AND d.DOMAIN_NAME = k.DOMAIN_NAME
      JOIN INFORMATION_SCHEMA.CHECK_CONSTRAINTS c
        ON c.CONSTRAINT_SCHEMA = d.CONSTRAINT_SCHEMA AND c.CONSTRAINT_NAME = d.CONSTRAINT_NAME
      WHERE k.TABLE_SCHEMA = ?
      """),

  /**
   * Labels of enumerated types, where the name of the type does not show them: rows of table,
   * column and label, in the order of the type.
   */
  ENUM_LABELS;

  private final Optional<String> standard;

  CatalogQuery() {
    this.standard = Optional.empty();
  }

  CatalogQuery(String standard) {
    this.standard = Optional.of(standard);
  }

  /** The query in the words of the standard's information schema, if that has an answer. */
  public Optional<String> standard() {
    return standard;
  }
}
