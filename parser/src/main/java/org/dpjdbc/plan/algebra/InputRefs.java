package org.dpjdbc.plan.algebra;

import java.util.List;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.dpjdbc.sql.refusal.AnalysisSteps;

/** References to columns in the types that the columns have once their expressions are total. */
public final class InputRefs {
  private InputRefs() {}

  /** The expression with something else in place of each reference. */
  public static RexNode replaced(RexNode expression, Function<RexInputRef, RexNode> by) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return by.apply(ref);
          }
        });
  }

  /** The expression over {@code rel}, whose columns may be wider than those it was written over. */
  public static RexNode typed(RexBuilder rex, RelNode rel, RexNode expression) {
    return replaced(expression, ref -> rex.makeInputRef(rel, ref.getIndex()));
  }

  /**
   * The expression over what a projection reads instead of over its columns. Written out it may be
   * twice as large for every projection that uses a column twice, so each part is a step of the
   * analysis.
   */
  public static RexNode past(RexNode expression, Project project) {
    if (project.containsOver()) {
      return RelOptUtil.pushPastProject(expression, project);
    }
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            AnalysisSteps.step();
            return super.visitCall(call);
          }

          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            AnalysisSteps.step();
            return project.getProjects().get(ref.getIndex());
          }
        });
  }

  /** As {@link #past(RexNode, Project)}, for each of some expressions. */
  public static List<RexNode> past(List<RexNode> expressions, Project project) {
    return expressions.stream().map(expression -> past(expression, project)).toList();
  }
}
