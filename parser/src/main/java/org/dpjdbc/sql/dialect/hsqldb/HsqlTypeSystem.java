package org.dpjdbc.sql.dialect.hsqldb;

import com.google.common.collect.Range;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * HSQLDB's precisions and the types of its results (HSQLDB guide, "SQL Language"). Decimals have as
 * many digits as they need. A mean, which has the type of its argument there, is a DOUBLE here.
 */
final class HsqlTypeSystem extends BackendTypes {
  static final int NANOSECONDS = 9;

  private static final int MICROSECONDS = 6;
  private static final int FIRST_YEAR = 1583;
  private static final int LAST_YEAR = 9999;

  HsqlTypeSystem() {
    super(SqlTypeName.INTEGER, SqlTypeName.BIGINT, NANOSECONDS);
  }

  @Override
  public boolean multipliesIntervals() {
    return true;
  }

  @Override
  public boolean mapsCaseInSquareTime() {
    return true;
  }

  @Override
  public Optional<SqlTypeName> daysBetween() {
    return Optional.of(SqlTypeName.INTERVAL_DAY);
  }

  /** Before lies the change of the calendar: a day of the Julian one cannot be read. */
  @Override
  public Optional<Range<Integer>> readableYears() {
    return Optional.of(Range.closed(FIRST_YEAR, LAST_YEAR));
  }

  /** CAST(2.5 AS INTEGER) is 2, of -2.5 it is -2. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.DOWN;
  }

  /** ROUND(2.5E0) is 2. */
  @Override
  public RoundingMode roundingOfRound() {
    return RoundingMode.HALF_EVEN;
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME -> 0;
      case TIMESTAMP -> MICROSECONDS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  /** As many as the operand has that has more: {@code sql.avg_scale} is 0. */
  @Override
  public int quotientDecimals(int dividendScale, int divisorScale, int divisorDigits) {
    return Math.max(dividendScale, divisorScale);
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType dividend, RelDataType divisor) {
    if (!SqlTypeUtil.isDecimal(dividend) || !SqlTypeUtil.isExactNumeric(divisor)) {
      return SqlTypeUtil.isExactNumeric(dividend) && SqlTypeUtil.isDecimal(divisor)
          ? types.createTypeWithNullability(dividend, dividend.isNullable() || divisor.isNullable())
          : null;
    }
    return types.createTypeWithNullability(
        decimal(
            types,
            dividend.getPrecision()
                + Math.max(0, divisor.getScale())
                + Math.max(0, divisor.getScale() - dividend.getScale()),
            Math.max(dividend.getScale(), divisor.getScale())),
        dividend.isNullable() || divisor.isNullable());
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return types.createSqlType(SqlTypeName.DOUBLE);
  }
}
