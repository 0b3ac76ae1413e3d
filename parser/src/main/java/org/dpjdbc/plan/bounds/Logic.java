package org.dpjdbc.plan.bounds;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** AND, OR, NOT and tests for truth and NULL. */
final class Logic {
  private Logic() {}

  static Term connective(Analysis in, RexCall call) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      operands.add(in.condition(operand));
    }
    return Term.bool(call.clone(call.getType(), operands));
  }

  static Term nullTest(Analysis in, RexCall call) {
    RexNode operand = in.of(call.getOperands().get(0)).node();
    return Term.bool(call.clone(call.getType(), List.of(operand)));
  }
}
