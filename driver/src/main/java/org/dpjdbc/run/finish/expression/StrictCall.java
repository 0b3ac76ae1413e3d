package org.dpjdbc.run.finish.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A function that is NULL if an operand is NULL, or if it is {@link Undefined}. */
public record StrictCall(List<Expression> operands, Function function) implements Expression {

  /** A function of values that are not NULL. */
  @FunctionalInterface
  interface Function {
    /**
     * The value.
     *
     * @throws org.dpjdbc.sql.refusal.RefusedException if there is none, as with a division by zero
     */
    Object apply(List<Object> operands);
  }

  /**
   * A function with those operands of a call that it evaluates; flags are not among them.
   *
   * @param operands in the order the function takes them
   */
  record Known(List<RexNode> operands, Function function) {
    /** Compiles the operands. */
    Optional<StrictCall> compile(ExpressionCompiler compiler) {
      return compiler.compileAll(operands).map(list -> new StrictCall(list, function));
    }
  }

  @Override
  public @Nullable Object value(Tuple tuple) {
    return Undefined.orNull(() -> orRefuse(tuple));
  }

  /**
   * The value for a row.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is undefined
   */
  public @Nullable Object orRefuse(Tuple tuple) {
    List<Object> values = new ArrayList<>(operands.size());
    for (Expression operand : operands) {
      Object value = operand.value(tuple);
      if (value == null) {
        return null;
      }
      values.add(value);
    }
    return function.apply(values);
  }
}
