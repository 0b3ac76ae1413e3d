package org.dpjdbc.sql.dialect.duckdb;

import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB's precisions and the types of its aggregates. The sum of integers is a HUGEINT, which no
 * Calcite type matches: here the sum of BIGINTs is a DECIMAL(38, 0), and the sum of others a
 * BIGINT.
 */
final class DuckDbTypeSystem extends BackendTypes {
  /** Microseconds. */
  static final int SECOND_DIGITS = 6;

  /** A product of two DECIMALs of no more digits has no more either. */
  private static final int SHORT_DIGITS = 18;

  /** Decimals of a DECIMAL of which nothing is said. */
  private static final int BARE_SCALE = 3;

  /** Digits of the largest UBIGINT. */
  static final int UBIGINT_DIGITS = 20;

  DuckDbTypeSystem() {
    super(SqlTypeName.BIGINT, SqlTypeName.BIGINT, SECOND_DIGITS);
  }

  @Override
  public boolean multipliesIntervals() {
    return true;
  }

  /** CAST(2.5E0 AS INTEGER) is 2. */
  @Override
  public RoundingMode floatingRounding() {
    return RoundingMode.HALF_EVEN;
  }

  @Override
  public int productDigits() {
    return SHORT_DIGITS;
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
  public boolean hasInfiniteTimestamps() {
    return true;
  }

  @Override
  public Optional<SqlTypeName> daysBetween() {
    return Optional.of(SqlTypeName.BIGINT);
  }

  /** Sunday is 0. */
  @Override
  public int dayOfWeek(int iso) {
    return iso % DAYS_OF_WEEK;
  }

  @Override
  public boolean truncatesToTimestamps() {
    return true;
  }

  @Override
  protected int sumDigits(int digits) {
    return MAX_DIGITS;
  }

  /** DECIMAL(18, 3), whatever is cast. */
  @Override
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return decimal(types, SHORT_DIGITS, BARE_SCALE);
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return types.createSqlType(SqlTypeName.DOUBLE);
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
