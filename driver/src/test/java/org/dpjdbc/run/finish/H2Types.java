package org.dpjdbc.run.finish;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** Result types as H2 gives them, near enough for comparing values. */
final class H2Types extends RelDataTypeSystemImpl {
  @Override
  public int getMaxPrecision(SqlTypeName name) {
    return switch (name) {
      case DECIMAL -> 100;
      case TIME, TIMESTAMP -> 9;
      default -> super.getMaxPrecision(name);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName name) {
    return name == SqlTypeName.DECIMAL ? 60 : super.getMaxScale(name);
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    SqlTypeName name =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> SqlTypeName.BIGINT;
          case REAL, FLOAT, DOUBLE -> SqlTypeName.DOUBLE;
          default -> SqlTypeName.DECIMAL;
        };
    RelDataType sum =
        name == SqlTypeName.DECIMAL
            ? types.createSqlType(name, argument.getPrecision() + 10, argument.getScale())
            : types.createSqlType(name);
    return types.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    RelDataType mean =
        switch (argument.getSqlTypeName()) {
          case BIGINT -> types.createSqlType(SqlTypeName.DECIMAL, 29, 10);
          case DECIMAL ->
              types.createSqlType(
                  SqlTypeName.DECIMAL, argument.getPrecision() + 10, argument.getScale() + 10);
          default -> types.createSqlType(SqlTypeName.DOUBLE);
        };
    return types.createTypeWithNullability(mean, argument.isNullable());
  }
}
