package org.dpjdbc.sql.dialect.postgres;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.TypeFamily;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.common.StoredTypes;
import org.dpjdbc.sql.dialect.common.StringKind;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, from version 12. */
public final class PostgresDialect extends CommonDialect {
  private static final List<String> PINNED =
      List.of(
          "SET quote_all_identifiers = off",
          "SET search_path = pg_catalog, pg_temp",
          "SET default_transaction_read_only = on",
          "SET default_transaction_isolation = 'read committed'",
          "SET default_transaction_deferrable = off",
          "SET jit = off",
          "SET lock_timeout = 0",
          "SET idle_in_transaction_session_timeout = 0",
          "SET exit_on_error = off",
          "SET client_min_messages = error",
          "SET row_security = on",
          "SET gin_fuzzy_search_limit = 0",
          "SET transform_null_equals = off",
          "SET array_nulls = on",
          "SET standard_conforming_strings = on",
          "SET bytea_output = 'hex'",
          "SET extra_float_digits = 1",
          "SET TimeZone = 'UTC'",
          "SET timezone_abbreviations = 'Default'",
          "SET DateStyle = 'ISO, YMD'",
          "SET IntervalStyle = 'postgres'",
          "SET lc_monetary = 'C'",
          "SET lc_numeric = 'C'",
          "SET lc_time = 'C'");

  /**
   * Settings that not every version or platform has. A server that looks for its client ends what a
   * lost or cut connection asked for, even if no cancellation arrives.
   */
  private static final String SINCE_LATER_VERSIONS =
      """
      SELECT pg_catalog.set_config(name, CASE WHEN name LIKE 'client%' THEN '5s'
        WHEN vartype = 'integer' THEN '0' ELSE 'off' END, false)
      FROM pg_catalog.pg_settings
      WHERE name IN ('idle_session_timeout', 'transaction_timeout', 'debug_parallel_query',
          'force_parallel_mode')
        OR (name = 'client_connection_check_interval' AND pg_catalog.version() LIKE '%linux%')
      """;

  private static final StoredTypes STORED = new StoredTypes("TEXT", "TIME(6)", "TIMESTAMP(6)");

  /** The most characters that a length of a type can say. */
  private static final int LONGEST_STRING = 10_485_760;

  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.TO_LOWER,
          Casing.UNCHANGED,
          true,
          SqlConformanceEnum.LENIENT);

  private static final int MAX_INDEX_COLUMNS = 32;

  public PostgresDialect() {
    super("PostgreSQL", SETTINGS, () -> new PostgresPrinter(), () -> new PostgresTypeSystem());
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return "column" + (column + 1);
  }

  @Override
  public DialectSyntax syntax() {
    return PostgresSyntax.ALL;
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.COLUMNS;
  }

  @Override
  public boolean hasPgCatalog() {
    return true;
  }

  @Override
  public Optional<String> called(SqlNode item) {
    return Optional.of(ColumnNames.of(item));
  }

  @Override
  public boolean addsDecimals() {
    return true;
  }

  @Override
  public boolean computesEachUse() {
    return true;
  }

  /** By both names: a type of the user's own may be called like one of the database's. */
  private static String kind(LiveSchema.Column column) {
    String name = column.typeName().toLowerCase(Locale.ROOT);
    boolean known =
        switch (column.jdbcType()) {
          case Types.VARCHAR -> name.equals("varchar") || name.equals("text");
          case Types.CHAR -> name.equals("bpchar");
          case Types.BIT, Types.BOOLEAN -> name.equals("bool");
          case Types.BIGINT -> name.equals("int8") || name.equals("bigserial");
          case Types.DOUBLE -> name.equals("float8");
          case Types.TIME -> name.equals("time");
          case Types.OTHER -> name.equals("uuid");
          default -> true;
        };
    if (known) {
      return name;
    }
    // The driver calls enumerations VARCHAR; the type "name" is of no user's tables.
    return column.jdbcType() == Types.VARCHAR && !name.equals("name") ? "enum" : "";
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (kind(column)) {
      case "bool" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "int2", "smallserial" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "int4", "serial" -> types.createSqlType(SqlTypeName.INTEGER);
      case "int8", "bigserial" -> types.createSqlType(SqlTypeName.BIGINT);
      case "numeric" ->
          TypeFamily.isWithoutDigits(column)
              ? types.createSqlType(
                  SqlTypeName.DECIMAL, BackendTypes.MAX_DIGITS, PostgresOperators.DECIMALS_READ)
              : column.precision() > 0
                      && column.precision() <= BackendTypes.MAX_DIGITS
                      && column.scale() >= 0
                      && column.scale() <= column.precision()
                  ? types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale())
                  : null;
      case "float4" -> types.createSqlType(SqlTypeName.REAL);
      case "float8" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "varchar", "text", "bpchar" ->
          column.precision() <= LONGEST_STRING
              ? types.createSqlType(SqlTypeName.VARCHAR, Math.max(1, column.precision()))
              : types.createSqlType(SqlTypeName.VARCHAR);
      case "uuid", "enum" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "date" -> types.createSqlType(SqlTypeName.DATE);
      case "time" -> types.createSqlType(SqlTypeName.TIME, PostgresTypeSystem.SECOND_DIGITS);
      case "timestamp" -> types.createSqlType(SqlTypeName.TIMESTAMP, column.scale());
      case "timestamptz" ->
          types.createSqlType(SqlTypeName.TIMESTAMP, PostgresTypeSystem.SECOND_DIGITS);
      default -> null;
    };
  }

  @Override
  public StringKind comparedAs(LiveSchema.Column column) {
    return switch (kind(column)) {
      case "bpchar" -> StringKind.PADDED;
      case "varchar" -> StringKind.VARYING;
      default -> StringKind.TEXT;
    };
  }

  @Override
  public boolean stripsPadding() {
    return true;
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return switch (kind(column)) {
      case "numeric", "time" -> true;
      default -> false;
    };
  }

  /**
   * Strings are compared by bytes, enumerations, UUIDs and blank-padded strings as strings. Values
   * outside the type, NaN as a decimal and 24:00, is NULL; different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (kind(column)) {
      case "varchar", "text" -> byBytes(rex, value);
      case "bpchar", "uuid", "enum" -> byBytes(rex, rex.makeAbstractCast(type, value, false));
      case "numeric" ->
          rex.makeCall(
              type,
              TypeFamily.isWithoutDigits(column)
                  ? PostgresOperators.NEAREST_NUMBER
                  : PostgresOperators.NUMBER,
              List.of(value));
      case "timestamptz" -> rex.makeCall(type, PostgresOperators.IN_UTC, List.of(value));
      case "time" -> withinDay(rex, value, type);
      default -> value;
    };
  }

  @Override
  public boolean countsByIndexAlone() {
    return true;
  }

  /** NaN is greater than all numbers. */
  @Override
  public Optional<RexNode> isNumber(RexBuilder rex, SqlOperator reading, RexNode stored) {
    return reading.equals(PostgresOperators.NUMBER)
        ? Optional.of(
            rex.makeCall(
                rex.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN),
                PostgresOperators.IS_NUMBER,
                List.of(stored)))
        : Optional.empty();
  }

  /** What has a limit is not parallel-safe: no parallel append, but parallel below the limit. */
  @Override
  public boolean plansLimitedPartsApart() {
    return true;
  }

  /** What is read otherwise than it is stored is compared otherwise than an index does. */
  @Override
  public boolean usesIndexOn(LiveSchema.Column column) {
    return switch (kind(column)) {
      case "int2", "smallserial", "int4", "serial", "int8", "bigserial", "date", "timestamp" ->
          true;
      default -> false;
    };
  }

  /** Strings by bytes, whatever the collation of the column or of the database. */
  @Override
  public Optional<String> ordered(LiveSchema.Column column, String quoted) {
    return switch (kind(column)) {
      case "varchar", "text" -> Optional.of(quoted + " COLLATE \"C\"");
      default -> usesIndexOn(column) ? Optional.of(quoted) : Optional.empty();
    };
  }

  static RexNode byBytes(RexBuilder rex, RexNode text) {
    return rex.makeCall(text.getType(), PostgresOperators.BY_BYTES, List.of(text));
  }

  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    return new PostgresForms(rex).of(call);
  }

  /** MIN and MAX do not exist for booleans. */
  @Override
  public SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    if (argument.getSqlTypeName() != SqlTypeName.BOOLEAN) {
      return function;
    }
    return switch (function.getKind()) {
      case MIN -> SqlLibraryOperators.BOOL_AND;
      case MAX -> SqlLibraryOperators.BOOL_OR;
      default -> function;
    };
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> "bool";
      case TINYINT, SMALLINT -> "int2";
      case INTEGER -> "int4";
      case BIGINT -> "int8";
      case DECIMAL -> "numeric";
      case REAL -> "float4";
      case DOUBLE, FLOAT -> "float8";
      case CHAR -> "bpchar";
      default -> type.getSqlTypeName().getName().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    RelDataType bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    RexNode seed =
        rex.makeAbstractCast(bigint, rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)), false);
    return chained(
        rex,
        seed,
        values,
        (value, hash) ->
            rex.makeCall(
                PostgresOperators.HASH,
                rex.makeAbstractCast(text, PostgresForms.oneZero(rex, value), false),
                hash));
  }

  /** A statement has one snapshot, at any level of isolation. */
  @Override
  public boolean readsAlike() {
    return true;
  }

  /** Whoever the user became by a role that is set at login, row-level policies ask for. */
  @Override
  public Optional<String> loginQuery() {
    return Optional.of("SELECT session_user, current_user, current_database()");
  }

  @Override
  public boolean keepsReleases() {
    return true;
  }

  @Override
  public Optional<String> declared(RelDataType type) {
    return STORED.of(type);
  }

  @Override
  public List<String> writing() {
    return List.of("SET default_transaction_read_only = off");
  }

  /**
   * Pins every setting that an account, a database or a server may have and that changes what a
   * query means, which errors it meets, or how long it may run. What only changes the plan, the
   * memory or the server's log stays as the owner set it. The manual lists the settings and the
   * reasons.
   *
   * <p>Nothing is compiled: PostgreSQL compiles an expression when a row first reaches it, and
   * neither a cancellation nor the statement timeout interrupts LLVM, so the time would disclose
   * whether the row exists.
   */
  @Override
  public List<String> pinning() {
    return List.of(String.join("; ", PINNED), SINCE_LATER_VERSIONS);
  }

  /** In seconds; once it is connected, the connection's own limit holds. */
  @Override
  public Map<String, String> driverProperties(String url, Duration patience) {
    return isUrl("postgresql", url)
        ? Map.of("socketTimeout", String.valueOf(patience.toSeconds() + 1))
        : Map.of();
  }

  @Override
  public List<String> limits(Duration timeout) {
    return List.of("SET statement_timeout = " + Math.max(1, timeout.toMillis()));
  }

  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return switch (query) {
      case MERGING_COLLATIONS -> Optional.of(PostgresCatalog.COLLATIONS);
      case UNENFORCED_INDEXES -> Optional.of(PostgresCatalog.INVALID_INDEXES);
      case UNENFORCED_TABLES -> Optional.of(PostgresCatalog.PARENTS);
      case UNSTEADY_TABLES -> Optional.of(PostgresCatalog.UNSTEADY_TABLES);
      case UNIQUE_CONSTRAINTS -> Optional.empty();
      case TABLE_CHECKS -> Optional.of(PostgresCatalog.TABLE_CHECKS);
      case DOMAIN_CHECKS -> Optional.of(PostgresCatalog.DOMAIN_CHECKS);
      case ENUM_LABELS -> Optional.of(PostgresCatalog.ENUM_LABELS);
    };
  }

  /**
   * The driver caches statements that it has run several times by their SQL, and describes the
   * cached one, which the server does not analyse again; it never runs this SQL.
   */
  @Override
  public String check(String statement) {
    return statement + " ";
  }

  @Override
  public boolean streamsInTransactions() {
    return true;
  }

  @Override
  public String version(String number) {
    return productName() + " " + number;
  }

  @Override
  public int indexColumns() {
    return MAX_INDEX_COLUMNS;
  }
}
