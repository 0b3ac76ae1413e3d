package org.dpjdbc.policy;

import java.util.List;
import java.util.Optional;

/**
 * The database's description of its tables when the connection is opened: names, types and enforced
 * keys, never data.
 *
 * @param tables every table and view the connection can see in the policy's schemas
 */
public record LiveSchema(List<Table> tables) {

  /** The table of that exact schema and name. */
  public Optional<Table> table(String schema, String name) {
    return tables.stream()
        .filter(t -> t.schema().equals(schema) && t.name().equals(name))
        .findFirst();
  }

  /** What answers rest on: everything but the indexes and the comments. */
  public LiveSchema withoutIndexes() {
    return new LiveSchema(tables.stream().map(Table::withoutIndexes).toList());
  }

  /**
   * One table or view.
   *
   * @param schema its schema
   * @param name its name
   * @param kind table or view
   * @param columns its columns in order
   * @param uniqueKeys sets of columns that the database enforces to be unique, the primary key
   *     first when there is one; a unique index over nullable columns is listed all the same (NULL
   *     unit keys count nowhere)
   * @param primaryKey the primary key's columns in key order, empty when there is none
   * @param foreignKeys declared references to other tables
   * @param indexes the columns of each index over all rows in their order, those of keys too; a
   *     fact about speed alone, which decides nothing that an answer shows
   * @param unverified the connectors by which the database reads it and on which the build runs no
   *     tests, if there are any
   * @param remarks the owner's comment on it
   */
  public record Table(
      String schema,
      String name,
      Kind kind,
      List<Column> columns,
      List<String> primaryKey,
      List<List<String>> uniqueKeys,
      List<ForeignKey> foreignKeys,
      List<List<String>> indexes,
      Optional<String> unverified,
      Optional<String> remarks) {

    /** A table that the database stores itself. */
    public Table(
        String schema,
        String name,
        Kind kind,
        List<Column> columns,
        List<String> primaryKey,
        List<List<String>> uniqueKeys,
        List<ForeignKey> foreignKeys,
        List<List<String>> indexes) {
      this(
          schema,
          name,
          kind,
          columns,
          primaryKey,
          uniqueKeys,
          foreignKeys,
          indexes,
          Optional.empty(),
          Optional.empty());
    }

    /** As above, of which no index is known. */
    public Table(
        String schema,
        String name,
        Kind kind,
        List<Column> columns,
        List<String> primaryKey,
        List<List<String>> uniqueKeys,
        List<ForeignKey> foreignKeys) {
      this(schema, name, kind, columns, primaryKey, uniqueKeys, foreignKeys, List.of());
    }

    private Table withoutIndexes() {
      return new Table(
          schema,
          name,
          kind,
          columns.stream().map(column -> column.withRemarks(Optional.empty())).toList(),
          primaryKey,
          uniqueKeys,
          foreignKeys,
          List.of(),
          unverified,
          Optional.empty());
    }

    /** Whether an index finds the rows with one value of the column. */
    public boolean isIndexed(String columnName) {
      return indexes.stream().anyMatch(index -> index.get(0).equals(columnName));
    }

    /** The column of that exact name. */
    public Optional<Column> column(String columnName) {
      return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
    }

    /** The table with another comment. */
    public Table withRemarks(Optional<String> newRemarks) {
      return new Table(
          schema,
          name,
          kind,
          columns,
          primaryKey,
          uniqueKeys,
          foreignKeys,
          indexes,
          unverified,
          newRemarks);
    }

    /** Adds everything that is known of the table, but its indexes and comments. */
    public void addTo(CanonicalDigest digest) {
      digest
          .text(schema)
          .text(name)
          .text(kind.name())
          .list(columns, column -> column.addTo(digest))
          .list(primaryKey, digest::text)
          .list(uniqueKeys, key -> digest.list(key, digest::text))
          .list(foreignKeys, key -> key.addTo(digest));
    }
  }

  /** What a relation of the database is. */
  public enum Kind {
    /** Whose rows are the same wherever one statement reads them. */
    TABLE,
    /** A table of which one statement may see different rows, or values, in different places. */
    UNSTEADY_TABLE,
    VIEW
  }

  /**
   * One column.
   *
   * @param name its name
   * @param jdbcType a constant of {@link java.sql.Types}
   * @param typeName the backend's name of the type
   * @param precision digits or characters, as {@code COLUMN_SIZE}
   * @param scale digits after the point; for times and timestamps, of the second
   * @param nullable whether NULL may be in it
   * @param checked the only values beside NULL that a CHECK constraint admits, if one lists them. A
   *     constraint can be dropped, or switched off: what is summed never depends on it
   * @param remarks the owner's comment on it
   */
  public record Column(
      String name,
      int jdbcType,
      String typeName,
      int precision,
      int scale,
      boolean nullable,
      Optional<List<PolicyValue>> checked,
      Optional<String> remarks) {
    /** A column without a constraint or comment. */
    public Column(
        String name, int jdbcType, String typeName, int precision, int scale, boolean nullable) {
      this(
          name, jdbcType, typeName, precision, scale, nullable, Optional.empty(), Optional.empty());
    }

    /** The column with another comment. */
    public Column withRemarks(Optional<String> newRemarks) {
      return new Column(name, jdbcType, typeName, precision, scale, nullable, checked, newRemarks);
    }

    /** The column with the values that a constraint admits. */
    public Column withChecked(Optional<List<PolicyValue>> values) {
      return new Column(name, jdbcType, typeName, precision, scale, nullable, values, remarks);
    }

    /** The column as analysts see it: the policy may list fewer values than the type has labels. */
    public Column withoutLabels() {
      return new Column(
          name,
          jdbcType,
          EnumLabels.without(typeName),
          precision,
          scale,
          nullable,
          Optional.empty(),
          remarks);
    }

    void addTo(CanonicalDigest digest) {
      digest
          .text(name)
          .number(jdbcType)
          .text(typeName)
          .number(precision)
          .number(scale)
          .flag(nullable);
    }
  }

  /**
   * A declared reference.
   *
   * @param columns the referencing columns
   * @param toSchema the referenced schema
   * @param toTable the referenced table
   * @param toColumns the referenced columns, in the order of {@code columns}
   */
  public record ForeignKey(
      List<String> columns, String toSchema, String toTable, List<String> toColumns) {
    void addTo(CanonicalDigest digest) {
      digest.list(columns, digest::text).text(toSchema).text(toTable).list(toColumns, digest::text);
    }
  }
}
