package org.dpjdbc.sql.dialect.postgres;

import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * PostgreSQL's precisions and the types of its aggregates (manual, 9.21). A {@code numeric} without
 * declared digits, such as a sum or mean, is a DECIMAL with enough digits here.
 */
final class PostgresTypeSystem extends BackendTypes {
  /** Microseconds. */
  static final int SECOND_DIGITS = 6;

  private static final int MEAN_DECIMALS = 16;

  private static final int FLOATING_DECIMALS = 15;

  PostgresTypeSystem() {
    super(SqlTypeName.DECIMAL, SqlTypeName.INTEGER, SECOND_DIGITS);
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

  /** ROUND(2.5E0) is 2. */
  @Override
  public RoundingMode roundingOfRound() {
    return RoundingMode.HALF_EVEN;
  }

  /** As many as are significant, some hundreds. */
  @Override
  public boolean keepsDecimals() {
    return true;
  }

  @Override
  public boolean failsNearZero() {
    return true;
  }

  /** {@code infinity} and {@code -infinity}; dates have a larger range of years than timestamps. */
  @Override
  public boolean hasInfiniteTimestamps() {
    return true;
  }

  /** It keeps them in pieces elsewhere (TOAST). */
  @Override
  public boolean rereadsLongStrings() {
    return true;
  }

  @Override
  public boolean trimsSets() {
    return true;
  }

  @Override
  public boolean readsTimestampsWithZones() {
    return true;
  }

  @Override
  public boolean roundsTimestampsFrom2000() {
    return true;
  }

  @Override
  public Optional<SqlTypeName> daysBetween() {
    return Optional.of(SqlTypeName.INTEGER);
  }

  /** Sunday is 0. */
  @Override
  public int dayOfWeek(int iso) {
    return iso % DAYS_OF_WEEK;
  }

  /** Of one with a time zone; here it is in UTC. */
  @Override
  public boolean truncatesToTimestamps() {
    return true;
  }

  /** Of single precision, a sum is too. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return argument.getSqlTypeName() == SqlTypeName.REAL
        ? argument
        : super.deriveSumType(types, argument);
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory types, RelDataType first, RelDataType second) {
    boolean nullable = first.isNullable() || second.isNullable();
    // Calcite asks for a variance as the covariance of a value with itself.
    return types.createTypeWithNullability(
        first.equals(second) ? mean(types, first) : types.createSqlType(SqlTypeName.DOUBLE),
        nullable);
  }

  /** A {@code numeric} of which nothing is said keeps all digits of a number. */
  @Override
  public RelDataType bareDecimal(RelDataTypeFactory types, RelDataType from) {
    return switch (from.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          decimal(types, from.getPrecision(), Math.max(0, from.getScale()));
      // a double has 15 digits there
      default -> decimal(types, MAX_DIGITS, FLOATING_DECIMALS);
    };
  }

  /** Of a variance too. */
  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
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
