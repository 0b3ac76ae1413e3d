package org.dpjdbc.plan.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.dialect.common.BackendTypes;

/**
 * Converts numeric group keys to the type in which they are read. No form fails for any number: a
 * number out of range becomes the nearest one of the type, and NaN becomes NULL if the type has
 * none.
 */
final class KeyNumbers {
  /** What a double can be off by, relative to its size, once it is read as a decimal. */
  private static final BigDecimal MARGIN = new BigDecimal("1E-14");

  /** Integers of so many digits are doubles. */
  private static final int DOUBLE_DIGITS = 15;

  private static final BigDecimal MAX_SINGLE = new BigDecimal(Float.MAX_VALUE);

  /** Nearer to zero there is no number of single precision. */
  private static final BigDecimal MIN_SINGLE = new BigDecimal(Float.MIN_VALUE);

  private final RexBuilder rex;

  KeyNumbers(RexBuilder rex) {
    this.rex = rex;
  }

  /** As an integer type, rounded as the database casts. */
  RexNode whole(RexNode key, RelDataType read) {
    if (fits(key.getType(), read)) {
      return key;
    }
    BigDecimal max =
        BigDecimal.valueOf(
            switch (read.getSqlTypeName()) {
              case TINYINT -> Byte.MAX_VALUE;
              case SMALLINT -> Short.MAX_VALUE;
              case INTEGER -> Integer.MAX_VALUE;
              default -> Long.MAX_VALUE;
            });
    if (isFloating(key)) {
      return as(finite(key, max), read);
    }
    boolean hasFraction =
        key.getType().getSqlTypeName() == SqlTypeName.DECIMAL && key.getType().getScale() != 0;
    if (hasFraction && hasFewDigits()) {
      return ofFewDigits(key, read, max);
    }
    RexNode clamped = clamp(key, max, 1);
    return hasFraction ? as(clamped, read) : clamped;
  }

  /** Whether decimals of different scales may have no type that both have room in. */
  private boolean hasFewDigits() {
    return rex.getTypeFactory().getTypeSystem() instanceof BackendTypes types
        && types.maxDigits() < Integer.MAX_VALUE;
  }

  /**
   * A decimal is compared with the ends as a double, which any number has, and cast where it is
   * between them alone.
   */
  private RexNode ofFewDigits(RexNode key, RelDataType read, BigDecimal max) {
    BigDecimal end = end(max);
    // a database may read 38 digits behind a zero as a double
    BigDecimal last =
        max.precision() == max.scale() ? max.setScale(max.scale() - 1, RoundingMode.DOWN) : max;
    RexNode size = as(key, rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE));
    RelDataType type = rex.getTypeFactory().createTypeWithNullability(read, true);
    return rex.makeCall(
        type,
        SqlStdOperatorTable.CASE,
        List.of(
            compared(SqlStdOperatorTable.LESS_THAN, size, number(end.negate())),
            as(rex.makeExactLiteral(last.negate()), read),
            compared(SqlStdOperatorTable.GREATER_THAN, size, number(end)),
            as(rex.makeExactLiteral(last), read),
            as(key, read)));
  }

  /** What is no further from zero as a double is none beyond the type's last number. */
  private static BigDecimal end(BigDecimal max) {
    boolean exact = max.scale() == 0 && max.precision() <= DOUBLE_DIGITS;
    return exact ? max : max.subtract(max.multiply(MARGIN));
  }

  /**
   * More digits than the type has would be rounded away when they are read.
   *
   * @param stored whether it is a column as it is stored, whose values are of its type: those of an
   *     expression may be beyond the type that it has by its operands
   */
  RexNode decimal(RexNode key, RelDataType read, boolean stored) {
    if (fits(key.getType(), read)) {
      return key;
    }
    BigDecimal max =
        BigDecimal.TEN
            .pow(read.getPrecision())
            .subtract(BigDecimal.ONE)
            .movePointLeft(read.getScale());
    if (isFloating(key)) {
      return as(finite(key, max), read);
    }
    if (stored && same(key.getType(), read)) {
      return as(key, read);
    }
    return hasFewDigits() ? ofFewDigits(key, read, max) : as(clamp(key, max, 0), read);
  }

  /** As a number of single precision, in that precision already if the database has it. */
  RexNode single(RexNode key, RelDataType read) {
    boolean isWider = isFloating(key) && key.getType().getSqlTypeName() != SqlTypeName.REAL;
    return as(isWider ? representable(key) : key, read);
  }

  /** What no number of single precision is near to is a zero, or the last one; NaN is NULL. */
  private RexNode representable(RexNode x) {
    RexNode maximum = number(MAX_SINGLE);
    RexNode min = number(MAX_SINGLE.negate());
    return cases(
        compared(SqlStdOperatorTable.LESS_THAN, x, min),
        min,
        compared(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, x, number(MIN_SINGLE.negate())),
        x,
        compared(SqlStdOperatorTable.LESS_THAN, x, number(MIN_SINGLE)),
        number(BigDecimal.ZERO),
        compared(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, x, maximum),
        x,
        isNumber(x),
        maximum);
  }

  /** A floating-point number that the exact type has; NULL in the place of NaN. */
  private RexNode finite(RexNode x, BigDecimal max) {
    BigDecimal end = end(max);
    RexNode maximum = number(end);
    RexNode min = number(end.negate());
    return cases(
        compared(SqlStdOperatorTable.LESS_THAN, x, min),
        min,
        compared(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, x, maximum),
        x,
        isNumber(x),
        maximum);
  }

  private RexNode isNumber(RexNode x) {
    return rex.makeCall(
        SqlStdOperatorTable.NOT,
        rex.makeCall(
            rex.getTypeFactory()
                .createTypeWithNullability(
                    rex.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN), true),
            DpOperators.IS_NAN,
            List.of(x)));
  }

  private RexNode compared(SqlOperator comparison, RexNode x, RexNode constant) {
    return rex.makeCall(comparison, x, constant);
  }

  /** CASE of doubles; NULL if nothing holds. */
  private RexNode cases(RexNode... parts) {
    RelDataType type =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE), true);
    List<RexNode> operands = new ArrayList<>(List.of(parts));
    operands.add(rex.makeNullLiteral(type));
    return rex.makeCall(type, SqlStdOperatorTable.CASE, operands);
  }

  private RexNode number(BigDecimal value) {
    return rex.makeAbstractCast(
        rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE),
        rex.makeApproxLiteral(BigDecimal.valueOf(value.doubleValue())),
        false);
  }

  private static boolean isFloating(RexNode key) {
    return SqlTypeUtil.isApproximateNumeric(key.getType());
  }

  private RexNode as(RexNode key, RelDataType read) {
    return rex.makeAbstractCast(
        rex.getTypeFactory().createTypeWithNullability(read, key.getType().isNullable()),
        key,
        false);
  }

  /** Whether each value of a type of integers is one of the type that it is read in. */
  private static boolean fits(RelDataType wide, RelDataType read) {
    return SqlTypeName.INT_TYPES.contains(wide.getSqlTypeName())
        && wide.getPrecision() <= read.getPrecision() - Math.max(0, read.getScale());
  }

  private static boolean same(RelDataType wide, RelDataType read) {
    return wide.getSqlTypeName() == read.getSqlTypeName()
        && wide.getPrecision() == read.getPrecision()
        && wide.getScale() == read.getScale();
  }

  /**
   * Clamps to [-most - below, most].
   *
   * @param below 1 for binary integers, which have one more number below zero
   */
  private RexNode clamp(RexNode key, BigDecimal max, int below) {
    RexNode min = rex.makeExactLiteral(max.negate().subtract(BigDecimal.valueOf(below)));
    RexNode maximum = rex.makeExactLiteral(max);
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.LESS_THAN, key, min),
        min,
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN, key, maximum),
        maximum,
        key);
  }
}
