package org.dpjdbc.sql.dialect.duckdb;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.LateralAliases;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.common.StoredTypes;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** DuckDB, version 2. */
public final class DuckDbDialect extends CommonDialect {
  private static final StoredTypes STORED = new StoredTypes("VARCHAR", "TIME", "TIMESTAMP");

  /** Names keep their letters' case and are compared without regard to it, quoted or not. */
  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE, Casing.UNCHANGED, Casing.UNCHANGED, false, LateralAliases.INSTANCE);

  public DuckDbDialect() {
    super("DuckDB", SETTINGS, () -> new DuckDbPrinter(), () -> new DuckDbTypeSystem());
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return "col" + column;
  }

  @Override
  public DialectSyntax syntax() {
    return DuckDbSyntax.ALL;
  }

  private static String name(LiveSchema.Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT);
    int parenthesis = name.indexOf('(');
    return parenthesis < 0 ? name : name.substring(0, parenthesis);
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.GROUPS_AND_ALIASES;
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (name(column)) {
      case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "TINYINT" -> types.createSqlType(SqlTypeName.TINYINT);
      case "SMALLINT", "UTINYINT" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "INTEGER", "USMALLINT" -> types.createSqlType(SqlTypeName.INTEGER);
      case "BIGINT", "UINTEGER" -> types.createSqlType(SqlTypeName.BIGINT);
      case "UBIGINT" -> BackendTypes.decimal(types, DuckDbTypeSystem.UBIGINT_DIGITS, 0);
      case "HUGEINT", "UHUGEINT" -> BackendTypes.decimal(types, BackendTypes.MAX_DIGITS, 0);
      case "DECIMAL" -> BackendTypes.decimal(types, column.precision(), column.scale());
      case "FLOAT" -> types.createSqlType(SqlTypeName.REAL);
      case "DOUBLE" -> types.createSqlType(SqlTypeName.DOUBLE);
      // No length is enforced, whatever was declared.
      case "VARCHAR", "UUID", "ENUM" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "DATE" -> types.createSqlType(SqlTypeName.DATE);
      case "TIME" -> types.createSqlType(SqlTypeName.TIME, DuckDbTypeSystem.SECOND_DIGITS);
      case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS" ->
          types.createSqlType(SqlTypeName.TIMESTAMP, DuckDbTypeSystem.SECOND_DIGITS);
      default -> null;
    };
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return switch (name(column)) {
      case "HUGEINT", "UHUGEINT", "TIME", "TIMESTAMP_S", "TIMESTAMP_MS" -> true;
      default -> false;
    };
  }

  /**
   * Strings are compared by bytes: a column, or one below a view, may have a collation that the
   * catalog does not show. Unsigned numbers are made signed ones, which have a difference;
   * timestamps of fewer digits are made those that every other compares with. Values outside the
   * type, 24:00 for one, is NULL; different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (name(column)) {
      case "VARCHAR" -> rex.makeCall(type, DuckDbOperators.BY_BYTES, List.of(value));
      case "UUID", "ENUM", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT" ->
          rex.makeAbstractCast(type, value, false);
      case "HUGEINT", "UHUGEINT", "TIMESTAMP_S", "TIMESTAMP_MS" ->
          rex.makeAbstractCast(type, value, true);
      case "TIME" -> withinDay(rex, value, type);
      default -> value;
    };
  }

  /** A date plus or minus an interval is a timestamp there. */
  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    if (call.getType().getSqlTypeName() != SqlTypeName.DATE) {
      return call;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.DATETIME_PLUS)
        || call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)) {
      return rex.makeAbstractCast(call.getType(), call, false);
    }
    boolean twice =
        call.getKind() == SqlKind.CAST
            && call.getOperands().get(0) instanceof RexCall operand
            && operand.getKind() == SqlKind.CAST
            && operand.getType().equals(call.getType());
    return twice ? call.getOperands().get(0) : call;
  }

  @Override
  public RexNode condition(RexBuilder rex, RexNode condition) {
    return DuckDbLists.of(rex, condition);
  }

  @Override
  public Optional<String> called(SqlNode item) {
    return new DuckDbExpression().of(item);
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR -> "VARCHAR";
      case REAL -> "FLOAT";
      case FLOAT -> "DOUBLE";
      case DECIMAL -> "DECIMAL(%d,%d)".formatted(type.getPrecision(), type.getScale());
      default -> type.getSqlTypeName().getName();
    };
  }

  /** CHAR is another name of VARCHAR. */
  @Override
  public int jdbcType(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR ? Types.VARCHAR : super.jdbcType(type);
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    List<RexNode> seeded = new ArrayList<>();
    seeded.add(rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)));
    seeded.addAll(values);
    return rex.makeCall(DuckDbOperators.HASH, seeded);
  }

  @Override
  public boolean addsDecimals() {
    return true;
  }

  @Override
  public boolean keepsReferences() {
    return true;
  }

  /** What alternatives say of one table alone is found in WHERE, and not in ON. */
  @Override
  public boolean joinsInWhere(RexNode condition) {
    return condition.getKind() == SqlKind.OR;
  }

  /** A transaction, so a statement too, has one snapshot. */
  @Override
  public boolean readsAlike() {
    return true;
  }

  @Override
  public boolean tries() {
    return true;
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
  public List<String> pinning() {
    return List.of(
        "SET SESSION TimeZone = 'UTC'",
        "SET SESSION default_collation = 'binary'",
        "SET SESSION default_null_order = 'nulls_last'",
        "SET SESSION integer_division = false",
        "SET SESSION ieee_floating_point_ops = true",
        "SET SESSION error_on_division_by_zero = false");
  }

  /**
   * Its strings are compared by bytes wherever they are read, and its keys are enforced. A
   * generated column is computed whenever it is read, by any function; the statement that makes the
   * table shows it.
   */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return switch (query) {
      case UNIQUE_CONSTRAINTS ->
          Optional.of(
              """
              SELECT table_name, constraint_index, UNNEST(constraint_column_names)
              FROM duckdb_constraints()
              WHERE constraint_type = 'UNIQUE' AND database_name = CURRENT_DATABASE()
                AND schema_name = ?
              ORDER BY ALL
              """);
      case UNSTEADY_TABLES ->
          Optional.of(
              """
              SELECT table_name
              FROM duckdb_tables()
              WHERE database_name = CURRENT_DATABASE() AND schema_name = ?
                AND (sql IS NULL OR sql ILIKE '%GENERATED ALWAYS%')
              """);
      // In the standard's views, a condition has its keyword, and a table has its name alone.
      case TABLE_CHECKS ->
          Optional.of(
              """
              SELECT table_name, expression
              FROM duckdb_constraints()
              WHERE constraint_type = 'CHECK' AND database_name = CURRENT_DATABASE()
                AND schema_name = ?
              """);
      default -> query.standard();
    };
  }
}
