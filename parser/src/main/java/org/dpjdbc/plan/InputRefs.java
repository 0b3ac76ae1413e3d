package org.dpjdbc.plan;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** References to columns in the types that the columns have once their expressions are total. */
final class InputRefs {
  private InputRefs() {}

  /** The expression over {@code rel}, whose columns may be wider than those it was written over. */
  static RexNode typed(RexBuilder rex, RelNode rel, RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return rex.makeInputRef(rel, ref.getIndex());
          }
        });
  }
}
