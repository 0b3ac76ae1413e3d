package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Group keys as the database groups by them: two values that the driver reads as one must be one
 * group there as well, or a person in both would count twice.
 */
final class KeyColumns {
  private KeyColumns() {}

  /**
   * A key in the type that it is read in.
   *
   * @param group a column of {@code rel}; its type there may be wider, where a total form needs it
   */
  static RexNode of(RexBuilder rex, RelNode rel, GroupKey group) {
    RexNode key = rex.makeInputRef(rel, group.column());
    RelDataType read = group.type();
    RelDataType wide = key.getType();
    if (fits(wide, read)) {
      return key;
    }
    return switch (read.getSqlTypeName()) {
      case TINYINT -> clamp(rex, key, limit(Byte.MAX_VALUE), 1);
      case SMALLINT -> clamp(rex, key, limit(Short.MAX_VALUE), 1);
      case INTEGER -> clamp(rex, key, limit(Integer.MAX_VALUE), 1);
      case BIGINT -> clamp(rex, key, limit(Long.MAX_VALUE), 1);
      // more digits than the type has would be rounded away when they are read
      case DECIMAL -> as(rex, same(wide, read) ? key : clamp(rex, key, most(read), 0), read);
      // a database may compute in more digits than the type has; -0.0 + 0 is 0.0
      case REAL, FLOAT, DOUBLE ->
          rex.makeCall(
              wide,
              SqlStdOperatorTable.PLUS,
              List.of(as(rex, key, read), rex.makeExactLiteral(BigDecimal.ZERO)));
      default -> key;
    };
  }

  private static RexNode as(RexBuilder rex, RexNode key, RelDataType read) {
    return rex.makeAbstractCast(
        rex.getTypeFactory().createTypeWithNullability(read, key.getType().isNullable()),
        key,
        false);
  }

  /** Whether each value of a type of integers is one of the type that it is read in. */
  private static boolean fits(RelDataType wide, RelDataType read) {
    return SqlTypeName.INT_TYPES.contains(wide.getSqlTypeName())
        && (SqlTypeName.INT_TYPES.contains(read.getSqlTypeName())
            || read.getSqlTypeName() == SqlTypeName.DECIMAL)
        && wide.getPrecision() <= read.getPrecision() - Math.max(0, read.getScale());
  }

  private static boolean same(RelDataType wide, RelDataType read) {
    return wide.getSqlTypeName() == read.getSqlTypeName()
        && wide.getPrecision() == read.getPrecision()
        && wide.getScale() == read.getScale();
  }

  private static BigDecimal limit(long most) {
    return BigDecimal.valueOf(most);
  }

  /** The greatest number of a decimal type. */
  private static BigDecimal most(RelDataType decimal) {
    return BigDecimal.TEN
        .pow(decimal.getPrecision())
        .subtract(BigDecimal.ONE)
        .movePointLeft(decimal.getScale());
  }

  /**
   * Clamps to [-most - below, most].
   *
   * @param below 1 for binary integers, which have one more number below zero
   */
  private static RexNode clamp(RexBuilder rex, RexNode key, BigDecimal most, int below) {
    RexNode least = rex.makeExactLiteral(most.negate().subtract(BigDecimal.valueOf(below)));
    RexNode greatest = rex.makeExactLiteral(most);
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, key, least),
        least,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, key, greatest),
        greatest,
        key);
  }
}
