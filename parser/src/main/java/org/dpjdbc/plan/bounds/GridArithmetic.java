package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Sums, differences and products of decimal columns as integers on a grid, from the columns on:
 * each is clamped to its range and counted in units of its last decimal, and all that follows is
 * done in BIGINT. Nothing can overflow then, because the ranges of integers say so, and the result
 * needs no clamp of its own. Databases compute in decimals of 38 digits many times slower.
 */
final class GridArithmetic {
  /** No integer on the way is beyond it. */
  private static final BigDecimal LIMIT = new BigDecimal(Grid.BIGINT_LIMIT);

  private final Emit emit;
  private boolean computes;

  private GridArithmetic(Emit emit) {
    this.emit = emit;
  }

  /**
   * An expression in integers.
   *
   * @param node a literal, or computed in BIGINT by the database
   * @param range of its integers, whatever the data
   * @param scale what is counted are units of 10 to the power of −{@code scale}
   */
  private record Integers(RexNode node, Interval range, int scale) {
    boolean isConstant() {
      return node instanceof RexLiteral;
    }
  }

  /**
   * The measure of an expression in total form; it is NULL just where the expression is.
   *
   * @return empty if the expression is something else, a range is not known, or integers could be
   *     too large
   */
  static Optional<Measure> measure(Analysis in, RexNode total) {
    RexNode node = Quantizer.unwidened(total);
    if (ComparisonFamily.of(node.getType()) != ComparisonFamily.EXACT
        || ComparisonFamily.isInteger(node.getType())) {
      return Optional.empty();
    }
    GridArithmetic arithmetic = new GridArithmetic(in.emit());
    return arithmetic
        .of(in, node)
        .filter(integers -> arithmetic.computes)
        .map(integers -> measure(in.emit(), integers));
  }

  private static Measure measure(Emit emit, Integers integers) {
    Grid grid =
        new Grid(
            integers.range(),
            Grids.decimals(integers.scale()),
            integers.range().lower().toBigIntegerExact(),
            integers.range().upper().toBigIntegerExact(),
            /* floating= */ false);
    RexNode value =
        grid.type(emit).getSqlTypeName() == emit.bigint().getSqlTypeName()
            ? integers.node()
            : emit.cast(integers.node(), grid.type(emit));
    return new Measure(value, grid.lower(), grid.upper(), grid.step());
  }

  private Optional<Integers> of(Analysis in, RexNode node) {
    if (node.getKind() == SqlKind.INPUT_REF && node instanceof RexInputRef ref) {
      return column(in, ref);
    } else if (node instanceof RexLiteral literal) {
      return Constants.number(literal)
          .filter(value -> ComparisonFamily.of(literal.getType()) == ComparisonFamily.EXACT)
          .map(value -> constant(value, Math.max(0, Intervals.plain(value).scale())));
    } else if (!(node instanceof RexCall call)) {
      return Optional.empty();
    } else {
      List<RexNode> operands = call.getOperands();
      return switch (call.getKind()) {
        case CAST ->
            Casts.keepsEveryNumber(operands.get(0).getType(), call.getType())
                ? of(in, operands.get(0))
                : Optional.empty();
        case PLUS_PREFIX -> of(in, operands.get(0));
        case MINUS_PREFIX ->
            of(in, operands.get(0)).flatMap(a -> minus(constant(BigDecimal.ZERO, 0), a));
        case PLUS ->
            of(in, operands.get(0)).flatMap(a -> of(in, operands.get(1)).flatMap(b -> plus(a, b)));
        case MINUS ->
            of(in, operands.get(0)).flatMap(a -> of(in, operands.get(1)).flatMap(b -> minus(a, b)));
        case TIMES ->
            of(in, operands.get(0)).flatMap(a -> of(in, operands.get(1)).flatMap(b -> times(a, b)));
        case CASE -> ofClamp(in, call).or(() -> choice(in, call));
        default -> Optional.empty();
      };
    }
  }

  private Integers constant(BigDecimal value, int scale) {
    BigDecimal integer = value.movePointRight(scale);
    return new Integers(emit.exact(integer, emit.bigint()), Interval.point(integer), scale);
  }

  private Optional<Integers> column(Analysis in, RexInputRef ref) {
    Term term = Leaves.column(in, ref);
    int scale = ComparisonFamily.scale(ref.getType());
    return term.soft()
        .filter(range -> term.family() == ComparisonFamily.EXACT)
        .map(range -> Intervals.map(range, end -> end.movePointRight(scale)))
        .filter(GridArithmetic::fits)
        .filter(units -> emit.canHave(units, scale))
        .map(
            range ->
                new Integers(
                    Quantizer.units(emit, term, range, Grids.decimals(scale)), range, scale));
  }

  /** A column that is clamped already. */
  private Optional<Integers> ofClamp(Analysis in, RexCall call) {
    RexNode last = call.getOperands().get(call.getOperands().size() - 1);
    return last.getKind() == SqlKind.INPUT_REF && last instanceof RexInputRef ref
        ? Leaves.column(in, ref)
            .soft()
            .flatMap(range -> Clamp.clamped(call, range))
            .flatMap(x -> column(in, ref))
        : Optional.empty();
  }

  private static boolean fits(Interval range) {
    return range.magnitude().compareTo(LIMIT) < 0;
  }

  private Optional<Integers> plus(Integers a, Integers b) {
    return added(SqlStdOperatorTable.PLUS, a, b);
  }

  private Optional<Integers> minus(Integers a, Integers b) {
    return added(SqlStdOperatorTable.MINUS, a, b);
  }

  private Optional<Integers> added(SqlOperator operator, Integers a, Integers b) {
    int scale = Math.max(a.scale(), b.scale());
    return finer(a, scale)
        .flatMap(
            left ->
                finer(b, scale)
                    .flatMap(
                        right ->
                            call(
                                operator,
                                left,
                                right,
                                operator.getKind() == SqlKind.PLUS
                                    ? Intervals.add(left.range(), right.range())
                                    : Intervals.subtract(left.range(), right.range()),
                                scale)));
  }

  private Optional<Integers> times(Integers a, Integers b) {
    return call(
        SqlStdOperatorTable.MULTIPLY,
        a,
        b,
        Intervals.multiply(a.range(), b.range()),
        a.scale() + b.scale());
  }

  /** The same number, counted in smaller units. */
  private Optional<Integers> finer(Integers a, int scale) {
    return a.scale() == scale
        ? Optional.of(a)
        : times(a, constant(BigDecimal.ONE, scale - a.scale()));
  }

  private Optional<Integers> call(
      SqlOperator operator, Integers a, Integers b, Interval range, int scale) {
    if (!fits(range)) {
      return Optional.empty();
    }
    if (a.isConstant() && b.isConstant()) {
      // Two literals could be too large together for the types that a database gives them.
      return Optional.of(new Integers(emit.exact(range.lower(), emit.bigint()), range, scale));
    }
    computes = true;
    return Optional.of(
        new Integers(emit.call(emit.bigint(), operator, a.node(), b.node()), range, scale));
  }

  /** The conditions stand as they are: they are total, and of the columns unclamped. */
  private Optional<Integers> choice(Analysis in, RexCall call) {
    List<RexNode> operands = call.getOperands();
    List<Optional<Integers>> values = new ArrayList<>();
    Analysis place = in;
    for (int i = 0; i < operands.size(); i += 2) {
      boolean last = i + 1 == operands.size();
      RexNode value = operands.get(last ? i : i + 1);
      Analysis here = last ? place : place.given(operands.get(i), true);
      if (!RexLiteral.isNullLiteral(value)) {
        Optional<Integers> integers = of(here, value);
        if (integers.isEmpty()) {
          return integers;
        }
        values.add(integers);
      } else {
        values.add(Optional.empty());
      }
      place = last ? place : place.given(operands.get(i), false);
    }
    return chosen(operands, values);
  }

  private Optional<Integers> chosen(List<RexNode> operands, List<Optional<Integers>> values) {
    List<Integers> known = values.stream().flatMap(Optional::stream).toList();
    if (known.stream().allMatch(Integers::isConstant)) {
      return Optional.empty();
    }
    int scale = known.stream().mapToInt(Integers::scale).max().orElseThrow();
    List<RexNode> parts = new ArrayList<>();
    Optional<Interval> range = Optional.empty();
    for (int i = 0; i < values.size(); i++) {
      if (i < values.size() - 1) {
        parts.add(operands.get(2 * i));
      }
      Optional<Integers> value = values.get(i);
      Optional<Integers> fitting = value.flatMap(v -> finer(v, scale));
      if (value.isPresent() && fitting.isEmpty()) {
        return fitting;
      }
      parts.add(fitting.map(Integers::node).orElseGet(() -> emit.nothing(emit.bigint())));
      Optional<Interval> hull = range;
      range = fitting.map(Integers::range).map(r -> hull.map(r::hull).orElse(r)).or(() -> hull);
    }
    RexNode node = emit.cases(emit.bigint(), parts.toArray(new RexNode[0]));
    return range.map(r -> new Integers(node, r, scale));
  }
}
