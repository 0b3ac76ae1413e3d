package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Sums, differences, products and related operators. Exact arithmetic is done in a type that holds
 * the result for any data; floating-point arithmetic over columns clamped to their bounds, so that
 * neither NaN nor an infinity can arise.
 */
final class Arithmetic {
  private Arithmetic() {}

  private record Operation(
      SqlOperator operator,
      BinaryOperator<Interval> range,
      BinaryOperator<Optional<BigDecimal>> grid,
      BinaryOperator<Integer> scale) {}

  private static final Operation PLUS =
      new Operation(SqlStdOperatorTable.PLUS, Intervals::add, Grids::common, Math::max);
  private static final Operation MINUS =
      new Operation(SqlStdOperatorTable.MINUS, Intervals::subtract, Grids::common, Math::max);
  private static final Operation TIMES =
      new Operation(
          SqlStdOperatorTable.MULTIPLY, Intervals::multiply, Grids::product, Math::addExact);

  static Term plus(Analysis in, RexCall call) {
    return binary(in, call, PLUS);
  }

  static Term minus(Analysis in, RexCall call) {
    return binary(in, call, MINUS);
  }

  static Term times(Analysis in, RexCall call) {
    return binary(in, call, TIMES);
  }

  private static Term binary(Analysis in, RexCall call, Operation operation) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          Term b = place.finite(call.getOperands().get(1));
          if (a.isNull() || b.isNull()) {
            return Optional.of(Leaves.nothing(place, call.getType()));
          }
          return isFloating(a, b)
              ? floating(place, operation, a, b)
              : exact(place, operation, a, b);
        });
  }

  static boolean isFloating(Term a, Term b) {
    return a.family() == ComparisonFamily.APPROXIMATE || b.family() == ComparisonFamily.APPROXIMATE;
  }

  private static Optional<Term> floating(Analysis in, Operation operation, Term a, Term b) {
    Term left = in.floating(a);
    Term right = in.floating(b);
    return floatingResult(
        new Term(
            in.emit().call(in.emit().floating(), operation.operator(), left.node(), right.node()),
            join(left.hard(), right.hard(), operation.range()),
            join(left.soft(), right.soft(), operation.range()),
            operation.grid().apply(a.grid(), b.grid())));
  }

  /** Rounds the ranges as the database rounds the values; empty if they could overflow. */
  static Optional<Term> floatingResult(Term term) {
    return Optional.of(
            new Term(
                term.node(),
                term.hard().map(Intervals::floating),
                term.soft().map(Intervals::floating),
                term.grid()))
        .filter(t -> isSafe(t.hard().orElseThrow()));
  }

  static boolean isSafe(Interval range) {
    return range.magnitude().compareTo(Intervals.FLOATING_LIMIT) <= 0;
  }

  static Optional<Interval> join(
      Optional<Interval> a, Optional<Interval> b, BinaryOperator<Interval> range) {
    return a.flatMap(left -> b.map(right -> range.apply(left, right)));
  }

  private static Optional<Term> exact(Analysis in, Operation operation, Term a, Term b) {
    int scale =
        operation
            .scale()
            .apply(
                ComparisonFamily.scale(a.node().getType()),
                ComparisonFamily.scale(b.node().getType()));
    boolean isProduct = operation.operator().equals(SqlStdOperatorTable.MULTIPLY);
    if (!isProduct
        && !(in.emit().canHave(a.hard().orElseThrow(), scale)
            && in.emit().canHave(b.hard().orElseThrow(), scale))) {
      return Optional.empty();
    }
    return exactCall(
        in,
        operation.operator(),
        List.of(a, b),
        new Result(
            join(a.hard(), b.hard(), operation.range()).orElseThrow(),
            join(a.soft(), b.soft(), operation.range()),
            operation.grid().apply(a.grid(), b.grid()),
            scale));
  }

  /** What comes out of an exact operation. */
  record Result(Interval hard, Optional<Interval> soft, Optional<BigDecimal> grid, int scale) {}

  /** The call in a type that holds every result; empty if none does. */
  static Optional<Term> exactCall(
      Analysis in, SqlOperator operator, List<Term> operands, Result result) {
    return workingType(in, operands, result)
        .map(
            type -> {
              RexNode[] nodes = widened(in, operands, type);
              if (!ComparisonFamily.isInteger(type)
                  && operator.equals(SqlStdOperatorTable.MULTIPLY)) {
                nodes[0] = in.emit().factor(nodes[0], result.hard(), result.scale());
              }
              return new Term(
                  in.emit().call(type, operator, nodes),
                  Optional.of(result.hard()),
                  result.soft(),
                  result.grid());
            });
  }

  /** The operands' own type if it holds the result, or BIGINT, or DECIMAL. */
  static Optional<RelDataType> workingType(Analysis in, List<Term> operands, Result result) {
    Emit emit = in.emit();
    boolean integers =
        operands.stream().allMatch(t -> ComparisonFamily.isInteger(t.node().getType()));
    if (integers) {
      RelDataType own = ownType(in, operands);
      for (RelDataType type : List.of(own, emit.bigint())) {
        if (ComparisonFamily.typeRange(type).orElseThrow().contains(result.hard())) {
          return Optional.of(type);
        }
      }
    }
    int digits = Intervals.integerDigits(result.hard().magnitude()) + result.scale();
    return digits <= Emit.MAX_DIGITS
        ? Optional.of(emit.decimal(Emit.MAX_DIGITS, result.scale()))
        : Optional.empty();
  }

  /**
   * The type that integers are computed in as they stand. Literals have no say: some databases type
   * them as narrow as they can.
   */
  private static RelDataType ownType(Analysis in, List<Term> operands) {
    RelDataType own = in.emit().type(SqlTypeName.TINYINT);
    for (Term operand : operands) {
      RelDataType type = operand.node().getType();
      if (!operand.isLiteral() && type.getSqlTypeName().compareTo(own.getSqlTypeName()) > 0) {
        own = type;
      }
    }
    return own;
  }

  /** Casts the first operand, if the working type is wider than what integers are computed in. */
  private static RexNode[] widened(Analysis in, List<Term> operands, RelDataType type) {
    boolean integers =
        operands.stream().allMatch(t -> ComparisonFamily.isInteger(t.node().getType()));
    boolean wide = !integers || ownType(in, operands).getSqlTypeName() == type.getSqlTypeName();
    List<RexNode> nodes = new ArrayList<>();
    for (Term operand : operands) {
      boolean isLast = nodes.size() == operands.size() - 1;
      if (!wide && (!operand.isLiteral() || isLast)) {
        nodes.add(in.emit().cast(operand.node(), type));
        wide = true;
      } else {
        nodes.add(operand.node());
      }
    }
    return nodes.toArray(new RexNode[0]);
  }

  static Term same(Analysis in, RexCall call) {
    return in.finite(call.getOperands().get(0));
  }

  static Term negate(Analysis in, RexCall call) {
    return unary(in, call, Intervals::negate);
  }

  static Term abs(Analysis in, RexCall call) {
    return unary(in, call, Intervals::abs);
  }

  private static Term unary(Analysis in, RexCall call, UnaryOperator<Interval> range) {
    return in.fitting(
        call,
        place -> {
          Term a = place.finite(call.getOperands().get(0));
          if (a.isNull()) {
            return Optional.of(a);
          }
          Interval hard = range.apply(a.hard().orElseThrow());
          Optional<Interval> soft = a.soft().map(range);
          if (a.family() == ComparisonFamily.APPROXIMATE) {
            RexNode wide = place.floating(a).node();
            RexNode node = place.emit().call(place.emit().floating(), call.getOperator(), wide);
            return Optional.of(new Term(node, Optional.of(hard), soft, a.grid()));
          }
          int scale = ComparisonFamily.scale(a.node().getType());
          return exactCall(
              place, call.getOperator(), List.of(a), new Result(hard, soft, a.grid(), scale));
        });
  }

  static Term sign(Analysis in, RexCall call) {
    Term a = in.finite(call.getOperands().get(0));
    if (a.isNull()) {
      return a;
    }
    Interval signs = Interval.of(-1, 1);
    RexNode node =
        in.emit().call(in.emit().type(SqlTypeName.INTEGER), call.getOperator(), a.node());
    Optional<Interval> soft =
        a.soft().map(range -> Intervals.map(range, end -> BigDecimal.valueOf(end.signum())));
    return new Term(
        node, Optional.of(signs), soft.or(() -> Optional.of(signs)), Optional.of(BigDecimal.ONE));
  }
}
