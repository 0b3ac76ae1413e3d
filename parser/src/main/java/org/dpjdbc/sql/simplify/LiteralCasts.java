package org.dpjdbc.sql.simplify;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.jspecify.annotations.Nullable;

/**
 * Folds casts of literals, which is what Calcite asks of an executor when it simplifies. Calcite's
 * own one generates code for each. A cast that is not known here, or that fails, stays as it is.
 */
public final class LiteralCasts implements RexExecutor {
  public static final LiteralCasts EXECUTOR = new LiteralCasts();

  /** Digits of a timestamp's second that a literal made of milliseconds holds. */
  private static final int MILLI_DIGITS = 3;

  /** Digits of a number that is folded, with the zeros that it is written out with. */
  private static final int MAX_DIGITS = 300;

  private LiteralCasts() {}

  @Override
  public void reduce(RexBuilder rex, List<RexNode> constants, List<RexNode> reduced) {
    RelDataTypeSystem system = rex.getTypeFactory().getTypeSystem();
    for (RexNode constant : constants) {
      reduced.add(
          value(constant, system)
              .map(value -> rex.makeLiteral(value, constant.getType(), /* allowCast= */ true))
              .orElse(constant));
    }
  }

  private static Optional<Object> value(RexNode node, RelDataTypeSystem system) {
    if (node.getKind() != SqlKind.CAST
        || ((RexCall) node).getOperands().size() != 1
        || !(((RexCall) node).getOperands().get(0) instanceof RexLiteral literal)
        || literal.isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
          SqlTypeUtil.isNumeric(node.getType())
              ? number(literal, node.getType(), system)
              : other(literal, node.getType()));
    } catch (IllegalArgumentException | ArithmeticException failed) {
      return Optional.empty();
    }
  }

  private static @Nullable Object number(
      RexLiteral literal, RelDataType type, RelDataTypeSystem system) {
    BigDecimal number = number(literal);
    if (number == null || isExtreme(number)) {
      return null;
    }
    return switch (type.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER ->
          // Calcite truncates what a database may round.
          SqlTypeUtil.isApproximateNumeric(literal.getType())
              ? null
              : whole(number, type, system.roundingMode());
      case BIGINT -> whole(number, type, system.roundingMode());
      case DECIMAL -> {
        BigDecimal scaled = number.setScale(type.getScale(), system.roundingMode());
        yield scaled.precision() <= type.getPrecision() ? scaled : null;
      }
      case FLOAT, DOUBLE -> number.doubleValue();
      default -> null;
    };
  }

  /** Whether it would take long to write the number out, as it would 1E+1000000. */
  private static boolean isExtreme(BigDecimal number) {
    return Math.abs((long) number.scale()) + number.precision() > MAX_DIGITS;
  }

  private static @Nullable Object whole(BigDecimal number, RelDataType type, RoundingMode mode) {
    long whole = number.setScale(0, mode).longValueExact();
    return fits(whole, type) ? (Object) whole : null;
  }

  private static boolean fits(long whole, RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> whole == (byte) whole;
      case SMALLINT -> whole == (short) whole;
      case INTEGER -> whole == (int) whole;
      default -> true;
    };
  }

  private static @Nullable BigDecimal number(RexLiteral literal) {
    RelDataType type = literal.getType();
    if (SqlTypeUtil.isNumeric(type)) {
      return literal.getValue() instanceof Double floating
          ? BigDecimal.valueOf(floating)
          : literal.getValueAs(BigDecimal.class);
    }
    SqlIntervalQualifier interval = type.getIntervalQualifier();
    if (interval == null || !interval.isSingleDatetimeField()) {
      return null;
    }
    BigDecimal length = literal.getValueAs(BigDecimal.class);
    return length == null ? null : length.divide(interval.getUnit().multiplier);
  }

  private static @Nullable Object other(RexLiteral literal, RelDataType type) {
    return switch (literal.getType().getSqlTypeName()) {
      case CHAR, VARCHAR -> ofString(literal.getValueAs(String.class), type);
      case DATE -> {
        DateString date = literal.getValueAs(DateString.class);
        yield switch (type.getSqlTypeName()) {
          case TIMESTAMP -> date == null ? null : (Object) date.getMillisSinceEpoch();
          default -> null;
        };
      }
      default -> null;
    };
  }

  private static @Nullable Object ofString(@Nullable String text, RelDataType type) {
    if (text == null) {
      return null;
    }
    return switch (type.getSqlTypeName()) {
      case DATE -> DateTimeUtils.dateStringToUnixDate(text);
      case TIME -> holds(type, text) ? DateTimeUtils.timeStringToUnixDate(text) : null;
      case TIMESTAMP -> holds(type, text) ? DateTimeUtils.timestampStringToUnixDate(text) : null;
      case UUID -> UUID.fromString(text);
      default -> null;
    };
  }

  /** Whether a literal of that type that is made of milliseconds has all digits of the string. */
  private static boolean holds(RelDataType type, String text) {
    int point = text.indexOf('.');
    int digits = point < 0 ? 0 : text.strip().length() - point - 1;
    return digits <= Math.min(MILLI_DIGITS, type.getPrecision());
  }
}
