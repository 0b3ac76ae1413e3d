package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/** Types between which a comparison can never fail for one row. */
enum ComparisonFamily {
  EXACT,
  APPROXIMATE,
  BOOLEAN,
  TEXT,
  DATE,
  TIMESTAMP,
  TIME,
  UUID,
  OTHER;

  private static final int MAX_SCALE = 38;

  static ComparisonFamily of(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> EXACT;
      case REAL, FLOAT, DOUBLE -> APPROXIMATE;
      case BOOLEAN -> BOOLEAN;
      case CHAR, VARCHAR -> TEXT;
      case DATE -> DATE;
      case TIMESTAMP -> TIMESTAMP;
      case TIME -> TIME;
      case UUID -> UUID;
      default -> OTHER;
    };
  }

  boolean isNumeric() {
    return this == EXACT || this == APPROXIMATE;
  }

  boolean isDay() {
    return this == DATE || this == TIMESTAMP;
  }

  static boolean isInteger(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      default -> false;
    };
  }

  /** What any value of the type is inside of, whatever the data; empty if NaN or infinities are. */
  static Optional<Interval> typeRange(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> Optional.of(Interval.of(0, 1));
      case TINYINT -> Optional.of(Interval.of(Byte.MIN_VALUE, Byte.MAX_VALUE));
      case SMALLINT -> Optional.of(Interval.of(Short.MIN_VALUE, Short.MAX_VALUE));
      case INTEGER -> Optional.of(Interval.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BIGINT -> Optional.of(Interval.of(Long.MIN_VALUE, Long.MAX_VALUE));
      case DECIMAL -> Optional.of(decimalRange(type.getPrecision(), type.getScale()));
      default -> Optional.empty();
    };
  }

  /** The values of DECIMAL(precision, scale). */
  static Interval decimalRange(int precision, int scale) {
    BigDecimal unit = BigDecimal.ONE.scaleByPowerOfTen(-scale);
    return Interval.within(BigDecimal.ONE.scaleByPowerOfTen(precision - scale).subtract(unit));
  }

  /** Decimals of an exact type. */
  static int scale(RelDataType type) {
    return isInteger(type) ? 0 : Math.max(0, Math.min(MAX_SCALE, type.getScale()));
  }
}
