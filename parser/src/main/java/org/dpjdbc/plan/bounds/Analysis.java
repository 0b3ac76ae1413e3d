package org.dpjdbc.plan.bounds;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.ExampleBounds;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * A walk over an expression, with the facts about the columns at this place, and whether the
 * columns must be clamped to their ranges. Immutable.
 */
final class Analysis {
  private final Emit emit;
  private final List<ColumnFacts> columns;
  private final boolean clamped;
  private final int depth;

  Analysis(Emit emit, List<ColumnFacts> columns) {
    this(emit, columns, false, 0);
  }

  private Analysis(Emit emit, List<ColumnFacts> columns, boolean clamped, int depth) {
    this.emit = emit;
    this.columns = List.copyOf(columns);
    this.clamped = clamped;
    this.depth = depth;
  }

  Emit emit() {
    return emit;
  }

  List<ColumnFacts> columns() {
    return columns;
  }

  ColumnFacts column(RexInputRef ref) {
    return columns.get(ref.getIndex());
  }

  boolean isClamped() {
    return clamped;
  }

  /** The same place with every numeric column clamped to its range, where it has one. */
  Analysis clamped() {
    return new Analysis(emit, columns, true, depth);
  }

  /** The place where a condition is known to be true, or known not to be. */
  Analysis given(RexNode condition, boolean outcome) {
    return new Analysis(emit, Narrowing.narrow(this, condition, outcome), clamped, depth);
  }

  /** The total form of an expression. */
  Term of(RexNode node) {
    AnalysisSteps.step();
    if (depth > ExpressionSize.MAX_DEPTH) {
      throw ExpressionMessages.tooComplex();
    }
    Analysis inner = new Analysis(emit, columns, clamped, depth + 1);
    if (node.getKind() == SqlKind.INPUT_REF && node instanceof RexInputRef ref) {
      return Leaves.column(inner, ref);
    }
    if (node instanceof RexLiteral literal) {
      return Leaves.literal(inner, literal);
    }
    if (node instanceof RexDynamicParam value) {
      return Leaves.parameter(inner, value);
    }
    if (node instanceof RexSubQuery) {
      throw ExpressionMessages.subQueryInExpression();
    }
    if (node instanceof RexOver) {
      throw ExpressionMessages.windowInExpression();
    }
    if (node.getClass() == RexCall.class) {
      RexCall call = (RexCall) node;
      return AllowList.rule(call.getOperator()).apply(inner, call);
    }
    throw ExpressionMessages.functionNotOffered(node.getKind().lowerName);
  }

  /** A boolean of the unclamped columns: only computations need clamps. */
  RexNode condition(RexNode node) {
    Term term = new Analysis(emit, columns, false, depth).of(node);
    if (term.family() != ComparisonFamily.BOOLEAN && !term.isNull()) {
      throw ExpressionMessages.functionNotOffered(node.getKind().lowerName);
    }
    return term.node();
  }

  /** A number that is finite for any data: floating-point columns are clamped to their range. */
  Term finite(RexNode node) {
    return finite(of(node), node);
  }

  /** The same of an expression whose total form is known. */
  Term finite(Term term, RexNode node) {
    if (!term.family().isNumeric() && !term.isNull()) {
      throw ExpressionMessages.notNumeric(written(node));
    }
    if (term.hard().isPresent()) {
      return term;
    }
    if (clamped) {
      throw noRange(node);
    }
    return clamped().finite(node);
  }

  /** The same as double precision; range and hard range then hold for the rounded values. */
  Term floating(RexNode node) {
    return floating(finite(node));
  }

  Term floating(Term term) {
    RexNode converted =
        switch (term.family()) {
          // In single precision a product could be beyond its numbers, and no number then.
          case APPROXIMATE ->
              term.node().getType().getSqlTypeName() == SqlTypeName.REAL
                  ? emit.cast(term.node(), emit.floating())
                  : term.node();
          default ->
              term.node() instanceof RexLiteral literal
                  ? Constants.number(literal)
                      .map(emit::approximate)
                      .orElseGet(() -> emit.nothing(emit.floating()))
                  : emit.cast(term.node(), emit.floating());
        };
    return new Term(
        converted,
        term.hard().map(Intervals::floating),
        term.soft().map(Intervals::floating),
        term.grid());
  }

  /**
   * The first form that fits the types in which databases compute: over unclamped columns, then
   * over clamped columns.
   */
  Term fitting(RexCall call, Function<Analysis, Optional<Term>> attempt) {
    return attempt.apply(this).orElseGet(() -> fittingClamped(call, attempt));
  }

  /** The form over clamped columns, if the one over unclamped columns did not fit. */
  Term fittingClamped(RexCall call, Function<Analysis, Optional<Term>> attempt) {
    Optional<Term> found = clamped ? Optional.empty() : attempt.apply(clamped());
    return found.orElseThrow(
        () ->
            Describe.unbounded(columns, call).isPresent()
                ? noRange(call)
                : ExpressionMessages.tooWide(written(call)));
  }

  /** The refusal of an expression whose range is not known. */
  RefusedException noRange(RexNode node) {
    return Describe.unboundedAt(columns, node)
        .map(ref -> noRange(written(node), columns.get(ref.getIndex()), ref))
        .orElseGet(() -> ExpressionMessages.unbounded(written(node)));
  }

  private static RefusedException noRange(String expression, ColumnFacts column, RexInputRef ref) {
    ExampleBounds bounds = ExampleBounds.of(ref.getType().getSqlTypeName());
    if (column.isNamed()) {
      return column.isOfQuery()
          ? ExpressionMessages.noBoundsOfComputed(expression, column.name(), bounds)
          : ExpressionMessages.noBounds(expression, column.name(), bounds);
    }
    return column.computed()
        ? ExpressionMessages.noBoundsOfSubQuery(expression)
        : ExpressionMessages.unbounded(expression);
  }

  /** The expression as SQL, which a release is called by. */
  String text(RexNode node) {
    return Describe.text(columns, node).orElse(node.getKind().lowerName);
  }

  /** The expression as messages show it: nothing that the analyst did not write. */
  String written(RexNode node) {
    return Describe.written(columns, node).orElse("an expression");
  }
}
