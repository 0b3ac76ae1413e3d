package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The deviation of an expression from those of the columns it reads: first-order propagation, by
 * the partial derivatives at the noisy values (Taylor, An Introduction to Error Analysis, 1997,
 * chapter 3). Casts between numbers pass a deviation on; where they round, as ROUND and FLOOR do,
 * it is extended to whole steps, since two numbers that differ by up to k steps are rounded to
 * numbers that do so. CASE has the deviation of the branch it takes. A function without a
 * derivative has an unknown one. Only numbers deviate.
 */
final class ErrorPropagation {
  /** Rounding to more decimal places than a double tells apart changes nothing. */
  private static final int DIGITS_OF_A_DOUBLE = 18;

  private final DoubleMath math;
  private final List<Deviation> columns;
  private final WindowErrors windows;

  /**
   * Creates the propagation over one relation.
   *
   * @param columns the deviation of each visible column, over its row
   * @param known what the noise alone tells
   */
  ErrorPropagation(DoubleMath math, List<Deviation> columns, LinearErrors known) {
    this.math = math;
    this.columns = columns;
    this.windows = new WindowErrors(math, this, known);
  }

  /** The deviation of an expression. */
  Deviation of(RexNode node) {
    if (!SqlTypeUtil.isNumeric(node.getType())) {
      return Deviation.NONE;
    }
    if (node instanceof RexInputRef ref) {
      return columns.get(ref.getIndex());
    }
    if (node instanceof RexOver over) {
      return windows.of(over);
    }
    return node instanceof RexCall call ? ofCall(call) : Deviation.NONE;
  }

  private Deviation ofCall(RexCall call) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case CASE -> ofCase(call);
      case COALESCE -> ofCoalesce(operands);
      case GREATEST, LEAST -> ofChoice(call);
      default -> isNone(operands) ? Deviation.NONE : ofNoisy(call);
    };
  }

  private boolean isNone(List<RexNode> operands) {
    return operands.stream().allMatch(operand -> of(operand).isNone());
  }

  private Deviation ofNoisy(RexCall call) {
    RexNode first = call.getOperands().get(0);
    Deviation deviation = of(first);
    return switch (call.getKind()) {
      case CAST -> cast(first, call, deviation);
      case PLUS_PREFIX, NULLIF -> deviation;
      case FLOOR, CEIL -> rounded(first, deviation, 0);
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> deviation.times(-1, math::minus);
      case PLUS, CHECKED_PLUS -> deviation.plus(of(call.getOperands().get(1)), math);
      case MINUS, CHECKED_MINUS ->
          deviation.plus(of(call.getOperands().get(1)).times(-1, math::minus), math);
      case TIMES, CHECKED_TIMES -> product(first, call.getOperands().get(1));
      case DIVIDE, CHECKED_DIVIDE -> quotient(call);
      default -> ofFunction(call, deviation);
    };
  }

  private Deviation cast(RexNode from, RexNode to, Deviation deviation) {
    return SqlTypeUtil.isExactNumeric(to.getType())
        ? rounded(from, deviation, to.getType().getScale())
        : deviation;
  }

  /**
   * Of a number rounded to decimal places, in any direction: whole steps.
   *
   * @param digits after the point; below 0, places before it that become 0
   */
  private Deviation rounded(RexNode from, Deviation deviation, int digits) {
    boolean fits =
        SqlTypeUtil.isExactNumeric(from.getType()) && from.getType().getScale() <= digits;
    if (fits || digits > DIGITS_OF_A_DOUBLE) {
      return deviation;
    }
    Set<Draw> draws = deviation.parts().keySet();
    Draw all = new Draw(Draw.originsOf(draws), draws.stream().allMatch(Draw::oncePerRow));
    return new Deviation(Map.of(all, math.wholeSteps(deviation.total(math), digits)));
  }

  private static OptionalDouble constant(RexNode node) {
    if (node instanceof RexLiteral literal && !literal.isNull()) {
      Number value = literal.getValueAs(java.math.BigDecimal.class);
      return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue());
    }
    boolean cast = node.getKind() == SqlKind.CAST && SqlTypeUtil.isNumeric(node.getType());
    return cast ? constant(((RexCall) node).getOperands().get(0)) : OptionalDouble.empty();
  }

  private Deviation product(RexNode a, RexNode b) {
    OptionalDouble left = constant(a);
    OptionalDouble right = constant(b);
    if (left.isPresent()) {
      return of(b).times(left.getAsDouble(), part -> math.times(a, part));
    } else if (right.isPresent()) {
      return of(a).times(right.getAsDouble(), part -> math.times(b, part));
    }
    return of(a)
        .map(part -> math.times(b, part))
        .plus(of(b).map(part -> math.times(a, part)), math);
  }

  /** The deviation of a quotient; a quotient of two integers is truncated to an integer. */
  private Deviation quotient(RexCall call) {
    RexNode a = call.getOperands().get(0);
    RexNode b = call.getOperands().get(1);
    RexNode slope = math.minus(math.divide(a, math.times(b, b)));
    Deviation deviation =
        of(a)
            .map(part -> math.divide(part, b))
            .plus(of(b).map(part -> math.times(slope, part)), math);
    return SqlTypeUtil.isIntType(call.getType()) ? rounded(math.of(call), deviation, 0) : deviation;
  }

  private Deviation ofFunction(RexCall call, Deviation deviation) {
    RexNode first = call.getOperands().get(0);
    if (!isNone(call.getOperands().subList(1, call.getOperands().size()))) {
      return unknown(call.getOperands());
    }
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "ROUND", "TRUNCATE", "TRUNC" -> roundedTo(call, deviation);
      case "ABS" -> {
        RexNode negative =
            math.rexBuilder()
                .makeCall(SqlStdOperatorTable.LESS_THAN, math.of(first), math.number(0));
        yield deviation.map(part -> math.choose(negative, math.minus(part), part));
      }
      case "SQRT" ->
          deviation.map(part -> math.divide(part, math.times(math.number(2), math.sqrt(first))));
      case "CBRT" ->
          deviation.map(
              part -> math.divide(part, math.times(math.number(3), math.times(call, call))));
      case "POWER", "POW" -> {
        RexNode exponent = call.getOperands().get(1);
        RexNode slope = math.divide(math.times(exponent, call), first);
        yield deviation.map(part -> math.times(slope, part));
      }
      case "EXP" ->
          deviation.map(part -> math.times(part, math.call(SqlStdOperatorTable.EXP, first)));
      case "LN" -> deviation.map(part -> math.divide(part, first));
      case "LOG10" ->
          deviation.map(part -> math.divide(part, math.times(math.number(Math.log(10)), first)));
      case "LOG2" ->
          deviation.map(part -> math.divide(part, math.times(math.number(Math.log(2)), first)));
      default -> unknown(call.getOperands());
    };
  }

  private Deviation roundedTo(RexCall call, Deviation deviation) {
    List<RexNode> operands = call.getOperands();
    OptionalDouble digits = operands.size() == 1 ? OptionalDouble.of(0) : constant(operands.get(1));
    boolean known = digits.isPresent() && digits.getAsDouble() >= -DIGITS_OF_A_DOUBLE;
    return known
        ? rounded(operands.get(0), deviation, (int) digits.getAsDouble())
        : unknown(operands);
  }

  /** Of a value that is noisy in a way that has no figure. */
  Deviation unknown(List<RexNode> operands) {
    Set<Draw> draws = new LinkedHashSet<>();
    operands.forEach(operand -> draws.addAll(of(operand).parts().keySet()));
    Map<Draw, RexNode> parts = new LinkedHashMap<>();
    draws.forEach(draw -> parts.put(draw, math.unknown()));
    return new Deviation(parts);
  }

  private Deviation ofCase(RexCall call) {
    List<RexNode> conditions = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    List<RexNode> operands = call.getOperands();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      conditions.add(operands.get(i));
      values.add(operands.get(i + 1));
    }
    values.add(operands.get(operands.size() - 1));
    return choice(conditions, values);
  }

  private Deviation ofCoalesce(List<RexNode> operands) {
    List<RexNode> conditions = new ArrayList<>();
    for (RexNode operand : operands.subList(0, operands.size() - 1)) {
      conditions.add(math.rexBuilder().makeCall(SqlStdOperatorTable.IS_NOT_NULL, operand));
    }
    return choice(conditions, operands);
  }

  /** GREATEST and LEAST: of the first operand that is the result. */
  private Deviation ofChoice(RexCall call) {
    List<RexNode> conditions = new ArrayList<>();
    List<RexNode> operands = call.getOperands();
    for (RexNode operand : operands.subList(0, operands.size() - 1)) {
      conditions.add(
          math.rexBuilder().makeCall(SqlStdOperatorTable.EQUALS, math.of(call), math.of(operand)));
    }
    return choice(conditions, operands);
  }

  /**
   * Of the value that is taken.
   *
   * @param values one more than conditions: the last is taken where none holds
   */
  private Deviation choice(List<RexNode> conditions, List<RexNode> values) {
    List<Deviation> deviations = values.stream().map(this::of).toList();
    Set<Draw> draws = new LinkedHashSet<>();
    deviations.forEach(deviation -> draws.addAll(deviation.parts().keySet()));
    Map<Draw, RexNode> parts = new LinkedHashMap<>();
    for (Draw draw : draws) {
      RexNode part = partOrZero(deviations.get(values.size() - 1), draw);
      for (int i = conditions.size() - 1; i >= 0; i--) {
        part = math.choose(conditions.get(i), partOrZero(deviations.get(i), draw), part);
      }
      parts.put(draw, part);
    }
    return new Deviation(parts);
  }

  private RexNode partOrZero(Deviation deviation, Draw draw) {
    RexNode part = deviation.parts().get(draw);
    return part == null ? math.number(0) : part;
  }
}
