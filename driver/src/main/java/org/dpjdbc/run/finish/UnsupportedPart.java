package org.dpjdbc.run.finish;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;

/** Finds the part of an operator that is not known here, so that a refusal can name it. */
final class UnsupportedPart {
  private UnsupportedPart() {}

  /** The innermost call that is not known, or the operator itself. */
  static String nameIn(RelNode rel, ExpressionCompiler expressions) {
    AtomicReference<String> name = new AtomicReference<>(rel.getRelTypeName());
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            super.visitCall(call);
            boolean operandsKnown =
                call.getOperands().stream()
                    .allMatch(
                        operand ->
                            operand instanceof RexLiteral // also a flag, such as a unit of time
                                || expressions.compile(operand).isPresent());
            if (operandsKnown && expressions.compile(call).isEmpty()) {
              name.set(call.getOperator().getName());
            }
            return call;
          }
        });
    return Objects.requireNonNull(name.get());
  }
}
