package org.dpjdbc.sql.dialect.h2;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.CommonForms;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.common.StoredTypes;
import org.dpjdbc.sql.dialect.common.StringKind;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** H2 Database, version 2. */
public final class H2Dialect extends CommonDialect {
  private static final StoredTypes STORED =
      new StoredTypes("CHARACTER VARYING", "TIME(6)", "TIMESTAMP(6)");

  private static final long HASH_BUCKETS = 4_294_967_295L;

  public H2Dialect() {
    super("H2", ParserSettings.standard(), () -> new H2Printer(), () -> new H2TypeSystem());
  }

  @Override
  public DialectSyntax syntax() {
    return H2Syntax.ALL;
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.COLUMNS;
  }

  @Override
  public Optional<String> called(SqlNode item) {
    return new H2Expression().of(item);
  }

  @Override
  public boolean namesItemsFirst() {
    return true;
  }

  /** A comparison of an enumeration or UUID with a string could fail in its own type. */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return isReadAsString(column) ? rex.makeAbstractCast(type, value, false) : value;
  }

  @Override
  public boolean usesIndexOn(LiveSchema.Column column) {
    return !isReadAsString(column);
  }

  /**
   * Weeks begin on Mondays; those of WEEK begin when they do in the country of H2's JVM, and are
   * counted so unless the query is another product's.
   */
  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    if (CommonForms.isIsoWeek(rex, call)) {
      return rex.makeCall(call.getType(), H2Operators.ISO_WEEK, call.getOperands().subList(1, 2));
    }
    return call.getOperator().getName().equals("DATE_TRUNC")
            && CommonForms.unit(call).equals("WEEK")
        ? rex.makeCall(call.getType(), H2Operators.START_OF_WEEK, call.getOperands().subList(1, 2))
        : call;
  }

  private static boolean isReadAsString(LiveSchema.Column column) {
    return column.typeName().startsWith("ENUM") || column.typeName().equals("UUID");
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    if (isReadAsString(column)) {
      return types.createSqlType(SqlTypeName.VARCHAR);
    }
    return switch (column.typeName()) {
      case "DECFLOAT" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "VARCHAR_IGNORECASE" -> null;
      default -> byJdbcType(types, column);
    };
  }

  private static @Nullable RelDataType byJdbcType(
      RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (column.jdbcType()) {
      case Types.TINYINT -> types.createSqlType(SqlTypeName.TINYINT);
      case Types.SMALLINT -> types.createSqlType(SqlTypeName.SMALLINT);
      case Types.INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
      case Types.BIGINT -> types.createSqlType(SqlTypeName.BIGINT);
      case Types.NUMERIC, Types.DECIMAL ->
          column.precision() <= BackendTypes.MAX_DIGITS
              ? types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale())
              : null;
      case Types.REAL -> types.createSqlType(SqlTypeName.REAL);
      case Types.FLOAT, Types.DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
      case Types.BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
      case Types.CHAR -> types.createSqlType(SqlTypeName.CHAR, Math.max(1, column.precision()));
      case Types.VARCHAR ->
          types.createSqlType(SqlTypeName.VARCHAR, Math.max(1, column.precision()));
      case Types.DATE -> types.createSqlType(SqlTypeName.DATE);
      case Types.TIME -> types.createSqlType(SqlTypeName.TIME, column.scale());
      case Types.TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, column.scale());
      default -> null;
    };
  }

  @Override
  public boolean comparesOccurrences() {
    return false;
  }

  @Override
  public StringKind comparedAs(LiveSchema.Column column) {
    return column.jdbcType() == Types.CHAR ? StringKind.PADDED : StringKind.VARYING;
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case VARCHAR -> "CHARACTER VARYING";
      case CHAR -> "CHARACTER";
      case DECIMAL -> "NUMERIC";
      case DOUBLE, FLOAT -> "DOUBLE PRECISION";
      default -> type.getSqlTypeName().getName();
    };
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    RexNode buckets = rex.makeExactLiteral(BigDecimal.valueOf(HASH_BUCKETS));
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) ->
            rex.makeCall(
                H2Operators.HASH, rex.makeAbstractCast(text, value, false), buckets, hash));
  }

  @Override
  public boolean plansBetterOrdered() {
    return true;
  }

  @Override
  public boolean addsDecimals() {
    return true;
  }

  /** Tables of H2's own storage are read as of the start of the statement, see {@link #pinning}. */
  @Override
  public boolean readsAlike() {
    return true;
  }

  @Override
  public boolean joinsByIndexAlone() {
    return true;
  }

  @Override
  public boolean joinsInWhere(RexNode condition) {
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

  /**
   * Under snapshot isolation, H2 reads all tables from one snapshot, and never takes the result of
   * a subselect from the statement before. Under read committed it may, for one subselect and not
   * for the next, if another connection commits meanwhile; where transactions read what is not
   * committed, an index may even have rows that its table lacks.
   */
  @Override
  public List<String> pinning() {
    return List.of(
        "SET TIME ZONE 'UTC'",
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
  }

  /**
   * Any collation but OFF compares by a language's rules; the view does not show how strictly. A
   * table may have an engine of its own.
   */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    // No switch: beside the other ones it would load types of Calcite when a connection is opened.
    if (query == CatalogQuery.MERGING_COLLATIONS) {
      return Optional.of(
          """
          SELECT TABLE_NAME, COLUMN_NAME, COLLATION_NAME
          FROM INFORMATION_SCHEMA.COLUMNS
          WHERE COLLATION_NAME <> 'OFF' AND TABLE_SCHEMA = ?
          """);
    }
    return query == CatalogQuery.UNSTEADY_TABLES
        ? Optional.of(
            """
            SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES
            WHERE TABLE_CLASS <> 'org.h2.mvstore.db.MVTable' AND TABLE_SCHEMA = ?
            """)
        : query.standard();
  }

  /** Of a server; a database in this process has no network. */
  @Override
  public Map<String, String> driverProperties(String url, Duration patience) {
    return isUrl("h2:tcp", url) || isUrl("h2:ssl", url)
        ? Map.of("NETWORK_TIMEOUT", String.valueOf(patience.toMillis()))
        : Map.of();
  }

  @Override
  public Optional<Set<String>> settings(String url) {
    return isUrl("h2", url) ? Optional.of(H2UrlSettings.ALL) : Optional.empty();
  }
}
