package org.dpjdbc.sql.dialect.hsqldb;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** HSQLDB, from version 2.7. */
public final class HsqlDialect extends CommonDialect {
  private static final SqlOperator ROW_NUMBER = FormOperator.of("ROWNUM", "ROWNUM()");

  /** Settings of the whole database on which it depends what a statement means. */
  private static final Set<String> REQUIRED =
      Set.of(
          "hsqldb.tx=MVCC",
          "sql.avg_scale=0",
          "sql.concat_nulls=true",
          "sql.convert_trunc=true",
          "sql.double_nan=true",
          "sql.longvar_is_lob=false",
          "sql.nulls_first=true",
          "sql.nulls_order=true",
          "sql.pad_space=false",
          "sql.syntax_db2=false",
          "sql.syntax_mss=false",
          "sql.syntax_mys=false",
          "sql.syntax_ora=false",
          "sql.syntax_pgs=false");

  /** The driver does not report what it understood of a URL. */
  private static final Set<String> URL_SETTINGS =
      Set.of(
          "create",
          "cryptkey",
          "crypttype",
          "hsqldbtx",
          "ifexists",
          "password",
          "readonly",
          "shutdown",
          "sqlpadspace",
          "user");

  public HsqlDialect() {
    super("HSQLDB", ParserSettings.standard(), () -> new HsqlPrinter(), () -> new HsqlTypeSystem());
  }

  @Override
  public boolean isOf(String product, String version) {
    return product.equals("HSQL Database Engine") || product.equals(productName());
  }

  @Override
  public DialectSyntax syntax() {
    return HsqlSyntax.ALL;
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.COLUMNS;
  }

  private static String name(LiveSchema.Column column) {
    return column.typeName().toUpperCase(Locale.ROOT);
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (name(column)) {
      case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "TINYINT" -> types.createSqlType(SqlTypeName.TINYINT);
      case "SMALLINT" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "INTEGER" -> types.createSqlType(SqlTypeName.INTEGER);
      case "BIGINT" -> types.createSqlType(SqlTypeName.BIGINT);
      case "DECIMAL", "NUMERIC" ->
          column.precision() <= BackendTypes.MAX_DIGITS
              ? types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale())
              : null;
      case "DOUBLE" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "CHARACTER", "VARCHAR" ->
          types.createSqlType(SqlTypeName.VARCHAR, Math.max(1, column.precision()));
      case "UUID" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "DATE" -> types.createSqlType(SqlTypeName.DATE);
      case "TIME" -> types.createSqlType(SqlTypeName.TIME, HsqlTypeSystem.NANOSECONDS);
      case "TIMESTAMP", "TIMESTAMP WITH TIME ZONE" ->
          types.createSqlType(SqlTypeName.TIMESTAMP, HsqlTypeSystem.NANOSECONDS);
      default -> null;
    };
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return switch (name(column)) {
      case "DOUBLE", "DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE" -> true;
      default -> false;
    };
  }

  /**
   * NaN, and dates that are not of the Gregorian calendar, are NULL. Padded strings are read
   * without their padding, UUIDs as strings. Different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (name(column)) {
      case "DOUBLE" -> rex.makeCall(type, HsqlForms.NUMBER, List.of(value));
      case "CHARACTER" -> rex.makeCall(type, HsqlForms.UNPADDED, List.of(value));
      case "UUID" -> rex.makeAbstractCast(type, value, false);
      case "DATE", "TIMESTAMP" -> rex.makeCall(type, HsqlForms.GREGORIAN, List.of(value));
      case "TIMESTAMP WITH TIME ZONE" ->
          rex.makeCall(
              type,
              HsqlForms.GREGORIAN,
              List.of(rex.makeCall(type, HsqlForms.IN_UTC, List.of(value))));
      default -> value;
    };
  }

  @Override
  public boolean usesIndexOn(LiveSchema.Column column) {
    return switch (name(column)) {
      case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DECIMAL", "NUMERIC", "VARCHAR" -> true;
      default -> false;
    };
  }

  /** The driver calls a UUID binary. */
  @Override
  public int columnType(String typeName, int jdbcType) {
    return typeName.equals("UUID") ? Types.OTHER : jdbcType;
  }

  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    return new HsqlForms(rex).of(call);
  }

  @Override
  public SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    return function.getKind() == SqlKind.AVG ? HsqlForms.MEAN : function;
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR -> "CHARACTER";
      case REAL, FLOAT -> "DOUBLE";
      default -> type.getSqlTypeName().getName();
    };
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    RelDataType bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED), bigint),
        values,
        (value, hash) ->
            rex.makeCall(
                bigint, HsqlForms.HASH, List.of(rex.makeAbstractCast(text, value, false), hash)));
  }

  @Override
  public Optional<SqlOperator> rowNumber() {
    return Optional.of(ROW_NUMBER);
  }

  /** A transaction, so a statement too, has one snapshot, and waits for nobody. */
  @Override
  public boolean readsAlike() {
    return true;
  }

  /** A database in which a setting has another value fails to divide by zero here. */
  @Override
  public List<String> pinning() {
    String expected = "'" + String.join("', '", REQUIRED.stream().sorted().toList()) + "'";
    return List.of(
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE",
        "SET TIME ZONE INTERVAL '0:00' HOUR TO MINUTE",
        "SET MAXROWS 0",
        "SELECT 1 / (CASE WHEN COUNT(*) = %d THEN 1 ELSE 0 END)".formatted(REQUIRED.size())
            + " FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES"
            + " WHERE PROPERTY_NAME || '=' || PROPERTY_VALUE IN (%s)".formatted(expected));
  }

  @Override
  public Optional<String> loginQuery() {
    return Optional.of("VALUES (SESSION_USER, CURRENT_USER, CURRENT_ROLE, CURRENT_SCHEMA)");
  }

  /** Any other collation compares by a language's rules, without case, or without blanks. */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return query == CatalogQuery.MERGING_COLLATIONS
        ? Optional.of(
            """
            SELECT TABLE_NAME, COLUMN_NAME, COLLATION_NAME
            FROM INFORMATION_SCHEMA.COLUMNS
            WHERE (COLLATION_NAME <> 'SQL_TEXT' OR COLLATION_SCHEMA <> 'INFORMATION_SCHEMA')
              AND TABLE_SCHEMA = ?
            """)
        : query.standard();
  }

  @Override
  public Optional<Set<String>> settings(String url) {
    return isUrl("hsqldb", url) ? Optional.of(URL_SETTINGS) : Optional.empty();
  }

  /** Logs that would hold values. */
  @Override
  public boolean refuses(String name) {
    return name.equals("hsqldbsqllog") || name.equals("hsqldbextlog");
  }
}
