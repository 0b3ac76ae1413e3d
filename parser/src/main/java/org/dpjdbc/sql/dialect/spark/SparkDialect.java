package org.dpjdbc.sql.dialect.spark;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.Connectors;
import org.dpjdbc.sql.dialect.common.LateralAliases;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.postgres.PostgresForms;
import org.dpjdbc.sql.dialect.trino.TrinoOperators;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** Spark SQL, version 3.5, through its Thrift server and Hive's driver. */
public final class SparkDialect extends CommonDialect {
  private static final Connectors SOURCES = new SparkSources();

  /** Names keep their letters' case and are compared without regard to it. */
  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.BACK_TICK, Casing.UNCHANGED, Casing.UNCHANGED, false, LateralAliases.INSTANCE);

  /** {@code DECIMAL(10,2)}: the name and the digits. */
  private static final Pattern NAME = Pattern.compile("([A-Z_ ]+)(?:\\((\\d+)(?:, *\\d+)?\\))?");

  public SparkDialect() {
    super("Spark SQL", SETTINGS, () -> new SparkPrinter(), () -> new SparkTypeSystem());
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return "col" + (column + 1);
  }

  @Override
  public DialectSyntax syntax() {
    return SparkSyntax.ALL;
  }

  /** The name of the type, without digits; empty for one that is made of others. */
  private static String kind(LiveSchema.Column column) {
    Matcher parts = NAME.matcher(column.typeName().toUpperCase(Locale.ROOT));
    return parts.matches() ? parts.group(1) : "";
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (kind(column)) {
      case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "TINYINT" -> types.createSqlType(SqlTypeName.TINYINT);
      case "SMALLINT" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "INT" -> types.createSqlType(SqlTypeName.INTEGER);
      case "BIGINT" -> types.createSqlType(SqlTypeName.BIGINT);
      case "FLOAT" -> types.createSqlType(SqlTypeName.REAL);
      case "DOUBLE" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "DECIMAL" ->
          types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale());
      // What is read is not checked against a length, whatever was declared.
      case "STRING", "VARCHAR", "CHAR" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "DATE" -> types.createSqlType(SqlTypeName.DATE);
      case "TIMESTAMP", "TIMESTAMP_NTZ" ->
          types.createSqlType(SqlTypeName.TIMESTAMP, SparkTypeSystem.SECOND_DIGITS);
      default -> null;
    };
  }

  /**
   * Strings that are compared without the blanks at their ends are read without them. A timestamp
   * without a zone is one in UTC, which is the session's. Different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (kind(column)) {
      case "CHAR" -> rex.makeCall(type, SparkOperators.UNPADDED, List.of(value));
      case "TIMESTAMP_NTZ" -> rex.makeCall(type, SparkOperators.IN_UTC, List.of(value));
      default -> value;
    };
  }

  /** A {@code TIMESTAMP} is an instant, which the session shows in UTC. */
  @Override
  public boolean isReadInUtc(LiveSchema.Column column) {
    return kind(column).equals("TIMESTAMP");
  }

  /** The size is reported in bytes, and the precision in the type name. */
  @Override
  public int columnPrecision(String typeName, int size) {
    Matcher parts = NAME.matcher(typeName.toUpperCase(Locale.ROOT));
    return parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : size;
  }

  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    return new SparkForms(rex).of(call);
  }

  /** A sum of BIGINTs is one too, and an error where it is too long. */
  @Override
  public SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    boolean sum = function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0;
    return sum && argument.getSqlTypeName() == SqlTypeName.BIGINT
        ? TrinoOperators.SUM_OF_BIGINTS
        : function;
  }

  /** The driver has dates and timestamps in the JVM's time zone and calendar alone. */
  @Override
  public RexNode resultExpression(RexBuilder rex, RexNode value) {
    return switch (value.getType().getSqlTypeName()) {
      case DATE, TIMESTAMP ->
          rex.makeAbstractCast(
              rex.getTypeFactory()
                  .createTypeWithNullability(
                      rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR),
                      value.getType().isNullable()),
              value,
              false);
      default -> value;
    };
  }

  @Override
  public boolean returnsTimestampsAsStrings() {
    return true;
  }

  /** The driver would write them itself, without a thought for backslashes. */
  @Override
  public Optional<String> written(String sql, List<@Nullable Object> parameters) {
    return Optional.of(SparkLiterals.written(sql, parameters));
  }

  /** EXPLAIN would return an error as a plan. */
  @Override
  public String check(String statement) {
    return "DESCRIBE QUERY " + statement;
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> "decimal";
      case CHAR, VARCHAR -> "string";
      case INTEGER -> "int";
      case REAL -> "float";
      case FLOAT -> "double";
      default -> type.getSqlTypeName().getName().toLowerCase(Locale.ROOT);
    };
  }

  /** The type of a string literal is STRING; single precision is what the driver calls FLOAT. */
  @Override
  public int jdbcType(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR -> Types.VARCHAR;
      case REAL -> Types.FLOAT;
      default -> super.jdbcType(type);
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
                SparkOperators.HASH,
                rex.makeAbstractCast(text, PostgresForms.oneZero(rex, value), false),
                rex.makeAbstractCast(text, hash, false)));
  }

  @Override
  public Optional<Connectors> connectors() {
    return Optional.of(SOURCES);
  }

  @Override
  public List<String> pinning() {
    return SparkSettings.PINNING;
  }

  @Override
  public List<String> limits(Duration timeout) {
    long seconds = Math.max(1, (timeout.toMillis() + 999) / 1000);
    return List.of(
        "SET spark.sql.thriftServer.queryTimeout = " + seconds + "s",
        "SET spark.sql.broadcastTimeout = " + seconds);
  }

  /** Who may write is the server's to say. */
  @Override
  public boolean hasReadOnlyConnections() {
    return false;
  }

  /** Keys are remarks, where they can be written down at all. */
  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** Strings are compared by bytes; there are no conditions on rows. */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return Optional.empty();
  }

  /** Hive's driver takes settings of Spark's there. */
  @Override
  public Optional<String> refusedPart(String url) {
    return isUrl("hive2", url) && (url.indexOf('?') >= 0 || url.indexOf('#') >= 0)
        ? Optional.of("after '?' or '#'")
        : Optional.empty();
  }

  /** Settings of Spark's, which change what a query means. */
  @Override
  public boolean refuses(String name) {
    return name.contains("spark");
  }
}
