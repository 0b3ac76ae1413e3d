package org.dpjdbc.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * H2's precisions and the types of its aggregates (H2 manual, "Aggregate Functions"); where H2 says
 * DECFLOAT, which no Calcite type matches, DOUBLE stands instead.
 */
final class H2TypeSystem extends BackendTypes {
  private static final int SECOND_DIGITS = 9;
  private static final int EXTRA_DIGITS = 10;
  private static final int BIGINT_DIGITS = 19;

  @Override
  SqlTypeName datePart() {
    return SqlTypeName.INTEGER;
  }

  @Override
  SqlTypeName length() {
    return SqlTypeName.BIGINT;
  }

  @Override
  int secondDigits() {
    return SECOND_DIGITS;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> types.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> decimal(types, BIGINT_DIGITS + EXTRA_DIGITS, 0);
          case DECIMAL ->
              decimal(types, argument.getPrecision() + EXTRA_DIGITS, argument.getScale());
          case REAL, FLOAT, DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return types.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    RelDataType mean =
        switch (argument.getSqlTypeName()) {
          case BIGINT -> decimal(types, BIGINT_DIGITS + EXTRA_DIGITS, EXTRA_DIGITS);
          case DECIMAL ->
              decimal(
                  types,
                  argument.getPrecision() + EXTRA_DIGITS,
                  argument.getScale() + EXTRA_DIGITS);
          default -> types.createSqlType(SqlTypeName.DOUBLE);
        };
    return types.createTypeWithNullability(mean, argument.isNullable());
  }
}
