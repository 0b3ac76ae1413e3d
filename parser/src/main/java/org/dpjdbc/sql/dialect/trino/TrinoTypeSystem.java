package org.dpjdbc.sql.dialect.trino;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * Trino's precisions and the types of its aggregates. The sum of BIGINTs is a DECIMAL(38, 0),
 * because Trino's own sum is a BIGINT that can overflow.
 */
final class TrinoTypeSystem extends BackendTypes {
  /** Digits after the second of a type that says none. */
  static final int SECOND_DIGITS = 3;

  /** Of the most that Java has; Trino has up to twelve. */
  static final int MAX_SECOND_DIGITS = 9;

  TrinoTypeSystem() {
    super(SqlTypeName.BIGINT, SqlTypeName.BIGINT, MAX_SECOND_DIGITS);
  }

  @Override
  public boolean multipliesIntervals() {
    return true;
  }

  /** Monday is 1. */
  @Override
  public int dayOfWeek(int iso) {
    return iso;
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIMESTAMP -> SECOND_DIGITS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public int maxDigits() {
    return MAX_DIGITS;
  }

  /** Dates have a larger range of years than timestamps. */
  @Override
  public boolean hasInfiniteTimestamps() {
    return true;
  }

  /** As many as the operand has that has more. */
  @Override
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return Math.max(dividendScale, divisorScale);
  }

  /**
   * Before it divides, Trino moves the dividend's point by as many places as the quotient has more
   * decimals than the dividend, and the divisor's besides: by 38 it overflows, whatever the value.
   */
  @Override
  public boolean dividesDecimals(int dividendScale, int divisorScale) {
    int scale = quotientDecimals(dividendScale, divisorScale, 0);
    return scale - dividendScale + divisorScale < MAX_DIGITS;
  }

  @Override
  protected int sumDigits(int digits) {
    return MAX_DIGITS;
  }

  /** Of single precision, a sum is too. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return argument.getSqlTypeName() == SqlTypeName.REAL
        ? argument
        : super.deriveSumType(types, argument);
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case DECIMAL, REAL -> argument;
      default -> types.createSqlType(SqlTypeName.DOUBLE);
    };
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    if (!SqlTypeUtil.isExactNumeric(dividend)
        || !SqlTypeUtil.isExactNumeric(divisor)
        || (!SqlTypeUtil.isDecimal(dividend) && !SqlTypeUtil.isDecimal(divisor))) {
      return null;
    }
    RelDataType a = asDecimal(types, dividend);
    RelDataType b = asDecimal(types, divisor);
    int digits = a.getPrecision() + b.getScale() + Math.max(0, b.getScale() - a.getScale());
    return types.createTypeWithNullability(
        decimal(types, digits, Math.max(a.getScale(), b.getScale())),
        dividend.isNullable() || divisor.isNullable());
  }

  private static RelDataType asDecimal(RelDataTypeFactory types, RelDataType exact) {
    RelDataType decimal = types.decimalOf(exact);
    return decimal == null ? exact : decimal;
  }
}
