package org.dpjdbc.plan.model;

import com.google.common.base.Strings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The runtime form of a value, which belongs to its SQL type alone: TINYINT Byte, SMALLINT Short,
 * INTEGER Integer, BIGINT Long, DECIMAL BigDecimal of the type's scale, REAL Float, DOUBLE Double.
 */
public final class RuntimeValues {
  /** Digits that every long has room for. */
  private static final int LONG_DIGITS = 18;

  private RuntimeValues() {}

  /**
   * A number in the form of its type; out of the type's range it becomes the nearest value that is
   * in it, and digits beyond the type's scale are rounded half up.
   */
  public static Object number(BigDecimal value, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> value.setScale(type.getScale(), RoundingMode.HALF_UP);
      case REAL -> value.floatValue();
      case FLOAT, DOUBLE -> value.doubleValue();
      default -> throw new IllegalArgumentException("no number: " + type);
    };
  }

  private static long whole(BigDecimal value, long min, long max) {
    if (value.scale() == 0 && value.precision() <= LONG_DIGITS) {
      return Math.max(min, Math.min(max, value.longValue()));
    }
    BigDecimal rounded = value.setScale(0, RoundingMode.HALF_UP);
    return rounded.max(BigDecimal.valueOf(min)).min(BigDecimal.valueOf(max)).longValueExact();
  }

  /** A string in the form of its type: CHAR is padded to its length. */
  public static String text(String value, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR
        ? Strings.padEnd(value, type.getPrecision(), ' ')
        : value;
  }
}
