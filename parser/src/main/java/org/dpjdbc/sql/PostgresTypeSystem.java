package org.dpjdbc.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * PostgreSQL's precisions and the types of its aggregates (manual, 9.21). A {@code numeric} of no
 * declared digits, as sums and means are, is a DECIMAL with room enough here.
 */
final class PostgresTypeSystem extends BackendTypes {
  /** Microseconds. */
  static final int SECOND_DIGITS = 6;

  private static final int MEAN_DECIMALS = 16;
  private static final int EXTRA_DIGITS = 10;
  private static final int BIGINT_DIGITS = 19;

  @Override
  SqlTypeName datePart() {
    return SqlTypeName.DECIMAL;
  }

  @Override
  SqlTypeName length() {
    return SqlTypeName.INTEGER;
  }

  @Override
  int secondDigits() {
    return SECOND_DIGITS;
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIMESTAMP -> SECOND_DIGITS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  /** {@code infinity} and {@code -infinity}; the years of dates are more than those of moments. */
  @Override
  public boolean hasEndlessMoments() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> types.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> decimal(types, BIGINT_DIGITS + EXTRA_DIGITS, 0);
          case DECIMAL ->
              decimal(types, argument.getPrecision() + EXTRA_DIGITS, argument.getScale());
          default -> argument;
        };
    return types.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return types.createTypeWithNullability(spread(types, argument), argument.isNullable());
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory types, RelDataType first, RelDataType second) {
    boolean nullable = first.isNullable() || second.isNullable();
    // Calcite asks for a variance as the covariance of a value with itself.
    return types.createTypeWithNullability(
        first.equals(second) ? spread(types, first) : types.createSqlType(SqlTypeName.DOUBLE),
        nullable);
  }

  private static RelDataType spread(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case REAL, FLOAT, DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
      case DECIMAL -> {
        int scale = Math.max(MEAN_DECIMALS, argument.getScale());
        yield decimal(types, argument.getPrecision() - argument.getScale() + scale, scale);
      }
      default -> decimal(types, BIGINT_DIGITS + MEAN_DECIMALS, MEAN_DECIMALS);
    };
  }
}
