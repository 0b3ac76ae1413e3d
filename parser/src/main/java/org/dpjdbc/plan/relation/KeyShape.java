package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * Which values an expression over the columns of a row can have, apart from its range. It decides
 * only which keys are listed; a value that is none of them is counted in no group.
 */
final class KeyShape {
  /** Parts of dates that every database counts alike, from a first to a last one. */
  private static final Set<String> PARTS =
      Set.of(
          "MILLENNIUM", "CENTURY", "DECADE", "YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "ISODOW");

  /** Those of them that have no first and last one by the calendar. */
  private static final Set<TimeUnitRange> YEARS =
      EnumSet.of(
          TimeUnitRange.MILLENNIUM,
          TimeUnitRange.CENTURY,
          TimeUnitRange.DECADE,
          TimeUnitRange.YEAR);

  /** What is NULL just where an operand is. */
  private static final Set<SqlKind> STRICT =
      Set.of(
          SqlKind.EXTRACT,
          SqlKind.FLOOR,
          SqlKind.CEIL,
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.MINUS_PREFIX,
          SqlKind.CAST);

  private KeyShape() {}

  /**
   * The values of a number, date or timestamp that is computed from columns with bounds.
   *
   * @param analysis what tells the grid of a number, where it knows one
   * @return empty if they are not whole, or not the same on every database
   */
  static Optional<KeySteps> of(
      RexNode expression, PerUnit rows, Supplier<Optional<BigDecimal>> analysis) {
    if (!isOfBounds(expression, rows)) {
      return Optional.empty();
    }
    SqlTypeName type = expression.getType().getSqlTypeName();
    if (type == SqlTypeName.DATE || type == SqlTypeName.TIMESTAMP) {
      return ofTimestamp(expression);
    }
    if (!SqlTypeUtil.isNumeric(expression.getType())) {
      return Optional.empty();
    }
    Optional<BigDecimal> grid = analysis.get();
    boolean whole =
        SqlTypeName.INT_TYPES.contains(type)
            || (type == SqlTypeName.DECIMAL && expression.getType().getScale() == 0)
            || grid.filter(KeyShape::isIntegral).isPresent();
    Optional<BigInteger> mask = whole ? mask(expression) : Optional.empty();
    if (mask.isPresent()) {
      return mask.map(KeySteps::bits);
    }
    return whole
        ? Optional.of(KeySteps.multiples(step(expression).max(wholeOr1(grid))))
        : Optional.empty();
  }

  private static BigDecimal wholeOr1(Optional<BigDecimal> grid) {
    return grid.filter(KeyShape::isIntegral).orElse(BigDecimal.ONE);
  }

  private static boolean isIntegral(BigDecimal number) {
    return number.signum() > 0 && number.stripTrailingZeros().scale() <= 0;
  }

  private static Optional<KeySteps> ofTimestamp(RexNode expression) {
    boolean isDate = expression.getType().getSqlTypeName() == SqlTypeName.DATE;
    Optional<RexLiteral> unit = unit(expression);
    if (unit.isPresent()) {
      return KeySteps.starts(DpOperators.symbol(unit.get()).name());
    }
    boolean ofDate =
        expression.getKind() == SqlKind.CAST
            && ((RexCall) expression).getOperands().get(0).getType().getSqlTypeName()
                == SqlTypeName.DATE;
    return isDate || ofDate ? Optional.of(KeySteps.ALL) : Optional.empty();
  }

  /** The unit of time that a date is cut at. */
  private static Optional<RexLiteral> unit(RexNode expression) {
    if (expression.getKind() == SqlKind.CAST) {
      return unit(((RexCall) expression).getOperands().get(0));
    }
    boolean cut =
        expression instanceof RexCall call
            && (call.getOperator().equals(DpOperators.DATE_TRUNC)
                || call.getKind() == SqlKind.FLOOR);
    return cut
        ? ((RexCall) expression)
            .getOperands().stream()
                .filter(RexLiteral.class::isInstance)
                .map(RexLiteral.class::cast)
                .filter(literal -> literal.getTypeName() == SqlTypeName.SYMBOL)
                .findFirst()
        : Optional.empty();
  }

  /** What an integer is a multiple of: {@code 10 * (x / 10)}, {@code x - MOD(x, 10)}. */
  private static BigDecimal step(RexNode expression) {
    if (!(expression instanceof RexCall call)) {
      return BigDecimal.ONE;
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case CAST -> step(operands.get(0));
      case TIMES ->
          constant(operands.get(1))
              .map(factor -> step(operands.get(0)).multiply(factor))
              .or(() -> constant(operands.get(0)).map(f -> step(operands.get(1)).multiply(f)))
              .orElse(BigDecimal.ONE);
      case MINUS ->
          operands.get(1) instanceof RexCall rest
                  && rest.getKind() == SqlKind.MOD
                  && rest.getOperands().get(0).equals(operands.get(0))
              ? constant(rest.getOperands().get(1)).orElse(BigDecimal.ONE)
              : BigDecimal.ONE;
      default -> BigDecimal.ONE;
    };
  }

  /**
   * The bits that an integer has no others than, where it is a sum of runs of bits, as {@code x &
   * 21} is written out: {@code x} modulo a power of two, less that modulo a smaller one. Empty for
   * a single run, whose numbers are multiples.
   */
  private static Optional<BigInteger> mask(RexNode expression) {
    if (expression.getKind() == SqlKind.CAST && isExactInteger(expression)) {
      return mask(((RexCall) expression).getOperands().get(0));
    } else if (expression.getKind() != SqlKind.PLUS || !isExactInteger(expression)) {
      return Optional.empty();
    }
    List<RexNode> operands = ((RexCall) expression).getOperands();
    Optional<BigInteger> first = mask(operands.get(0)).or(() -> run(operands.get(0)));
    return first.flatMap(
        bits -> run(operands.get(1)).filter(more -> bits.and(more).signum() == 0).map(bits::or));
  }

  /** The bits of a run: all below a power of two, or those of them from another one on. */
  private static Optional<BigInteger> run(RexNode node) {
    if (!(node instanceof RexCall call) || !isExactInteger(node)) {
      return Optional.empty();
    }
    RexNode first = call.getOperands().get(0);
    if (call.getKind() == SqlKind.MINUS && step(call).compareTo(BigDecimal.ONE) > 0) {
      BigInteger low = step(call).toBigInteger().subtract(BigInteger.ONE);
      return isPower(step(call)) ? run(first).map(bits -> bits.andNot(low)) : Optional.empty();
    }
    return call.getKind() == SqlKind.MOD && isPositive(first, call.getOperands().get(1))
        ? constant(call.getOperands().get(1))
            .filter(KeyShape::isPower)
            .map(end -> end.toBigInteger().subtract(BigInteger.ONE))
        : Optional.empty();
  }

  /** Whether it is a remainder of an integer and the divisor added to it. */
  private static boolean isPositive(RexNode node, RexNode divisor) {
    if (node.getKind() != SqlKind.PLUS || !isExactInteger(node)) {
      return false;
    }
    List<RexNode> operands = ((RexCall) node).getOperands();
    return operands.get(1).equals(divisor)
        && divisor instanceof RexLiteral literal
        && !literal.isNull()
        && Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).signum() > 0
        && operands.get(0) instanceof RexCall rest
        && rest.getKind() == SqlKind.MOD
        && isExactInteger(rest.getOperands().get(0))
        && rest.getOperands().get(1).equals(divisor);
  }

  private static boolean isPower(BigDecimal number) {
    return number.toBigInteger().bitCount() == 1;
  }

  /** Whether all values of its type are whole. */
  private static boolean isExactInteger(RexNode node) {
    return SqlTypeName.INT_TYPES.contains(node.getType().getSqlTypeName())
        || (node.getType().getSqlTypeName() == SqlTypeName.DECIMAL
            && node.getType().getScale() == 0);
  }

  /** The size of an integer that is not 0. */
  private static Optional<BigDecimal> constant(RexNode node) {
    if (node instanceof RexLiteral literal && SqlTypeUtil.isNumeric(literal.getType())) {
      return Optional.ofNullable(literal.getValueAs(BigDecimal.class))
          .map(BigDecimal::abs)
          .filter(KeyShape::isIntegral);
    }
    return node.getKind() == SqlKind.CAST
        ? constant(((RexCall) node).getOperands().get(0))
        : Optional.empty();
  }

  /**
   * Whether all that is read has bounds which the policy or the query gives, and only parts of
   * dates are taken that every database counts alike: another range is wider than the values are.
   */
  private static boolean isOfBounds(RexNode expression, PerUnit rows) {
    boolean[] isBounded = {true};
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef ref) {
            PerUnit.Column column = rows.columns().get(ref.getIndex());
            isBounded[0] &=
                column.facts().range().isPresent()
                    && !(column.origin() instanceof Origin.Values)
                    && !column.facts().computed()
                    && !column.autoBounded();
            return null;
          }

          @Override
          public Void visitCall(RexCall call) {
            isBounded[0] &= call.getKind() != SqlKind.EXTRACT || isPart(call);
            return super.visitCall(call);
          }
        });
    return isBounded[0] && !RelOptUtil.InputFinder.bits(expression).isEmpty();
  }

  /** Whether it is a part of a date that is counted alike everywhere. */
  static boolean isPart(RexNode expression) {
    return expression.getKind() == SqlKind.EXTRACT
        && ((RexCall) expression).getOperands().get(0) instanceof RexLiteral part
        && PARTS.contains(String.valueOf(part.getValue()));
  }

  /** Whether a {@linkplain #isPart part} has a range by the bounds of a column alone. */
  static boolean isYear(RexNode part) {
    return ((RexLiteral) ((RexCall) part).getOperands().get(0)).getValue()
            instanceof TimeUnitRange unit
        && YEARS.contains(unit);
  }

  /** Whether a row may have NULL in it: not where a filter lets no NULL through. */
  static boolean mayBeNull(RexNode expression, PerUnit rows) {
    if (expression instanceof RexInputRef ref) {
      return mayBeNull(rows, ref.getIndex());
    }
    if (expression instanceof RexLiteral literal) {
      return literal.isNull();
    }
    return expression.getType().isNullable()
        && (!(expression instanceof RexCall call)
            || !isStrict(call)
            || call.getOperands().stream().anyMatch(operand -> mayBeNull(operand, rows)));
  }

  /** {@code WHERE born > …} leaves no row without. */
  static boolean mayBeNull(PerUnit rows, int column) {
    return rows.rel().getRowType().getFieldList().get(column).getType().isNullable()
        && PassedConditions.on(rows.rel(), column).stream()
            .noneMatch(
                condition -> Strong.isNotTrue(condition, RelOptUtil.InputFinder.bits(condition)));
  }

  private static boolean isStrict(RexCall call) {
    boolean divides =
        (call.getKind() == SqlKind.DIVIDE || call.getKind() == SqlKind.MOD)
            && constant(call.getOperands().get(1)).isPresent();
    boolean ofString =
        call.getOperands().stream()
            .anyMatch(
                operand -> SqlTypeUtil.inCharFamily(Objects.requireNonNull(operand.getType())));
    return (STRICT.contains(call.getKind())
            || call.getOperator().equals(DpOperators.DATE_TRUNC)
            || divides)
        && !ofString;
  }
}
