package org.dpjdbc.run.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.policy.LiveSchema.Table;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.schema.TableSources.Source;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.jspecify.annotations.Nullable;

/**
 * Reads a database's description of its tables: names, types and keys, from {@link
 * DatabaseMetaData} and, where that is incomplete, from the catalog. Never reads a row, and never
 * requests a statistic that was computed from rows: indexes are listed as approximate, and their
 * cardinalities are ignored.
 *
 * <p>The type of a string column whose collation merges different strings is named with the
 * collation, {@code CHARACTER VARYING COLLATE ENGLISH}, which makes it a type of its own; and so is
 * a type that the connector fails to decode for some values, {@code DECIMAL(10,2) THROUGH
 * POSTGRESQL}. An enumerated type is named with its labels, {@code ENUM('a', 'b')}.
 */
public final class LiveSchemaReader {
  private static final Set<String> TABLE_TYPES = Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE");

  /** Relations whose keys, if they show any, are not enforced by this database. */
  private static final Set<String> VIEW_TYPES =
      Set.of("VIEW", "MATERIALIZED VIEW", "FOREIGN TABLE", "TABLE LINK");

  private final CatalogRows rows;
  private final DatabaseMetaData metaData;
  private final Namespace names;
  private final Optional<TableSources> sources;

  private LiveSchemaReader(Connection connection) throws SQLException {
    this(connection, Namespace.of(connection));
  }

  private LiveSchemaReader(Connection connection, Namespace names) throws SQLException {
    this.rows = CatalogRows.of(connection);
    this.metaData = connection.getMetaData();
    this.names = names;
    this.sources = TableSources.read(connection);
  }

  /**
   * The schema in which a connection looks for unqualified names.
   *
   * @return empty if it has none
   * @throws SQLException if the database fails
   */
  public static Optional<String> currentSchema(Connection connection) throws SQLException {
    return Namespace.current(connection);
  }

  /**
   * Reads every table and view of the given schemas.
   *
   * @param connection a connection to the database; left open, and in the state it was in
   * @param schemas names of schemas, letters' case aside; unknown ones hold no tables
   * @return what is there
   * @throws SQLException if the database fails
   */
  public static LiveSchema read(Connection connection, Collection<String> schemas)
      throws SQLException {
    BackendDialect dialect = CatalogRows.dialect(connection);
    List<Table> all = new ArrayList<>();
    for (String schema : schemas) {
      if (isElsewhere(dialect, schema)) {
        all.addAll(elsewhere(connection, dialect.path(schema), table -> true));
      }
    }
    LiveSchemaReader reader = new LiveSchemaReader(connection);
    all.addAll(
        reader
            .read(
                schema -> schemas.stream().anyMatch(schema::equalsIgnoreCase),
                (schema, table) -> true)
            .tables());
    return new LiveSchema(List.copyOf(all));
  }

  /**
   * Reads the tables that a policy names, and everything if one of them is missing, so that a
   * message can suggest existing ones.
   *
   * @param connection a connection to the database; left open, and in the state it was in
   * @param policy the policy
   * @return what is there
   * @throws SQLException if the database fails
   */
  public static LiveSchema read(Connection connection, Policy policy) throws SQLException {
    List<TablePolicy> elsewhere = new ArrayList<>();
    List<TablePolicy> here = new ArrayList<>();
    BackendDialect dialect = CatalogRows.dialect(connection);
    for (TablePolicy table : policy.tables()) {
      (isElsewhere(dialect, table.schema()) ? elsewhere : here).add(table);
    }
    List<Table> all = new ArrayList<>(here(connection, here).tables());
    for (String schema : elsewhere.stream().map(TablePolicy::schema).distinct().toList()) {
      all.addAll(
          elsewhere(
              connection,
              dialect.path(schema),
              table -> elsewhere.stream().anyMatch(t -> names(t, schema, table))));
    }
    return new LiveSchema(List.copyOf(all));
  }

  /** Whether a schema is one of another catalog than the connection's. */
  private static boolean isElsewhere(BackendDialect dialect, String schema) {
    return dialect.path(schema).size() > 1;
  }

  /**
   * The tables of another catalog.
   *
   * @param path names of the catalog and the schema
   */
  private static List<Table> elsewhere(
      Connection connection, List<String> path, Predicate<String> wanted) throws SQLException {
    return new LiveSchemaReader(connection, Namespace.within(connection, path.get(0)))
        .read(path.get(1)::equalsIgnoreCase, (own, table) -> wanted.test(table)).tables().stream()
            .map(table -> within(path.get(0), table))
            .toList();
  }

  /** The name of the table from another catalog. */
  private static Table within(String catalog, Table table) {
    return new Table(
        catalog + "." + table.schema(),
        table.name(),
        table.kind(),
        table.columns(),
        table.primaryKey(),
        table.uniqueKeys(),
        table.foreignKeys(),
        table.indexes(),
        table.unverified(),
        table.remarks());
  }

  private static LiveSchema here(Connection connection, List<TablePolicy> tables)
      throws SQLException {
    if (tables.isEmpty()) {
      return new LiveSchema(List.of());
    }
    List<String> schemas = tables.stream().map(TablePolicy::schema).distinct().toList();
    LiveSchemaReader reader = new LiveSchemaReader(connection);
    LiveSchema named =
        reader.read(
            schema -> schemas.stream().anyMatch(schema::equalsIgnoreCase),
            (schema, table) -> tables.stream().anyMatch(t -> names(t, schema, table)));
    boolean complete =
        tables.stream()
            .allMatch(
                t ->
                    named.tables().stream().anyMatch(live -> names(t, live.schema(), live.name())));
    return complete ? named : reader.read(schema -> true, (schema, table) -> true);
  }

  private static boolean names(TablePolicy policy, String schema, String table) {
    return policy.schema().equalsIgnoreCase(schema) && policy.name().equalsIgnoreCase(table);
  }

  private interface TableFilter {
    boolean wanted(String schema, String table);
  }

  private record Relation(String schema, String name, Kind kind, Optional<String> remarks) {}

  private LiveSchema read(Predicate<String> schemas, TableFilter filter) throws SQLException {
    List<Table> tables = new ArrayList<>();
    for (String schema : names.schemas()) {
      if (schemas.test(schema)) {
        UnenforcedConstraints unenforced = UnenforcedConstraints.read(rows, schema);
        UniqueConstraints unique = UniqueConstraints.read(rows, schema);
        Map<String, List<Column>> columns =
            columns(schema, unenforced, CatalogFacts.checks(rows, schema));
        for (Relation relation : relations(schema)) {
          if (filter.wanted(schema, relation.name())) {
            List<Column> its = columns.getOrDefault(relation.name(), List.of());
            tables.add(table(relation, its, unenforced, unique));
          }
        }
      }
    }
    return new LiveSchema(List.copyOf(tables));
  }

  private List<Relation> relations(String schema) throws SQLException {
    List<Relation> relations = new ArrayList<>();
    try (ResultSet rows =
        metaData.getTables(names.catalog(schema), names.pattern(schema), null, null)) {
      while (rows.next()) {
        Optional<Kind> kind = kind(rows.getString("TABLE_TYPE"));
        if (kind.isPresent() && schema.equals(names.schema(rows))) {
          relations.add(
              new Relation(schema, rows.getString("TABLE_NAME"), kind.get(), remarks(rows)));
        }
      }
    }
    return relations;
  }

  private Optional<String> remarks(ResultSet row) throws SQLException {
    return Optional.ofNullable(row.getString("REMARKS")).filter(rows::isRemark);
  }

  /** What is neither a table nor a view may have no type, such as an index with partitions. */
  private static Optional<Kind> kind(@Nullable String type) {
    if (type == null) {
      return Optional.empty();
    }
    String upper = type.toUpperCase(Locale.ROOT);
    if (TABLE_TYPES.contains(upper)) {
      return Optional.of(Kind.TABLE);
    }
    return VIEW_TYPES.contains(upper) ? Optional.of(Kind.VIEW) : Optional.empty();
  }

  private Map<String, List<Column>> columns(
      String schema, UnenforcedConstraints unenforced, CatalogFacts checks) throws SQLException {
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    try (ResultSet rows =
        metaData.getColumns(names.catalog(schema), names.pattern(schema), null, null)) {
      while (rows.next()) {
        if (schema.equals(names.schema(rows))) {
          String table = rows.getString("TABLE_NAME");
          Column column = column(rows, unenforced);
          columns
              .computeIfAbsent(table, name -> new ArrayList<>())
              .add(column.withChecked(checks.only(schema, table, column)));
        }
      }
    }
    return columns;
  }

  private Column column(ResultSet row, UnenforcedConstraints unenforced) throws SQLException {
    String name = row.getString("COLUMN_NAME");
    String table = row.getString("TABLE_NAME");
    String typeName = row.getString("TYPE_NAME");
    String type = unenforced.enumeration(table, name).orElse(typeName);
    Column column =
        new Column(
            name,
            rows.columnType(type, row.getInt("DATA_TYPE")),
            type
                + unenforced
                    .mergingCollation(table, name)
                    .map(collation -> " COLLATE " + collation)
                    .orElse(""),
            rows.columnPrecision(type, row.getInt("COLUMN_SIZE")),
            row.getInt("DECIMAL_DIGITS"),
            row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls);
    return column.withRemarks(remarks(row));
  }

  private Table table(
      Relation relation,
      List<Column> columns,
      UnenforcedConstraints unenforced,
      UniqueConstraints unique)
      throws SQLException {
    Source source =
        sources.isPresent()
            ? sources
                .get()
                .of(
                    names.catalog(relation.schema()),
                    relation.schema(),
                    relation.name(),
                    relation.kind())
            : Source.STORED;
    if (relation.kind() == Kind.VIEW || !rows.enforcesKeys()) {
      return new Table(
          relation.schema(),
          relation.name(),
          relation.kind(),
          source.types(columns),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          source.unverified(),
          relation.remarks());
    }
    KeyReader keys = new KeyReader(metaData, names, relation.schema(), relation.name());
    List<String> primaryKey = keys.primaryKey(unenforced);
    return new Table(
        relation.schema(),
        relation.name(),
        unenforced.hasUnsteadyRows(relation.name()) ? Kind.UNSTEADY_TABLE : Kind.TABLE,
        source.types(columns),
        primaryKey,
        keys.uniqueKeys(columns, primaryKey, unenforced, unique.of(relation.name())),
        keys.foreignKeys(),
        keys.indexed(columns),
        source.unverified(),
        relation.remarks());
  }
}
