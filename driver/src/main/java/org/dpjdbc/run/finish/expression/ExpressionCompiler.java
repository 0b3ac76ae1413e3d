package org.dpjdbc.run.finish.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.dpjdbc.run.finish.expression.ArithmeticFunctions.Unary;

/**
 * Compiles scalar expressions to closures. The result is empty if a part of the expression is not
 * known here.
 */
public final class ExpressionCompiler {
  private final RexBuilder rexBuilder;
  private final RelDataTypeSystem system;
  private final TypeConversions conversions;
  private final LogicFunctions logic;
  private final Functions functions;

  public ExpressionCompiler(RexBuilder rexBuilder) {
    this.rexBuilder = rexBuilder;
    this.system = rexBuilder.getTypeFactory().getTypeSystem();
    this.conversions = new TypeConversions(system);
    this.logic = new LogicFunctions(this);
    this.functions = new Functions(system, conversions);
  }

  /** The expression, if all of it is known here. */
  public Optional<Expression> compile(RexNode node) {
    return compilePlain(RexUtil.expandSearch(rexBuilder, null, node));
  }

  /** All of the expressions, or none. */
  public Optional<List<Expression>> compileAll(List<? extends RexNode> nodes) {
    List<Expression> expressions = new ArrayList<>();
    for (RexNode node : nodes) {
      Optional<Expression> expression = compile(node);
      if (expression.isEmpty()) {
        return Optional.empty();
      }
      expressions.add(expression.get());
    }
    return Optional.of(expressions);
  }

  /** The expression with its value converted to a type, as where branches meet. */
  public Optional<Expression> compileAs(RexNode node, RelDataType type) {
    return compile(node).flatMap(expression -> convert(expression, node.getType(), type));
  }

  /** The conversion between different numeric types; strings are not padded to a common length. */
  Optional<Expression> convert(Expression expression, RelDataType from, RelDataType to) {
    boolean alike =
        from.getSqlTypeName() == to.getSqlTypeName()
            && from.getPrecision() == to.getPrecision()
            && from.getScale() == to.getScale();
    boolean strings = isString(from) && isString(to);
    if (alike || strings) {
      return Optional.of(expression);
    }
    return conversions.between(from, to).map(conversion -> strict(expression, conversion));
  }

  private static boolean isString(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR -> true;
      default -> false;
    };
  }

  private static Expression strict(Expression operand, Unary function) {
    return tuple -> {
      Object value = operand.value(tuple);
      return value == null ? null : Undefined.orNull(() -> function.apply(value));
    };
  }

  private Optional<Expression> compilePlain(RexNode node) {
    if (node instanceof RexInputRef ref) {
      int column = ref.getIndex();
      return Optional.of(tuple -> tuple.get(column));
    }
    if (node instanceof RexFieldAccess field
        && field.getReferenceExpr() instanceof RexCorrelVariable row) {
      int column = field.getField().getIndex();
      return Optional.of(tuple -> Evaluation.outer(row.getName()).get(0, column));
    }
    if (node instanceof RexLiteral literal) {
      return Literals.compile(literal, system);
    }
    if (node instanceof RexCall call && !(node instanceof RexOver)) {
      Optional<Expression> lazy = logic.compile(call);
      return lazy.isPresent() ? lazy : strict(call).map(strict -> strict);
    }
    return Optional.empty();
  }

  /** The call, if it is a known function that is NULL if an operand is. */
  public Optional<StrictCall> strict(RexCall call) {
    return functions.compile(call).flatMap(known -> known.compile(this));
  }
}
