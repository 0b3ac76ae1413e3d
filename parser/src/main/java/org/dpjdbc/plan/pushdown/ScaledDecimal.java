package org.dpjdbc.plan.pushdown;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * An integer that is computed from decimals, as one computed in decimals, times a constant. What is
 * clamped in the one is clamped in the other.
 *
 * @param value decimal; NULL just where the integer is
 * @param factor what times the value is the integer, exactly
 */
record ScaledDecimal(RexNode value, BigDecimal factor) {
  /** Decimal digits that every step may have: those of eight bytes. */
  private static final int MAX_DIGITS = 18;

  /** And those of a value, in the decimals that it has, times the factor: 38 less 14 of rows. */
  private static final int MAX_DIGITS_MULTIPLIED = 24;

  /**
   * The form of an integer.
   *
   * @param stored whether an expression is the value of a column just as it is stored, with no more
   *     decimals than its type says
   * @return empty unless columns of decimals are clamped and multiplied by a power of ten in it,
   *     and it consists of sums and products of such columns, clamped integers and constants, none
   *     of which can have more than 18 digits
   */
  static Optional<ScaledDecimal> of(RexBuilder rex, Predicate<RexNode> stored, RexNode integer) {
    BigDecimal factor = BigDecimal.ONE;
    if (integer instanceof RexCall call && call.getOperator().equals(DpOperators.TRY)) {
      return of(rex, stored, operand(integer, 0))
          .map(
              tried ->
                  new ScaledDecimal(
                      rex.makeCall(
                          tried.value().getType(), DpOperators.TRY, List.of(tried.value())),
                      tried.factor()));
    }
    RexNode node = withoutCasts(integer);
    while (node.getKind() == SqlKind.TIMES && whole(operand(node, 1)).isPresent()) {
      factor = factor.multiply(whole(operand(node, 1)).orElseThrow());
      node = withoutCasts(operand(node, 0));
    }
    BigDecimal times = factor;
    return new Reader(rex, stored)
        .decimal(node)
        .filter(decimal -> decimal.power() > 0 && decimal.hasRoom(times))
        .map(
            decimal ->
                new ScaledDecimal(
                    decimal.value(), plain(times.scaleByPowerOfTen(decimal.power()))));
  }

  /**
   * Whether the sum of 10^14 decimals has room in 38 digits when it is multiplied.
   *
   * @param integer what one of them does not exceed, multiplied
   * @param scale decimals that it has in the database before and after
   */
  static boolean hasRoom(BigDecimal integer, int scale) {
    return integer.scaleByPowerOfTen(scale).compareTo(BigDecimal.TEN.pow(MAX_DIGITS_MULTIPLIED))
        < 0;
  }

  private static RexNode operand(RexNode call, int place) {
    return ((RexCall) call).getOperands().get(place);
  }

  private static RexNode withoutCasts(RexNode node) {
    return node.getKind() == SqlKind.CAST
            && SqlTypeUtil.isIntType(node.getType())
            && SqlTypeUtil.isIntType(operand(node, 0).getType())
            && node.getType().getPrecision() >= operand(node, 0).getType().getPrecision()
        ? withoutCasts(operand(node, 0))
        : node;
  }

  private static Optional<BigDecimal> number(RexNode node) {
    return withoutCasts(node) instanceof RexLiteral literal
            && !literal.isNull()
            && SqlTypeUtil.isExactNumeric(literal.getType())
        ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
        : Optional.empty();
  }

  /** Without an exponent, which a literal may not have, and without zeros at the end. */
  static BigDecimal plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static Optional<BigDecimal> whole(RexNode node) {
    return number(node).filter(value -> value.stripTrailingZeros().scale() <= 0);
  }

  /**
   * A decimal that, times 10^power, is the integer.
   *
   * @param magnitude that it does not exceed
   * @param scale decimals that it has in the database
   */
  private record Decimal(RexNode value, int power, BigDecimal magnitude, int scale) {
    boolean isShort() {
      return magnitude.scaleByPowerOfTen(scale).compareTo(BigDecimal.TEN.pow(MAX_DIGITS)) < 0;
    }

    /** Whether the product of the sum and the factor has room in 38 digits, decimals included. */
    boolean hasRoom(BigDecimal times) {
      BigDecimal integer =
          magnitude
              .max(BigDecimal.ONE.movePointLeft(scale))
              .multiply(times)
              .scaleByPowerOfTen(power);
      return ScaledDecimal.hasRoom(integer, scale);
    }
  }

  private record Reader(RexBuilder rex, Predicate<RexNode> stored) {
    Optional<Decimal> decimal(RexNode node) {
      RexNode integer = withoutCasts(node);
      Optional<Decimal> read =
          switch (integer.getKind()) {
            case CASE ->
                clamped(((RexCall) integer).getOperands()).or(() -> choice((RexCall) integer));
            case PLUS, MINUS -> sum((RexCall) integer);
            case TIMES -> product((RexCall) integer);
            default -> Optional.empty();
          };
      return read.filter(Decimal::isShort);
    }

    /**
     * A column that is clamped as {@link org.dpjdbc.plan.bounds} does it. NULL, which is what the
     * last branch there is for, passes through both comparisons here.
     */
    private Optional<Decimal> clamped(List<RexNode> parts) {
      if (parts.size() != 7
          || parts.get(0).getKind() != SqlKind.BETWEEN
          || parts.get(2).getKind() != SqlKind.LESS_THAN
          || parts.get(4).getKind() != SqlKind.GREATER_THAN
          || !RexLiteral.isNullLiteral(parts.get(6))) {
        return Optional.empty();
      }
      RexNode x = operand(parts.get(0), 0);
      RexNode from = operand(parts.get(0), 1);
      RexNode to = operand(parts.get(0), 2);
      OptionalInt power = stored.test(x) ? power(parts.get(1), x) : OptionalInt.empty();
      boolean same =
          ((RexCall) parts.get(2)).getOperands().equals(List.of(x, from))
              && ((RexCall) parts.get(4)).getOperands().equals(List.of(x, to));
      return same && power.isPresent()
          ? whole(parts.get(3))
              .flatMap(
                  minimum ->
                      whole(parts.get(5))
                          .filter(maximum -> isWithin(from, to, minimum, maximum, power.getAsInt()))
                          .map(maximum -> clamped(parts, x, minimum, maximum, power.getAsInt())))
          : Optional.empty();
    }

    /** Whether what is in the range is so after it is multiplied. */
    private static boolean isWithin(
        RexNode from, RexNode to, BigDecimal minimum, BigDecimal maximum, int power) {
      return number(from)
              .filter(v -> v.compareTo(minimum.scaleByPowerOfTen(-power)) == 0)
              .isPresent()
          && number(to)
              .filter(v -> v.compareTo(maximum.scaleByPowerOfTen(-power)) == 0)
              .isPresent();
    }

    private Decimal clamped(
        List<RexNode> parts, RexNode x, BigDecimal minimum, BigDecimal maximum, int power) {
      Decimal lower = constant(minimum, power);
      Decimal upper = constant(maximum, power);
      int scale = Math.max(x.getType().getScale(), Math.max(lower.scale(), upper.scale()));
      RexNode value =
          rex.makeCall(
              power == 0 ? x.getType() : type(scale),
              SqlStdOperatorTable.CASE,
              List.of(parts.get(2), lower.value(), parts.get(4), upper.value(), x));
      return new Decimal(value, power, lower.magnitude().max(upper.magnitude()), scale);
    }

    private RelDataType type(int scale) {
      RelDataTypeFactory types = rex.getTypeFactory();
      return types.createTypeWithNullability(
          types.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, scale), true);
    }

    private Decimal constant(BigDecimal integer, int power) {
      BigDecimal value = plain(integer.scaleByPowerOfTen(-power));
      return new Decimal(rex.makeExactLiteral(value), power, value.abs(), value.scale());
    }

    /** The power of ten by which a column becomes an integer, with no fraction to round. */
    private static OptionalInt power(RexNode steps, RexNode x) {
      if (SqlTypeUtil.isIntType(x.getType())) {
        return x.getType().getSqlTypeName() != SqlTypeName.BIGINT && withoutCasts(steps).equals(x)
            ? OptionalInt.of(0)
            : OptionalInt.empty();
      }
      if (x.getType().getSqlTypeName() != SqlTypeName.DECIMAL
          || x.getType().getPrecision() > MAX_DIGITS
          || steps.getKind() != SqlKind.CAST
          || operand(steps, 0).getKind() != SqlKind.TIMES) {
        return OptionalInt.empty();
      }
      RexNode factor = operand(operand(steps, 0), 0);
      boolean same =
          factor.equals(x)
              || (factor.getKind() == SqlKind.CAST
                  && operand(factor, 0).equals(x)
                  && factor.getType().getSqlTypeName() == SqlTypeName.DECIMAL
                  && factor.getType().getScale() >= x.getType().getScale());
      return number(operand(operand(steps, 0), 1))
          .map(BigDecimal::stripTrailingZeros)
          .filter(times -> same && times.precision() == 1 && times.signum() > 0)
          .filter(times -> times.unscaledValue().intValue() == 1)
          .filter(times -> -times.scale() >= x.getType().getScale())
          .map(times -> OptionalInt.of(-times.scale()))
          .orElse(OptionalInt.empty());
    }

    private Optional<Decimal> choice(RexCall call) {
      List<RexNode> parts = new ArrayList<>(call.getOperands());
      List<Integer> values = new ArrayList<>();
      for (int i = 1; i < parts.size(); i += 2) {
        values.add(i);
      }
      values.add(parts.size() - 1);
      values.removeIf(place -> RexLiteral.isNullLiteral(parts.get(place)));
      OptionalInt power = power(values.stream().map(parts::get).toList());
      if (power.isEmpty()) {
        return Optional.empty();
      }
      BigDecimal magnitude = BigDecimal.ZERO;
      int scale = 0;
      for (int place : values) {
        Optional<Decimal> value = decimal(parts.get(place), power.getAsInt());
        if (value.isEmpty()) {
          return Optional.empty();
        }
        parts.set(place, value.get().value());
        magnitude = magnitude.max(value.get().magnitude());
        scale = Math.max(scale, value.get().scale());
      }
      RelDataType type = type(scale);
      parts.replaceAll(part -> RexLiteral.isNullLiteral(part) ? rex.makeNullLiteral(type) : part);
      return Optional.of(
          new Decimal(
              rex.makeCall(type, SqlStdOperatorTable.CASE, parts),
              power.getAsInt(),
              magnitude,
              scale));
    }

    /** That of the first that has one. */
    private OptionalInt power(List<RexNode> values) {
      return values.stream()
          .flatMap(value -> decimal(value).stream())
          .mapToInt(Decimal::power)
          .findFirst();
    }

    /** With a given power, which a constant can have. */
    private Optional<Decimal> decimal(RexNode node, int power) {
      return whole(node)
          .map(number -> constant(number, power))
          .or(() -> decimal(node).filter(decimal -> decimal.power() == power));
    }

    private Optional<Decimal> sum(RexCall call) {
      OptionalInt power = power(call.getOperands());
      if (call.getOperands().size() != 2 || power.isEmpty() || power.getAsInt() == 0) {
        return Optional.empty();
      }
      return decimal(operand(call, 0), power.getAsInt())
          .flatMap(
              left ->
                  decimal(operand(call, 1), power.getAsInt())
                      .map(
                          right ->
                              of(
                                  call,
                                  List.of(left, right),
                                  power.getAsInt(),
                                  left.magnitude().add(right.magnitude()),
                                  Math.max(left.scale(), right.scale()))));
    }

    private Optional<Decimal> product(RexCall call) {
      return factor(operand(call, 0))
          .flatMap(
              left ->
                  factor(operand(call, 1))
                      // Integers times integers would be computed in fewer digits than they need.
                      .filter(right -> left.power() + right.power() > 0)
                      .map(
                          right ->
                              of(
                                  call,
                                  List.of(left, right),
                                  left.power() + right.power(),
                                  left.magnitude().multiply(right.magnitude()),
                                  left.scale() + right.scale())));
    }

    /** The same operator between decimals. */
    private Decimal of(
        RexCall call, List<Decimal> operands, int power, BigDecimal magnitude, int scale) {
      List<RexNode> values = operands.stream().map(Decimal::value).toList();
      return new Decimal(
          rex.makeCall(type(scale), call.getOperator(), values), power, magnitude, scale);
    }

    private Optional<Decimal> factor(RexNode node) {
      return whole(node).map(number -> constant(number, 0)).or(() -> decimal(node));
    }
  }
}
