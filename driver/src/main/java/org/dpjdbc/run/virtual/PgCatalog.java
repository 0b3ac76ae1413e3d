package org.dpjdbc.run.virtual;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.VirtualTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of PostgreSQL's catalog, made like those of the {@link InformationSchema}. The
 * identifiers of schemas and tables are positions in the policy's lists, not those of the database;
 * there is nothing about rows, sizes, owners, defaults, indexes or comments.
 */
final class PgCatalog {
  /** The schema of types, and the owner of everything, as in every PostgreSQL. */
  private static final String OWN = "pg_catalog";

  private static final long OWN_OID = 11;
  private static final long OWNER = 10;

  /** The first number that is not PostgreSQL's own. */
  private static final long FIRST_OID = 16_384;

  /** The value for unknown since PostgreSQL 14. */
  private static final double ROWS_NOT_KNOWN = -1;

  private final List<LiveSchema.Table> tables;
  private final List<String> schemas;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private PgCatalog(List<LiveSchema.Table> tables) {
    this.tables = tables;
    this.schemas = tables.stream().map(LiveSchema.Table::schema).distinct().sorted().toList();
  }

  /**
   * The rows of a table of it.
   *
   * @param tables that the analyst may see
   */
  static List<@Nullable Object[]> rows(VirtualTable table, List<LiveSchema.Table> tables) {
    PgCatalog catalog = new PgCatalog(tables);
    switch (table) {
      case PG_NAMESPACE -> catalog.namespaces();
      case PG_CLASS -> tables.forEach(catalog::relation);
      case PG_ATTRIBUTE -> tables.forEach(catalog::attributes);
      case PG_TYPE -> catalog.types();
      case PG_TABLES -> catalog.tables();
      case PG_VIEWS -> catalog.views();
      case PG_DATABASE, PG_DESCRIPTION -> {}
      default -> throw new IllegalArgumentException(table.name());
    }
    return catalog.rows;
  }

  private void add(@Nullable Object... row) {
    rows.add(row);
  }

  private long oid(String schema) {
    return FIRST_OID + schemas.indexOf(schema);
  }

  private long oid(LiveSchema.Table table) {
    return FIRST_OID + schemas.size() + tables.indexOf(table);
  }

  private static boolean isView(LiveSchema.Table table) {
    return table.kind() == LiveSchema.Kind.VIEW;
  }

  private void namespaces() {
    add(OWN_OID, OWN, OWNER);
    schemas.forEach(schema -> add(oid(schema), schema, OWNER));
  }

  private void relation(LiveSchema.Table table) {
    add(
        oid(table),
        table.name(),
        oid(table.schema()),
        OWNER,
        ROWS_NOT_KNOWN,
        false, // relhasindex
        false, // relisshared
        "p",
        isView(table) ? "v" : "r",
        table.columns().size(),
        0, // relchecks
        false, // relhasrules
        false, // relhastriggers
        false, // relhassubclass
        false, // relrowsecurity
        false); // relispartition
  }

  private void attributes(LiveSchema.Table table) {
    for (int i = 0; i < table.columns().size(); i++) {
      LiveSchema.Column column = table.columns().get(i);
      PgType type = PgType.of(column);
      add(
          oid(table),
          column.name(),
          (long) type.oid(),
          type.length(),
          i + 1,
          0, // attndims
          type.modifier(column),
          !column.nullable(),
          false, // atthasdef
          "", // attidentity
          "", // attgenerated
          false, // attisdropped
          true, // attislocal
          0); // attinhcount
    }
  }

  private void types() {
    for (PgType type : PgType.values()) {
      add(
          (long) type.oid(),
          type.typeName(),
          OWN_OID,
          OWNER,
          type.length(),
          "b",
          type.category(),
          true, // typisdefined
          0L, // typrelid
          0L, // typelem
          0L, // typarray
          false, // typnotnull
          0L, // typbasetype
          PgType.NO_MODIFIER);
    }
  }

  private void tables() {
    tables.stream()
        .filter(table -> !isView(table))
        .forEach(
            table -> add(table.schema(), table.name(), null, null, false, false, false, false));
  }

  private void views() {
    tables.stream()
        .filter(PgCatalog::isView)
        .forEach(table -> add(table.schema(), table.name(), null, null));
  }
}
