package org.dpjdbc.sql.dialect.unverified;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * The types of a database that the build does not run: numbers of up to 38 digits, sums of integers
 * with 38 digits, and means of their own.
 */
class UnverifiedTypes extends BackendTypes {
  /** How a database divides exact numbers. */
  enum Division {
    /** Integers towards zero; decimals to at least so many decimals. */
    WHOLE,
    /** Integers as decimals. */
    DECIMAL
  }

  private final Division division;
  private final int quotientDecimals;
  private final boolean endless;

  /**
   * Creates the type system.
   *
   * @param secondDigits most digits after the second
   * @param quotientDecimals decimals of a quotient, at least; or those of the dividend, if it has
   *     more and integers are divided as decimals; none if a quotient has those of its dividend
   * @param endless whether there are dates of years before 1 or after 9999
   */
  UnverifiedTypes(int secondDigits, Division division, int quotientDecimals, boolean endless) {
    super(SqlTypeName.BIGINT, SqlTypeName.BIGINT, secondDigits);
    this.division = division;
    this.quotientDecimals = quotientDecimals;
    this.endless = endless;
  }

  @Override
  public int maxDigits() {
    return MAX_DIGITS;
  }

  @Override
  protected int sumDigits(int digits) {
    return MAX_DIGITS;
  }

  @Override
  public boolean hasEndlessMoments() {
    return endless;
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return types.createSqlType(SqlTypeName.DOUBLE);
  }

  @Override
  public boolean dividesIntegersAsDecimals() {
    return division == Division.DECIMAL;
  }

  @Override
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return division == Division.DECIMAL
        ? Math.max(dividendScale, quotientDecimals)
        : quotientDecimals;
  }

  /** Integers that are divided as decimals have as many decimals as can be relied on. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    if (division == Division.WHOLE && quotientDecimals > 0) {
      return super.deriveDecimalDivideType(types, dividend, divisor);
    }
    boolean integers = SqlTypeUtil.isIntType(dividend) && SqlTypeUtil.isIntType(divisor);
    if (!SqlTypeUtil.isExactNumeric(dividend)
        || !SqlTypeUtil.isExactNumeric(divisor)
        || (integers && division == Division.WHOLE)) {
      return null;
    }
    int scale = Math.max(Math.max(0, dividend.getScale()), quotientDecimals);
    return types.createTypeWithNullability(
        decimal(types, MAX_DIGITS, scale), dividend.isNullable() || divisor.isNullable());
  }
}
