package org.dpjdbc.run.finish.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Operators that need not evaluate all their operands, or that have a value if an operand is NULL:
 * three-valued logic, CASE and its abbreviations, IS tests. Operands are evaluated from the left
 * and only as far as needed, so that {@code CASE WHEN n <> 0 THEN s / n END} never divides by zero.
 */
final class LogicFunctions {
  private final ExpressionCompiler compiler;

  LogicFunctions(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  /** The call, if it is one of these operators and its operands are known. */
  Optional<Expression> compile(RexCall call) {
    return switch (call.getKind()) {
      case AND -> operands(call).map(list -> tuple -> connect(list, tuple, false));
      case OR -> operands(call).map(list -> tuple -> connect(list, tuple, true));
      case NOT -> only(call).map(operand -> tuple -> not(operand.value(tuple)));
      case IS_NULL, IS_UNKNOWN -> only(call).map(operand -> tuple -> operand.value(tuple) == null);
      case IS_NOT_NULL -> only(call).map(operand -> tuple -> operand.value(tuple) != null);
      case IS_TRUE -> is(call, true, true);
      case IS_NOT_TRUE -> is(call, true, false);
      case IS_FALSE -> is(call, false, true);
      case IS_NOT_FALSE -> is(call, false, false);
      case IS_DISTINCT_FROM -> distinct(call, true);
      case IS_NOT_DISTINCT_FROM -> distinct(call, false);
      case COALESCE -> branches(call).map(list -> tuple -> coalesce(list, tuple));
      case NULLIF -> nullIf(call);
      case CASE -> caseOf(call);
      default -> Optional.empty();
    };
  }

  private Optional<List<Expression>> operands(RexCall call) {
    return compiler.compileAll(call.getOperands());
  }

  private Optional<Expression> only(RexCall call) {
    return compiler.compile(call.getOperands().get(0));
  }

  private Optional<List<Expression>> branches(RexCall call) {
    List<Expression> branches = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      compiler.compileAs(operand, call.getType()).ifPresent(branches::add);
    }
    return branches.size() == call.getOperands().size() ? Optional.of(branches) : Optional.empty();
  }

  /** AND where {@code decisive} is FALSE, OR where it is TRUE. */
  private static @Nullable Object connect(
      List<Expression> operands, Tuple tuple, boolean decisive) {
    boolean unknown = false;
    for (Expression operand : operands) {
      Object value = operand.value(tuple);
      if (value == null) {
        unknown = true;
      } else if (value.equals(decisive)) {
        return decisive;
      }
    }
    return unknown ? null : (Object) !decisive;
  }

  private static @Nullable Object not(@Nullable Object value) {
    return value == null ? null : (Object) !((Boolean) value);
  }

  private Optional<Expression> is(RexCall call, boolean wanted, boolean result) {
    return only(call)
        .map(operand -> tuple -> Boolean.valueOf(wanted).equals(operand.value(tuple)) == result);
  }

  private Optional<Expression> distinct(RexCall call, boolean distinct) {
    boolean padded = padded(call);
    return operands(call)
        .map(
            list -> {
              Expression a = list.get(0);
              Expression b = list.get(1);
              return tuple -> same(a.value(tuple), b.value(tuple), padded) != distinct;
            });
  }

  private static boolean padded(RexCall call) {
    return Padding.applies(call.getOperands().get(0), call.getOperands().get(1));
  }

  private static boolean same(@Nullable Object a, @Nullable Object b, boolean padded) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return Padding.compare(a, b, padded) == 0;
  }

  private static @Nullable Object coalesce(List<Expression> operands, Tuple tuple) {
    for (Expression operand : operands) {
      Object value = operand.value(tuple);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  private Optional<Expression> nullIf(RexCall call) {
    boolean padded = padded(call);
    return operands(call)
        .map(
            list -> {
              Expression value = list.get(0);
              Expression unwanted = list.get(1);
              return tuple -> {
                Object a = value.value(tuple);
                Object b = unwanted.value(tuple);
                return a != null && b != null && same(a, b, padded) ? null : a;
              };
            });
  }

  /** Operands: condition, value, condition, value, …, value otherwise. */
  private Optional<Expression> caseOf(RexCall call) {
    List<RexNode> operands = call.getOperands();
    List<When> branches = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      Optional<Expression> condition = compiler.compile(operands.get(i));
      Optional<Expression> value = compiler.compileAs(operands.get(i + 1), call.getType());
      if (condition.isEmpty() || value.isEmpty()) {
        return Optional.empty();
      }
      branches.add(new When(condition.get(), value.get()));
    }
    return compiler
        .compileAs(operands.get(operands.size() - 1), call.getType())
        .map(
            otherwise ->
                tuple -> {
                  for (When branch : branches) {
                    if (branch.condition().holds(tuple)) {
                      return branch.value().value(tuple);
                    }
                  }
                  return otherwise.value(tuple);
                });
  }

  private record When(Expression condition, Expression value) {}
}
