package org.dpjdbc.sql.dialect.h2;

import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * H2's precisions and the types of its aggregates (H2 manual, "Aggregate Functions"); where H2 uses
 * DECFLOAT, which no Calcite type matches, DOUBLE is used instead.
 */
final class H2TypeSystem extends BackendTypes {
  private static final int NANOSECONDS = 9;

  H2TypeSystem() {
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

  @Override
  public boolean hasUnreadableYears() {
    return true;
  }

  /** As in the standard, a TIMESTAMP here, or TIME, is of whole seconds unless it says more. */
  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case TIME, TIMESTAMP -> 0;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  protected RelDataType mean(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case BIGINT -> decimal(types, BIGINT_DIGITS + EXTRA_DIGITS, EXTRA_DIGITS);
      case DECIMAL ->
          decimal(
              types, argument.getPrecision() + EXTRA_DIGITS, argument.getScale() + EXTRA_DIGITS);
      default -> types.createSqlType(SqlTypeName.DOUBLE);
    };
  }
}
