package org.dpjdbc.sql.dialect.mysql;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * The precisions of MySQL and MariaDB and the types of their aggregates (MySQL manual, 12.19.1 and
 * 14.6.1). Integers are divided as decimals; computations have up to 65 digits, of which 38 have a
 * type here.
 */
final class MySqlTypeSystem extends BackendTypes {
  /** Microseconds. */
  static final int SECOND_DIGITS = 6;

  /** Decimals by which a quotient has more than its dividend: {@code div_precision_increment}. */
  static final int QUOTIENT_DECIMALS = 4;

  /** Digits of the largest BIGINT UNSIGNED. */
  static final int UNSIGNED_DIGITS = 20;

  /** By how many digits a sum is longer than what is added up. */
  private static final int SUM_DIGITS = 22;

  /** The digits of a DECIMAL of which nothing is said. */
  private static final int BARE_DIGITS = 10;

  MySqlTypeSystem() {
    super(SqlTypeName.INTEGER, SqlTypeName.INTEGER, SECOND_DIGITS);
  }

  @Override
  public boolean multipliesIntervals() {
    return true;
  }

  @Override
  public boolean replacesInSquareTime() {
    return true;
  }

  /** CAST(2.5E0 AS SIGNED) is 2. */
  @Override
  public RoundingMode floatingRounding() {
    return RoundingMode.HALF_EVEN;
  }

  /** The sum of integers is a DECIMAL, whatever their type. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return SqlTypeUtil.isIntType(argument)
        ? types.createTypeWithNullability(
            decimal(types, argument.getPrecision() + SUM_DIGITS, 0), argument.isNullable())
        : super.deriveSumType(types, argument);
  }

  @Override
  protected int sumDigits(int digits) {
    return digits + SUM_DIGITS;
  }

  @Override
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return decimal(types, BARE_DIGITS, 0);
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return SqlTypeUtil.isExactNumeric(argument)
        ? decimal(
            types,
            argument.getPrecision() + QUOTIENT_DECIMALS,
            Math.max(0, argument.getScale()) + QUOTIENT_DECIMALS)
        : types.createSqlType(SqlTypeName.DOUBLE);
  }

  /** Of so many decimals as the dividend has, and four more: of integers too. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    if (!SqlTypeUtil.isExactNumeric(dividend) || !SqlTypeUtil.isExactNumeric(divisor)) {
      return null;
    }
    int scale = Math.max(0, dividend.getScale()) + QUOTIENT_DECIMALS;
    int integral = dividend.getPrecision() - Math.max(0, dividend.getScale());
    return types.createTypeWithNullability(
        decimal(types, integral + Math.max(0, divisor.getScale()) + scale, scale),
        dividend.isNullable() || divisor.isNullable());
  }

  /** Longer ones are not offered. */
  @Override
  public int longestString() {
    return MySqlForms.LONGEST_STRING;
  }

  @Override
  public boolean dividesIntegersAsDecimals() {
    return true;
  }

  @Override
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return dividendScale + QUOTIENT_DECIMALS;
  }
}
