package org.dpjdbc.sql.dialect.spark;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * Spark's precisions and the types of its aggregates (Spark SQL reference, "ANSI Compliance" and
 * "Built-in Functions"), as long as no digit of a decimal is lost. The sum of BIGINTs is a
 * DECIMAL(38, 0), because Spark's own sum is a BIGINT that can overflow; decimals are divided as
 * doubles.
 */
final class SparkTypeSystem extends BackendTypes {
  /** Microseconds. */
  static final int SECOND_DIGITS = 6;

  /** By how many digits, and decimals, a mean is longer than what it is of. */
  private static final int MEAN_DIGITS = 4;

  /** The digits of a DECIMAL of which nothing is said. */
  private static final int BARE_DIGITS = 10;

  SparkTypeSystem() {
    super(SqlTypeName.INTEGER, SqlTypeName.INTEGER, SECOND_DIGITS);
  }

  @Override
  public boolean multipliesIntervals() {
    return true;
  }

  @Override
  public int maxDigits() {
    return MAX_DIGITS;
  }

  @Override
  public boolean dividesInDoubles() {
    return true;
  }

  @Override
  public boolean mapsCaseInSquareTime() {
    return true;
  }

  @Override
  public boolean hasInfiniteTimestamps() {
    return true;
  }

  @Override
  public boolean truncatesToTimestamps() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return argument.getSqlTypeName() == SqlTypeName.BIGINT
        ? types.createTypeWithNullability(decimal(types, MAX_DIGITS, 0), argument.isNullable())
        : super.deriveSumType(types, argument);
  }

  @Override
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return decimal(types, BARE_DIGITS, 0);
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return argument.getSqlTypeName() == SqlTypeName.DECIMAL
        ? decimal(types, argument.getPrecision() + MEAN_DIGITS, argument.getScale() + MEAN_DIGITS)
        : types.createSqlType(SqlTypeName.DOUBLE);
  }

  /** Whatever exact numbers are divided, integers too, the quotient is a DOUBLE. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    return SqlTypeUtil.isExactNumeric(dividend) && SqlTypeUtil.isExactNumeric(divisor)
        ? types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.DOUBLE), dividend.isNullable() || divisor.isNullable())
        : null;
  }
}
