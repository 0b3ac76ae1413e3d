package org.dpjdbc.sql.validate;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.dpjdbc.sql.grammar.Quotient;

/** Operators that no planner knows, written out in others once their operands have types. */
final class WrittenOut {
  private WrittenOut() {}

  static RelNode of(RelNode query) {
    RexBuilder rex = query.getCluster().getRexBuilder();
    RexShuttle calls =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode visited = super.visitCall(call);
            if (call.getOperator().equals(WidthBucket.FUNCTION)) {
              return WidthBucket.written(rex, (RexCall) visited);
            }
            return call.getOperator() instanceof Quotient
                ? WholeQuotients.written(rex, (RexCall) visited)
                : visited;
          }
        };
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(calls);
          }
        });
  }
}
