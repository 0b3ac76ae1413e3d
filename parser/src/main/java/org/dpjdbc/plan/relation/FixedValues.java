package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.jspecify.annotations.Nullable;

/** Checks what a released value that is combined with private rows is computed from. */
public final class FixedValues {
  private FixedValues() {}

  /**
   * Refuses values that may be missing, or differ each time.
   *
   * <p>Groups that are always listed because their keys are public say nothing about their rows, so
   * whether there is one is not a value: {@code EXISTS (SELECT 1 FROM visits)}. And the same
   * question may be answered again by what was released before: the value must depend on released
   * and public values alone, not on what is left of the budget. What the clock shows is a literal
   * of the query.
   */
  public static void check(PlanContext context, RelNode released) {
    boolean budget = !FinishInput.names(released, FinishInput.Kind.VIRTUAL).isEmpty();
    boolean listed =
        FinishInput.names(released, FinishInput.Kind.RELEASED).stream()
            .anyMatch(name -> context.draft(name).queries().isEmpty());
    if (listed) {
      throw RelationMessages.listedBelowFrontier();
    } else if (budget) {
      throw RelationMessages.releasedBelowFrontier();
    }
    RexShuttle deterministic =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (call.getOperator().isDynamicFunction() || !call.getOperator().isDeterministic()) {
              throw ExpressionMessages.functionNotOffered(call.getOperator().getName());
            }
            return super.visitCall(call);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(deterministic);
        super.visit(node, ordinal, parent);
      }
    }.go(released);
  }

  /**
   * Whether only a check at run time ensures that there is a single released row. One of public
   * rows is done before anything is charged.
   */
  public static boolean isChecked(RelNode released) {
    boolean here =
        released instanceof Aggregate aggregate
            && !FinishInput.names(released, FinishInput.Kind.RELEASED).isEmpty()
            && aggregate.getAggCallList().stream()
                .anyMatch(call -> call.getAggregation().getKind() == SqlKind.SINGLE_VALUE);
    return here || released.getInputs().stream().anyMatch(FixedValues::isChecked);
  }
}
