package org.dpjdbc.plan.model;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexShuttle;

/** Finds parameters that stand for values which are given when a plan is run. */
final class GivenValues {
  private GivenValues() {}

  /** Whether there is one in an expression of the relation or of those below. */
  static boolean standIn(RelNode rel) {
    boolean[] found = {false};
    rel.accept(
        new RexShuttle() {
          @Override
          public RexDynamicParam visitDynamicParam(RexDynamicParam value) {
            found[0] = true;
            return value;
          }
        });
    return found[0] || rel.getInputs().stream().anyMatch(GivenValues::standIn);
  }
}
