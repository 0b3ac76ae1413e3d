package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Maps an aggregated expression to clamped integers on a grid. The branches of a CASE are clamped
 * one by one, so that constants need no clamp and no branch is computed more often than it must.
 */
final class Quantizer {
  private final Emit emit;
  private final Grid grid;
  private final RelDataType type;

  private Quantizer(Emit emit, Grid grid, RelDataType type) {
    this.emit = emit;
    this.grid = grid;
    this.type = type;
  }

  /** The units of an exact column, clamped to its range, in BIGINT; NULL just where it is. */
  static RexNode units(Emit emit, Term column, Interval units, BigDecimal unit) {
    Grid grid =
        new Grid(
            column.soft().orElseThrow(),
            unit,
            units.lower().toBigIntegerExact(),
            units.upper().toBigIntegerExact(),
            /* floating= */ false);
    return new Quantizer(emit, grid, emit.bigint()).exact(column);
  }

  /**
   * The measure of an expression. Whatever the data, its value is NULL or an integer within its
   * bounds: each branch ends in a constant within them or in a CASE that lets through only what is
   * within the range, rounded by functions that never decrease.
   */
  static Measure measure(Analysis in, RexNode expression) {
    RexNode node = unwidened(expression);
    Term term = in.of(node);
    if (!term.family().isNumeric() && !term.isNull()) {
      throw ExpressionMessages.notNumeric(in.written(expression));
    }
    Interval range = term.soft().orElseThrow(() -> in.noRange(expression));
    Grid grid =
        Grid.of(range, term.grid(), term.node().getType(), in.emit())
            .orElseThrow(() -> ExpressionMessages.tooWide(in.written(expression)));
    RexNode value =
        term.isNull()
            ? in.emit().cast(term.node(), grid.type(in.emit()))
            : new Quantizer(in.emit(), grid, grid.type(in.emit())).value(in, node);
    return new Measure(value, grid.lower(), grid.upper(), grid.step());
  }

  private RexNode value(Analysis in, RexNode expression) {
    RexNode node = unwidened(expression);
    if (ConditionalFunctions.isChoice(node)) {
      RexNode choice =
          ExpressionSize.limited(ConditionalFunctions.asCase(emit.rex(), (RexCall) node));
      if (choice.getKind() == SqlKind.CASE) {
        return choice(in, (RexCall) choice);
      }
    }
    Term term = in.of(node);
    if (term.isNull()) {
      return emit.nothing(type);
    }
    if (node.getKind() == SqlKind.LITERAL && term.soft().isPresent()) {
      return emit.exact(grid.integer(term.soft().get().lower()), type);
    }
    return grid.floating() ? floating(in.floating(term)) : exact(term);
  }

  private RexNode choice(Analysis in, RexCall call) {
    List<ConditionalFunctions.Branch> branches = ConditionalFunctions.branches(in, call);
    List<RexNode> values = new ArrayList<>();
    for (ConditionalFunctions.Branch branch : branches) {
      values.add(value(branch.place(), branch.value()));
    }
    return ConditionalFunctions.assemble(in, branches, values, type);
  }

  private RexNode exact(Term term) {
    RexNode x = term.node();
    // What the type excludes anyway need not be written out, and might not be writable.
    Interval hard = term.hard().orElse(grid.range());
    BigDecimal min = grid.range().lower().max(hard.lower());
    BigDecimal max = grid.range().upper().min(hard.upper());
    RexNode from = emit.exact(min);
    RexNode to = emit.exact(max);
    // What is in range comes first: for most rows one test is all.
    return emit.cases(
        type,
        emit.test(SqlStdOperatorTable.BETWEEN, x, from, to),
        exactInteger(x),
        emit.test(SqlStdOperatorTable.LESS_THAN, x, from),
        emit.exact(new BigDecimal(grid.lower()), type),
        emit.test(SqlStdOperatorTable.GREATER_THAN, x, to),
        emit.exact(new BigDecimal(grid.upper()), type));
  }

  /** Rounded to the nearest step; the cast rounds where there is anything to round. */
  private RexNode exactInteger(RexNode x) {
    Optional<BigDecimal> multiplier = grid.multiplier();
    if (multiplier.isPresent() && multiplier.get().compareTo(BigDecimal.ONE) == 0) {
      boolean isThere =
          ComparisonFamily.isInteger(type) && x.getType().getSqlTypeName() == type.getSqlTypeName();
      return isThere ? x : emit.cast(x, type);
    }
    RelDataType wide = emit.decimal(Emit.MAX_DIGITS, 0);
    RexNode decimal = ComparisonFamily.isInteger(x.getType()) ? emit.cast(x, wide) : x;
    RexNode steps =
        multiplier
            .map(m -> times(decimal, m))
            .orElseGet(
                () ->
                    emit.call(wide, SqlStdOperatorTable.DIVIDE, decimal, emit.exact(grid.step())));
    return emit.cast(steps, type);
  }

  /** Rounded to the decimals of the step before, where the product had no room for all others. */
  private RexNode times(RexNode decimal, BigDecimal multiplier) {
    Interval product = new Interval(new BigDecimal(grid.lower()), new BigDecimal(grid.upper()));
    int scale = ComparisonFamily.scale(decimal.getType());
    boolean fits = emit.canHave(product, scale);
    RexNode factor =
        fits
            ? emit.factor(decimal, product, scale)
            : emit.cast(decimal, emit.decimal(Emit.MAX_DIGITS, Grid.decimals(multiplier)));
    return emit.call(
        emit.decimal(Emit.MAX_DIGITS, 0),
        SqlStdOperatorTable.MULTIPLY,
        factor,
        emit.exact(multiplier));
  }

  private RexNode floating(Term term) {
    RexNode x = term.node();
    RexNode above = emit.exact(new BigDecimal(grid.upper()), type);
    return Clamp.floating(
        emit,
        x,
        grid.range(),
        type,
        emit.exact(new BigDecimal(grid.lower()), type),
        floatingInteger(term),
        above);
  }

  /**
   * The cast rounds: to the nearest, or towards zero, as the database does. Either never decreases
   * and keeps what is in range there, and FLOOR costs H2 more than all the rest.
   */
  private RexNode floatingInteger(Term term) {
    Optional<BigDecimal> multiplier = grid.multiplier();
    RexNode x = term.node();
    RexNode steps = x;
    if (multiplier.isEmpty()) {
      RexNode dividend = NearZero.divisible(emit, term, grid.step()).node();
      steps = operation(SqlStdOperatorTable.DIVIDE, dividend, grid.step());
    } else if (multiplier.get().compareTo(BigDecimal.ONE) != 0) {
      steps = operation(SqlStdOperatorTable.MULTIPLY, x, multiplier.get());
    }
    return emit.cast(steps, type);
  }

  private RexNode operation(SqlOperator operator, RexNode x, BigDecimal constant) {
    return emit.call(emit.floating(), operator, x, emit.approximate(constant));
  }

  /**
   * Without casts that change no value: tools wrap what they sum in {@code CAST(… AS FLOAT(53))},
   * and exact numbers shall stay exact.
   */
  static RexNode unwidened(RexNode node) {
    if (node.getKind() == SqlKind.CAST) {
      RexNode from = ((RexCall) node).getOperands().get(0);
      boolean widens =
          (ComparisonFamily.of(node.getType()) == ComparisonFamily.APPROXIMATE
                  && ComparisonFamily.of(from.getType()).isNumeric())
              || Casts.keepsEveryNumber(from.getType(), node.getType());
      return widens ? unwidened(from) : node;
    }
    return node;
  }
}
