package org.dpjdbc.sql;

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
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.util.TimeString;
import org.dpjdbc.policy.LiveSchema;

/** DuckDB, version 2. */
final class DuckDbBackend implements BackendDialect {
  /** Any fixed number: the choice of a unit's groups needs no secret. */
  private static final int HASH_SEED = 20_140_919;

  private static final int UBIGINT_DIGITS = 20;

  /** Names keep their letters' case and are compared without regard to it, quoted or not. */
  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.UNCHANGED,
          Casing.UNCHANGED,
          false,
          SqlConformanceEnum.LENIENT);

  /** What is made of Calcite's classes: loaded by the first query, as connecting needs none. */
  private static final class Parts {
    /** Equal for equal values of one type. What it is may change with DuckDB's version. */
    static final SqlFunction HASH =
        new SqlFunction(
            "HASH",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.explicit(SqlTypeName.DECIMAL, UBIGINT_DIGITS),
            null,
            OperandTypes.VARIADIC,
            SqlFunctionCategory.NUMERIC);

    static final SqlOperator BY_BYTES = new CollationOperator("binary");

    static final SqlDialect PRINTER = new DuckDbPrinter();
    static final RelDataTypeSystem TYPES = new DuckDbTypeSystem();
  }

  @Override
  public String productName() {
    return "DuckDB";
  }

  @Override
  public ParserSettings parserSettings() {
    return SETTINGS;
  }

  @Override
  public SqlDialect printer() {
    return Parts.PRINTER;
  }

  @Override
  public RelDataTypeSystem typeSystem() {
    return Parts.TYPES;
  }

  @Override
  public Optional<RelDataType> type(RelDataTypeFactory types, LiveSchema.Column column) {
    return scalar(types, column)
        .map(type -> types.createTypeWithNullability(type, column.nullable() || mayNotFit(column)));
  }

  private static String name(LiveSchema.Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT);
    int parenthesis = name.indexOf('(');
    return parenthesis < 0 ? name : name.substring(0, parenthesis);
  }

  private static Optional<RelDataType> scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (name(column)) {
          case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
          case "TINYINT" -> types.createSqlType(SqlTypeName.TINYINT);
          case "SMALLINT", "UTINYINT" -> types.createSqlType(SqlTypeName.SMALLINT);
          case "INTEGER", "USMALLINT" -> types.createSqlType(SqlTypeName.INTEGER);
          case "BIGINT", "UINTEGER" -> types.createSqlType(SqlTypeName.BIGINT);
          case "UBIGINT" -> BackendTypes.decimal(types, UBIGINT_DIGITS, 0);
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
        });
  }

  /** Whether the column has values that its type here has not: they are read as NULL. */
  private static boolean mayNotFit(LiveSchema.Column column) {
    return switch (name(column)) {
      case "HUGEINT", "UHUGEINT", "TIME", "TIMESTAMP_S", "TIMESTAMP_MS" -> true;
      default -> false;
    };
  }

  /**
   * Texts are compared by bytes: a column, or one below a view, may have a collation that the
   * catalog does not show. Unsigned numbers are made signed ones, which have a difference;
   * timestamps of fewer digits are made those that every other compares with. What no value of the
   * type is, 24:00 for one, is NULL; different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (name(column)) {
      case "VARCHAR" -> rex.makeCall(type, Parts.BY_BYTES, List.of(value));
      case "UUID", "ENUM", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT" ->
          rex.makeAbstractCast(type, value, false);
      case "HUGEINT", "UHUGEINT", "TIMESTAMP_S", "TIMESTAMP_MS" ->
          rex.makeAbstractCast(type, value, true);
      case "TIME" -> {
        RexNode last =
            rex.makeTimeLiteral(new TimeString("23:59:59.999999"), DuckDbTypeSystem.SECOND_DIGITS);
        yield rex.makeCall(
            type,
            SqlStdOperatorTable.CASE,
            List.of(
                rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, value, last),
                value,
                rex.makeNullLiteral(type)));
      }
      default -> value;
    };
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
    return type.getSqlTypeName() == SqlTypeName.CHAR
        ? Types.VARCHAR
        : BackendDialect.super.jdbcType(type);
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    List<RexNode> seeded = new ArrayList<>();
    seeded.add(rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)));
    seeded.addAll(values);
    return rex.makeCall(Parts.HASH, seeded);
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
}
