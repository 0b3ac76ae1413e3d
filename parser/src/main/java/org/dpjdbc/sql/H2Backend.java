package org.dpjdbc.sql;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;

/** H2 Database, version 2. */
final class H2Backend implements BackendDialect {
  /** Any fixed number: the choice of a unit's groups needs no secret. */
  private static final int HASH_SEED = 20_140_919;

  private static final long HASH_BUCKETS = 4_294_967_295L;

  private static final long HASH_OF_NULL = 2_718_281_828L;

  /** What is made of Calcite's classes: loaded by the first query, as connecting needs none. */
  private static final class Parts {
    static final SqlFunction ORA_HASH =
        new SqlFunction(
            "ORA_HASH",
            SqlKind.OTHER_FUNCTION,
            ReturnTypes.BIGINT_NULLABLE,
            null,
            OperandTypes.VARIADIC,
            SqlFunctionCategory.NUMERIC);

    static final SqlDialect PRINTER = new H2Printer();
    static final RelDataTypeSystem TYPES = new H2TypeSystem();
  }

  @Override
  public String productName() {
    return "H2";
  }

  @Override
  public ParserSettings parserSettings() {
    return ParserSettings.standard();
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
        .map(type -> types.createTypeWithNullability(type, column.nullable()));
  }

  /** A comparison of an enumeration or UUID with a text could fail for its own type. */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return isReadAsText(column) ? rex.makeAbstractCast(type, value, false) : value;
  }

  private static boolean isReadAsText(LiveSchema.Column column) {
    return column.typeName().startsWith("ENUM") || column.typeName().equals("UUID");
  }

  private Optional<RelDataType> scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    if (isReadAsText(column)) {
      return Optional.of(types.createSqlType(SqlTypeName.VARCHAR));
    }
    return switch (column.typeName()) {
      case "DECFLOAT" -> Optional.of(types.createSqlType(SqlTypeName.DOUBLE));
      case "VARCHAR_IGNORECASE" -> Optional.empty();
      default -> byJdbcType(types, column);
    };
  }

  private static Optional<RelDataType> byJdbcType(
      RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (column.jdbcType()) {
      case Types.TINYINT -> Optional.of(types.createSqlType(SqlTypeName.TINYINT));
      case Types.SMALLINT -> Optional.of(types.createSqlType(SqlTypeName.SMALLINT));
      case Types.INTEGER -> Optional.of(types.createSqlType(SqlTypeName.INTEGER));
      case Types.BIGINT -> Optional.of(types.createSqlType(SqlTypeName.BIGINT));
      case Types.NUMERIC, Types.DECIMAL ->
          column.precision() <= BackendTypes.MAX_DIGITS
              ? Optional.of(
                  types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale()))
              : Optional.empty();
      case Types.REAL -> Optional.of(types.createSqlType(SqlTypeName.REAL));
      case Types.FLOAT, Types.DOUBLE -> Optional.of(types.createSqlType(SqlTypeName.DOUBLE));
      case Types.BOOLEAN -> Optional.of(types.createSqlType(SqlTypeName.BOOLEAN));
      case Types.CHAR ->
          Optional.of(types.createSqlType(SqlTypeName.CHAR, Math.max(1, column.precision())));
      case Types.VARCHAR ->
          Optional.of(types.createSqlType(SqlTypeName.VARCHAR, Math.max(1, column.precision())));
      case Types.DATE -> Optional.of(types.createSqlType(SqlTypeName.DATE));
      case Types.TIME -> Optional.of(types.createSqlType(SqlTypeName.TIME, column.scale()));
      case Types.TIMESTAMP ->
          Optional.of(types.createSqlType(SqlTypeName.TIMESTAMP, column.scale()));
      default -> Optional.empty();
    };
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

  /** Each value's text is hashed with the hash so far as the seed; NULL has a number of its own. */
  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    RexNode buckets = rex.makeExactLiteral(BigDecimal.valueOf(HASH_BUCKETS));
    RexNode hash = rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED));
    for (RexNode value : values) {
      RexNode ofText =
          rex.makeCall(Parts.ORA_HASH, rex.makeAbstractCast(text, value, false), buckets, hash);
      hash =
          value.getType().isNullable()
              ? rex.makeCall(
                  SqlStdOperatorTable.CASE,
                  rex.makeCall(SqlStdOperatorTable.IS_NULL, value),
                  rex.makeExactLiteral(BigDecimal.valueOf(HASH_OF_NULL)),
                  ofText)
              : ofText;
    }
    return hash;
  }

  @Override
  public boolean plansBetterOrdered() {
    return true;
  }

  @Override
  public boolean joinsInWhere() {
    return true;
  }

  @Override
  public List<String> pinning() {
    return List.of("SET TIME ZONE 'UTC'");
  }
}
