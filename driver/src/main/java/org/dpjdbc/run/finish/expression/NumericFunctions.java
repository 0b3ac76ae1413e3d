package org.dpjdbc.run.finish.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.run.finish.expression.StrictCall.Function;
import org.dpjdbc.sql.refusal.RunMessages;

/** Numeric functions, in the type that the query gives their result. */
final class NumericFunctions {
  private NumericFunctions() {}

  /** Prefix operators, FLOOR and CEIL. */
  static Optional<Function> unary(SqlKind kind, NumericType type) {
    return switch (kind) {
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX ->
          Optional.of(values -> ArithmeticFunctions.negate(values.get(0), type));
      case PLUS_PREFIX -> Optional.of(values -> type.fit(values.get(0)));
      case FLOOR -> Optional.of(values -> toInteger(values.get(0), RoundingMode.FLOOR, type));
      case CEIL -> Optional.of(values -> toInteger(values.get(0), RoundingMode.CEILING, type));
      default -> Optional.empty();
    };
  }

  /** Functions by their name. */
  static Optional<Function> named(String name, int operands, NumericType type) {
    if (operands == 0) {
      return name.equals("PI") ? Optional.of(values -> type.fit(Math.PI)) : Optional.empty();
    }
    if (operands == 1) {
      return switch (name) {
        case "ABS" -> Optional.of(values -> abs(values.get(0), type));
        case "SIGN" -> Optional.of(values -> type.fit(sign(values.get(0))));
        case "ROUND" -> Optional.of(values -> round(values.get(0), type));
        case "TRUNCATE", "TRUNC" ->
            Optional.of(values -> round(values.get(0), 0, RoundingMode.DOWN, type));
        case "SQRT" -> Optional.of(values -> real(name, values, Math::sqrt, type));
        case "CBRT" -> Optional.of(values -> real(name, values, Math::cbrt, type));
        case "EXP" -> Optional.of(values -> real(name, values, Math::exp, type));
        case "LN" -> Optional.of(values -> real(name, values, Math::log, type));
        case "SIN" -> Optional.of(values -> real(name, values, Math::sin, type));
        case "COS" -> Optional.of(values -> real(name, values, Math::cos, type));
        case "TAN" -> Optional.of(values -> real(name, values, Math::tan, type));
        case "COT" -> Optional.of(values -> real(name, values, x -> 1 / Math.tan(x), type));
        case "ASIN" -> Optional.of(values -> real(name, values, Math::asin, type));
        case "ACOS" -> Optional.of(values -> real(name, values, Math::acos, type));
        case "ATAN" -> Optional.of(values -> real(name, values, Math::atan, type));
        case "DEGREES" -> Optional.of(values -> real(name, values, Math::toDegrees, type));
        case "RADIANS" -> Optional.of(values -> real(name, values, Math::toRadians, type));
        case "LOG10" -> Optional.of(values -> real(name, values, Math::log10, type));
        case "LOG2" -> Optional.of(values -> real(name, values, NumericFunctions::log2, type));
        default -> Optional.empty();
      };
    }
    if (operands == 2) {
      return switch (name) {
        case "ROUND" -> Optional.of(values -> round(values, RoundingMode.HALF_UP, type));
        case "TRUNCATE", "TRUNC" -> Optional.of(values -> round(values, RoundingMode.DOWN, type));
        case "POWER", "POW" -> Optional.of(values -> power(values, type));
        case "WHOLE_QUOTIENT" -> Optional.of(values -> wholeQuotient(values, type));
        case "ATAN2" ->
            Optional.of(
                values ->
                    type.fit(
                        Math.atan2(
                            Numbers.toDouble(values.get(0)), Numbers.toDouble(values.get(1)))));
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  /** Exact of powers of two, as C's function is and a quotient of logarithms is not. */
  private static double log2(double x) {
    double quotient = Math.log(x) / Math.log(2);
    double whole = Math.rint(quotient);
    return Math.scalb(1.0, (int) whole) == x ? whole : quotient;
  }

  /** Of a divisor that is not zero. */
  private static Object wholeQuotient(List<Object> values, NumericType type) {
    return type.fit(
        Numbers.toDecimal(values.get(0)).divideToIntegralValue(Numbers.toDecimal(values.get(1))));
  }

  private static Object abs(Object number, NumericType type) {
    return Numbers.isApproximate(number)
        ? type.fit(Math.abs(Numbers.toDouble(number)))
        : type.fit(Numbers.toDecimal(number).abs());
  }

  private static Object sign(Object number) {
    return Numbers.isApproximate(number)
        ? (Object) Math.signum(Numbers.toDouble(number))
        : (Object) (long) Numbers.toDecimal(number).signum();
  }

  private static Object toInteger(Object number, RoundingMode mode, NumericType type) {
    if (Numbers.isApproximate(number)) {
      double value = Numbers.toDouble(number);
      return type.fit(mode == RoundingMode.FLOOR ? Math.floor(value) : Math.ceil(value));
    }
    return type.fit(Numbers.toDecimal(number).setScale(0, mode));
  }

  private static Object round(Object number, NumericType type) {
    RoundingMode mode =
        Numbers.isApproximate(number) ? type.roundingOfRound() : RoundingMode.HALF_UP;
    return round(number, 0, mode, type);
  }

  private static Object round(List<Object> values, RoundingMode mode, NumericType type) {
    // Beyond these no digit of any type is touched, or none is left.
    int digits = (int) Math.max(-400, Math.min(400, Numbers.toLong(values.get(1))));
    return round(values.get(0), digits, mode, type);
  }

  private static Object round(Object number, int digits, RoundingMode mode, NumericType type) {
    if (Numbers.isApproximate(number) && !Double.isFinite(Numbers.toDouble(number))) {
      return type.fit(number);
    }
    BigDecimal exact = Numbers.toDecimal(number);
    return type.wider().fit(exact.scale() <= digits ? exact : exact.setScale(digits, mode));
  }

  private static Object real(
      String name, List<Object> values, DoubleUnaryOperator function, NumericType type) {
    double operand = Numbers.toDouble(values.get(0));
    return type.fit(requireDefined(name, function.applyAsDouble(operand), operand, operand));
  }

  private static Object power(List<Object> values, NumericType type) {
    double base = Numbers.toDouble(values.get(0));
    double exponent = Numbers.toDouble(values.get(1));
    return type.fit(requireDefined("POWER", Math.pow(base, exponent), base, exponent));
  }

  /** A result that is no number, or has a pole, is an error, unless an operand already was. */
  private static double requireDefined(String name, double result, double a, double b) {
    boolean defined = Double.isFinite(a) && Double.isFinite(b);
    boolean pole = Double.isInfinite(result) && a == 0;
    if (defined && (Double.isNaN(result) || pole)) {
      throw RunMessages.badArgument(name);
    }
    return result;
  }
}
