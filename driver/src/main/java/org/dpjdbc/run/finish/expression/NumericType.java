package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * A numeric SQL type: puts any number into its class, range and scale.
 *
 * @param kind class of its values
 * @param precision maximum digits of a DECIMAL
 * @param scale digits after the point of a DECIMAL; empty if the type leaves it open
 * @param rounding how digits that do not fit are rounded
 * @param floatingRounding how a floating-point number is rounded to an integer
 * @param roundingOfRound how {@code ROUND} rounds one
 * @param text the type as SQL writes it
 */
public record NumericType(
    Kind kind,
    int precision,
    Optional<Integer> scale,
    RoundingMode rounding,
    RoundingMode floatingRounding,
    RoundingMode roundingOfRound,
    String text) {

  /** Classes of numbers. */
  enum Kind {
    BYTE,
    SHORT,
    INTEGER,
    LONG,
    DECIMAL,
    FLOAT,
    DOUBLE;

    boolean isInteger() {
      return compareTo(LONG) <= 0;
    }

    boolean isApproximate() {
      return compareTo(FLOAT) >= 0;
    }
  }

  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /** The numeric type that a type is, if it is one. */
  public static Optional<NumericType> of(RelDataType type, RelDataTypeSystem system) {
    return kindOf(type.getSqlTypeName())
        .map(
            kind ->
                new NumericType(
                    kind,
                    type.getPrecision(),
                    type.getScale() == RelDataType.SCALE_NOT_SPECIFIED
                        ? Optional.empty()
                        : Optional.of(type.getScale()),
                    system.roundingMode(),
                    system instanceof BackendTypes database
                        ? database.floatingRounding()
                        : system.roundingMode(),
                    system instanceof BackendTypes database
                        ? database.roundingOfRound()
                        : RoundingMode.HALF_UP,
                    type.toString()));
  }

  private static Optional<Kind> kindOf(SqlTypeName name) {
    return switch (name) {
      case TINYINT -> Optional.of(Kind.BYTE);
      case SMALLINT -> Optional.of(Kind.SHORT);
      case INTEGER -> Optional.of(Kind.INTEGER);
      case BIGINT -> Optional.of(Kind.LONG);
      case DECIMAL -> Optional.of(Kind.DECIMAL);
      case REAL -> Optional.of(Kind.FLOAT);
      case FLOAT, DOUBLE -> Optional.of(Kind.DOUBLE);
      default ->
          // A number while it is computed with: months, or milliseconds.
          SqlTypeName.INTERVAL_TYPES.contains(name) ? Optional.of(Kind.LONG) : Optional.empty();
    };
  }

  /**
   * The number as a value of this type.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it does not fit
   */
  public Object fit(Object number) {
    return switch (kind) {
      case FLOAT -> (float) Numbers.toDouble(number);
      case DOUBLE -> Numbers.toDouble(number);
      case DECIMAL -> fitDecimal(exact(number));
      case BYTE, SHORT, INTEGER, LONG ->
          fitLong(
              Numbers.isInteger(number)
                  ? Numbers.toLong(number)
                  : round(
                      exact(number), Numbers.isApproximate(number) ? floatingRounding : rounding));
    };
  }

  /** The type with room for one more digit, which rounding may make: 9.99 becomes 10.00. */
  NumericType wider() {
    return precision == RelDataType.PRECISION_NOT_SPECIFIED
        ? this
        : new NumericType(
            kind, precision + 1, scale, rounding, floatingRounding, roundingOfRound, text);
  }

  private BigDecimal exact(Object number) {
    if (Numbers.isApproximate(number) && !Double.isFinite(Numbers.toDouble(number))) {
      throw RunMessages.outOfRange(text);
    }
    return Numbers.toDecimal(number);
  }

  private BigDecimal fitDecimal(BigDecimal number) {
    BigDecimal scaled = scale.map(s -> number.setScale(s, rounding)).orElse(number);
    if (precision != RelDataType.PRECISION_NOT_SPECIFIED && scaled.precision() > precision) {
      throw RunMessages.outOfRange(text);
    }
    return scaled;
  }

  private long round(BigDecimal number, RoundingMode mode) {
    // The magnitude is checked first, so that 1E+1000000 is not expanded.
    if (number.precision() - number.scale() > 20) {
      throw RunMessages.outOfRange(text);
    }
    BigInteger whole = number.setScale(0, mode).toBigInteger();
    if (whole.compareTo(LONG_MIN) < 0 || whole.compareTo(LONG_MAX) > 0) {
      throw RunMessages.outOfRange(text);
    }
    return whole.longValue();
  }

  private Object fitLong(long number) {
    return switch (kind) {
      case BYTE -> {
        requireRange(number == (byte) number);
        yield (byte) number;
      }
      case SHORT -> {
        requireRange(number == (short) number);
        yield (short) number;
      }
      case INTEGER -> {
        requireRange(number == (int) number);
        yield (int) number;
      }
      case LONG -> number;
      case DECIMAL, FLOAT, DOUBLE -> throw new IllegalStateException(text);
    };
  }

  private void requireRange(boolean fits) {
    if (!fits) {
      throw RunMessages.outOfRange(text);
    }
  }
}
