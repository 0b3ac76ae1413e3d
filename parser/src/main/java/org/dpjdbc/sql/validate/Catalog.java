package org.dpjdbc.sql.validate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.dpjdbc.policy.ColumnPolicy;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.NearestName;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.dialect.common.StringKind;
import org.dpjdbc.sql.parse.ReferencedNames;
import org.jspecify.annotations.Nullable;

/**
 * Everything that exists for an analyst: the tables and columns that the policy names as readable,
 * with the types of the live schema, and the {@linkplain VirtualTable virtual tables}. Immutable
 * and thread-safe.
 */
public final class Catalog {
  private final Policy policy;
  private final Dialects dialects;
  private final BackendDialect dialect;
  private final RelDataTypeFactory types;
  private final CalciteSchema root = CalciteSchema.createRootSchema(false, false);
  private final List<List<String>> paths;
  private final Map<String, String> unread = new HashMap<>();

  /** Columns of tables, in small letters. */
  private final Map<String, Set<String>> inUtc = new HashMap<>();

  private boolean padded;

  /**
   * Builds the catalog of a database whose own SQL is read.
   *
   * @param policy checked against {@code live}
   * @param live the database's tables
   * @param dialect the database's dialect
   * @param defaultSchema the schema that unqualified names are looked up in
   */
  public Catalog(Policy policy, LiveSchema live, BackendDialect dialect, String defaultSchema) {
    this(policy, live, Dialects.own(dialect), defaultSchema, Optional.empty());
  }

  /**
   * Builds the catalog.
   *
   * @param policy checked against {@code live}
   * @param live the database's tables
   * @param dialects which is read, and the database's
   * @param defaultSchema the schema that unqualified names are looked up in
   * @param database the current database, whose name may stand before a schema's
   */
  public Catalog(
      Policy policy,
      LiveSchema live,
      Dialects dialects,
      String defaultSchema,
      Optional<String> database) {
    this.policy = policy;
    this.dialects = dialects;
    this.dialect = dialects.backend();
    this.types = new DpTypeFactory(dialects.typeSystem());
    boolean hasPgCatalog = dialects.read().hasPgCatalog();
    this.paths =
        hasPgCatalog
            ? List.of(List.of(folded(VirtualTable.PG)), List.of(defaultSchema), List.of())
            : List.of(List.of(defaultSchema), List.of());
    for (TablePolicy table : policy.tables()) {
      live.table(table.schema(), table.name()).ifPresent(found -> add(table, found));
    }
    for (VirtualTable table : VirtualTable.values()) {
      if (hasPgCatalog || !table.isOfPgCatalog()) {
        schema(folded(table.schema()))
            .add(folded(table.table()), new CatalogTable.Virtual(type(table), table));
      }
    }
    database.ifPresent(this::addQualified);
    if (dialects.isForeign()) {
      addFolded(root);
    }
  }

  /**
   * {@code clinic.public.patients}, as dbt and others write it, where clinic is the database. A
   * schema may have its name, too: MariaDB's always has.
   */
  private void addQualified(String database) {
    List<String> schemas = List.copyOf(root.getSubSchemaMap().keySet());
    CalciteSchema before = CalciteSchema.createRootSchema(false, false);
    schemas.forEach(name -> addTo(schema(before, name), root, name));
    CalciteSchema qualified = schema(database);
    schemas.forEach(name -> addTo(schema(qualified, name), before, name));
  }

  /** What is found by its name is found by that in small letters too, if it is the only one. */
  private static void addFolded(CalciteSchema schema) {
    for (CalciteSchema below : List.copyOf(schema.getSubSchemaMap().values())) {
      addFolded(below);
    }
    FoldedNames.besides(schema.getSubSchemaMap().keySet())
        .forEach((folded, name) -> addTo(schema.add(folded, new AbstractSchema()), schema, name));
    FoldedNames.besides(schema.getTableNames())
        .forEach(
            (folded, name) ->
                schema.add(
                    folded, Objects.requireNonNull(schema.getTable(name, true), name).getTable()));
  }

  private static void addTo(CalciteSchema copy, CalciteSchema parent, String name) {
    CalciteSchema original = Objects.requireNonNull(parent.getSubSchema(name, true), name);
    original
        .getTableNames()
        .forEach(
            table ->
                copy.add(
                    table,
                    Objects.requireNonNull(original.getTable(table, true), table).getTable()));
    original
        .getSubSchemaMap()
        .keySet()
        .forEach(below -> addTo(copy.add(below, new AbstractSchema()), original, below));
  }

  private void add(TablePolicy table, LiveSchema.Table live) {
    RelDataTypeFactory.Builder row = types.builder();
    for (ColumnPolicy column : table.columns()) {
      boolean binary = live.column(column.name()).filter(TypeFamily::isBinary).isPresent();
      if (binary && table.isPublic()) {
        live.column(column.name()).ifPresent(of -> unread.put(of.name(), of.typeName()));
      } else if (column.readable()) {
        boolean never = isUnit(table, column.name());
        columnType(live, column.name())
            .map(type -> column.unlisted().map(label -> holding(type, label)).orElse(type))
            .map(type -> never ? types.createTypeWithNullability(type, false) : type)
            .ifPresent(type -> row.add(column.name(), type));
        if (live.column(column.name()).filter(dialect::isReadInUtc).isPresent()) {
          addInUtc(table.name(), column.name());
        }
        padded |=
            live.column(column.name())
                .filter(of -> dialect.comparedAs(of) == StringKind.PADDED)
                .isPresent();
      }
    }
    if (table.allColumns()) {
      live.columns().stream()
          .filter(column -> table.column(column.name()).isEmpty())
          .forEach(column -> unread.put(column.name(), column.typeName()));
    }
    CatalogTable.Backend entry = new CatalogTable.Backend(row.build(), table, live);
    schema(table.schema()).add(table.name(), entry);
    List<String> path = dialect.path(table.schema());
    if (path.size() > 1) {
      // As people write it; tools that show the schema under its one name quote that.
      CalciteSchema below = root;
      for (String name : path) {
        below = schema(below, name);
      }
      below.add(table.name(), entry);
    }
  }

  private void addInUtc(String table, String column) {
    inUtc
        .computeIfAbsent(table.toLowerCase(Locale.ROOT), name -> new HashSet<>())
        .add(column.toLowerCase(Locale.ROOT));
  }

  /**
   * Rows whose unit key, or a column of it, is NULL count nowhere: in the rows that there are, it
   * never is. Of several units that is true of one alone, whichever is bounded by clamps.
   */
  private static boolean isUnit(TablePolicy table, String column) {
    return table.furtherUnits().isEmpty()
        && table
            .unit()
            .map(unit -> unit instanceof PrivacyUnit.Columns own && own.columns().contains(column))
            .orElse(false);
  }

  /** Whether a column is a string whose trailing blanks do not count. */
  boolean hasPaddedStrings() {
    return padded;
  }

  /** How the strings of a column of a query are compared. */
  StringKind comparedAs(TableScan scan, int column) {
    String name = scan.getRowType().getFieldNames().get(column);
    return scan.getTable().unwrap(CatalogTable.class) instanceof CatalogTable.Backend table
        ? table.live().column(name).map(dialect::comparedAs).orElse(StringKind.TEXT)
        : StringKind.TEXT;
  }

  /** The type of a live column; empty if there is none or its type is not offered. */
  public Optional<RelDataType> columnType(LiveSchema.Table table, String column) {
    return table.column(column).flatMap(live -> dialect.type(types, live));
  }

  /** The type that can hold a string. */
  private RelDataType holding(RelDataType type, String text) {
    int precision = type.getPrecision();
    int length = text.codePointCount(0, text.length());
    return precision == RelDataType.PRECISION_NOT_SPECIFIED || precision >= length
        ? type
        : types.createTypeWithNullability(
            types.createSqlType(type.getSqlTypeName(), length), type.isNullable());
  }

  /** A table of the policy, by the names of the live schema. */
  public CatalogTable.Backend backend(String schemaName, String table) {
    CalciteSchema.TableEntry entry = schema(schemaName).getTable(table, true);
    if (entry == null || !(entry.getTable() instanceof CatalogTable.Backend backend)) {
      throw new IllegalArgumentException("no table " + schemaName + "." + table);
    }
    return backend;
  }

  /**
   * The type of a declared column of that name that no query can read, if there is one: a public
   * table has all its columns declared, whatever their types.
   */
  Optional<String> unreadType(String column) {
    return Optional.ofNullable(unread.get(column));
  }

  /**
   * The table of the policy that is called nearly so, as a query writes it. Nothing else is
   * suggested: what the policy does not name does not exist.
   */
  Optional<String> nearestTable(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    List<String> tables = policy.tables().stream().map(TablePolicy::name).toList();
    return NearestName.to(last, tables)
        .flatMap(near -> policy.tables().stream().filter(t -> t.name().equals(near)).findFirst())
        .map(
            near ->
                (last.equals(name) && paths.contains(List.of(near.schema()))
                        ? ""
                        : written(near.schema()) + ".")
                    + written(near.name()));
  }

  /** The readable column of a table that the query names that is called nearly so. */
  Optional<String> nearestColumn(SqlNode query, String name) {
    Set<String> names = names(query);
    List<String> columns =
        policy.tables().stream()
            .filter(table -> names.contains(table.name().toLowerCase(Locale.ROOT)))
            .flatMap(table -> readable(table).stream())
            .toList();
    return NearestName.to(name, columns).map(this::written);
  }

  private List<String> readable(TablePolicy table) {
    return backend(table.schema(), table.name()).getRowType(types).getFieldNames();
  }

  private String written(String name) {
    String read = dialects.isForeign() ? FoldedNames.folded(name) : name;
    return dialects.read().parserSettings().written(read);
  }

  /** Whether a query names a column of a table of its that is read as UTC's clock shows it. */
  boolean namesColumnInUtc(SqlNode query) {
    Set<String> names = names(query);
    return inUtc.entrySet().stream()
        .anyMatch(
            table ->
                names.contains(table.getKey())
                    && table.getValue().stream().anyMatch(names::contains));
  }

  /** All names in a query, in small letters. */
  private static Set<String> names(SqlNode query) {
    Set<String> names = new HashSet<>();
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            identifier.names.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
            return null;
          }
        });
    return names;
  }

  private String folded(String name) {
    return dialects.folded(name);
  }

  private CalciteSchema schema(String name) {
    return schema(root, name);
  }

  private static CalciteSchema schema(CalciteSchema within, String name) {
    CalciteSchema found = within.getSubSchema(name, true);
    return found == null ? within.add(name, new AbstractSchema()) : found;
  }

  private RelDataType type(VirtualTable table) {
    RelDataTypeFactory.Builder row = types.builder();
    for (VirtualTable.Column column : table.columns()) {
      RelDataType type =
          switch (column.type()) {
            case DECIMAL -> types.createSqlType(column.type(), column.precision(), column.scale());
            case TIMESTAMP -> types.createSqlType(column.type(), column.precision());
            default -> types.createSqlType(column.type());
          };
      row.add(folded(column.name()), types.createTypeWithNullability(type, column.nullable()));
      if (column.type() == SqlTypeName.TIMESTAMP) {
        addInUtc(table.table(), column.name());
      }
    }
    return row.build();
  }

  /** The policy. */
  public Policy policy() {
    return policy;
  }

  /** The database's dialect. */
  public BackendDialect dialect() {
    return dialect;
  }

  /** The dialect that is read, and the database's. */
  public Dialects dialects() {
    return dialects;
  }

  /** The types of every plan over this catalog. */
  public RelDataTypeFactory types() {
    return types;
  }

  /**
   * What looks names up.
   *
   * @param query whose names they are
   */
  CalciteCatalogReader reader(SqlNode query) {
    boolean caseSensitive = dialects.read().parserSettings().caseSensitive();
    Properties properties = new Properties();
    properties.setProperty(
        CalciteConnectionProperty.CASE_SENSITIVE.camelName(), String.valueOf(caseSensitive));
    return new Reader(
        root,
        dialects.isForeign()
            ? new FoldedNames(ReferencedNames.ofSubQueries(query))
            : SqlNameMatchers.withCaseSensitive(caseSensitive),
        paths,
        types,
        new CalciteConnectionConfigImpl(properties));
  }

  /** Looks unqualified names up in several schemas. */
  private static final class Reader extends CalciteCatalogReader {
    Reader(
        CalciteSchema root,
        SqlNameMatcher names,
        List<List<String>> paths,
        RelDataTypeFactory types,
        CalciteConnectionConfig config) {
      super(root, names, paths, types, config);
    }
  }
}
