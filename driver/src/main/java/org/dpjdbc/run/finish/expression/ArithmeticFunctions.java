package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * The arithmetic operators, carried out in the type that the query gives the result: exact for
 * integers and decimals, with a refusal instead of a silent overflow, IEEE 754 for floating types.
 * Integer division truncates; a zero divisor is refused in every type.
 */
public final class ArithmeticFunctions {
  /** Digits of a quotient whose type leaves its scale open. */
  private static final int OPEN_QUOTIENT_DIGITS = 38;

  private ArithmeticFunctions() {}

  /** A function of two values that are not NULL. */
  public interface Binary {
    Object apply(Object left, Object right);
  }

  /** A function of one value that is not NULL. */
  public interface Unary {
    Object apply(Object operand);
  }

  /** The operator with a result of that type, if it is an arithmetic one. */
  public static Optional<Binary> binary(SqlKind kind, NumericType type) {
    return switch (kind) {
      case PLUS, CHECKED_PLUS -> Optional.of((a, b) -> plus(a, b, type));
      case MINUS, CHECKED_MINUS -> Optional.of((a, b) -> minus(a, b, type));
      case TIMES, CHECKED_TIMES -> Optional.of((a, b) -> times(a, b, type));
      case DIVIDE, CHECKED_DIVIDE -> Optional.of((a, b) -> divide(a, b, type));
      case MOD -> Optional.of((a, b) -> mod(a, b, type));
      default -> Optional.empty();
    };
  }

  private static boolean inDoubles(Object a, Object b, NumericType type) {
    return type.kind().isApproximate() || Numbers.isApproximate(a) || Numbers.isApproximate(b);
  }

  private static boolean inLongs(Object a, Object b) {
    return Numbers.isInteger(a) && Numbers.isInteger(b);
  }

  private static Object plus(Object a, Object b, NumericType type) {
    if (inDoubles(a, b, type)) {
      return type.fit(Numbers.toDouble(a) + Numbers.toDouble(b));
    }
    if (inLongs(a, b)) {
      long x = Numbers.toLong(a);
      long y = Numbers.toLong(b);
      long sum = x + y;
      boolean overflow = ((x ^ sum) & (y ^ sum)) < 0;
      if (!overflow) {
        return type.fit(sum);
      }
    }
    return type.fit(Numbers.toDecimal(a).add(Numbers.toDecimal(b)));
  }

  private static Object minus(Object a, Object b, NumericType type) {
    if (inDoubles(a, b, type)) {
      return type.fit(Numbers.toDouble(a) - Numbers.toDouble(b));
    }
    if (inLongs(a, b)) {
      long x = Numbers.toLong(a);
      long y = Numbers.toLong(b);
      long difference = x - y;
      boolean overflow = ((x ^ y) & (x ^ difference)) < 0;
      if (!overflow) {
        return type.fit(difference);
      }
    }
    return type.fit(Numbers.toDecimal(a).subtract(Numbers.toDecimal(b)));
  }

  private static Object times(Object a, Object b, NumericType type) {
    if (inDoubles(a, b, type)) {
      return type.fit(Numbers.toDouble(a) * Numbers.toDouble(b));
    }
    return type.fit(Numbers.toDecimal(a).multiply(Numbers.toDecimal(b)));
  }

  private static Object divide(Object a, Object b, NumericType type) {
    requireDivisor(b);
    if (inDoubles(a, b, type)) {
      return type.fit(Numbers.toDouble(a) / Numbers.toDouble(b));
    }
    BigDecimal x = Numbers.toDecimal(a);
    BigDecimal y = Numbers.toDecimal(b);
    if (type.kind().isInteger()) {
      return type.fit(x.divide(y, 0, RoundingMode.DOWN));
    }
    return type.scale().isPresent()
        ? type.fit(x.divide(y, type.scale().get(), type.rounding()))
        : type.fit(x.divide(y, new MathContext(OPEN_QUOTIENT_DIGITS, type.rounding())));
  }

  private static Object mod(Object a, Object b, NumericType type) {
    requireDivisor(b);
    if (inDoubles(a, b, type)) {
      return type.fit(Numbers.toDouble(a) % Numbers.toDouble(b));
    }
    if (inLongs(a, b)) {
      return type.fit(Numbers.toLong(a) % Numbers.toLong(b));
    }
    return type.fit(Numbers.toDecimal(a).remainder(Numbers.toDecimal(b)));
  }

  private static void requireDivisor(Object divisor) {
    boolean zero =
        divisor instanceof BigDecimal decimal
            ? decimal.signum() == 0
            : Numbers.toDouble(divisor) == 0;
    if (zero) {
      throw RunMessages.divisionByZero();
    }
  }

  /** The number with its sign changed. */
  static Object negate(Object number, NumericType type) {
    return Numbers.isApproximate(number)
        ? type.fit(-Numbers.toDouble(number))
        : type.fit(Numbers.toDecimal(number).negate());
  }
}
