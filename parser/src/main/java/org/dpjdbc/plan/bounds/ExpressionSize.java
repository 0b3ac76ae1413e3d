package org.dpjdbc.plan.bounds;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The size of an expression when written out. Nodes may be shared (Calcite copies operands, as in
 * COALESCE), so a short query can be a huge tree: nodes are counted without recursion, and only up
 * to the limit.
 */
final class ExpressionSize {
  /** Larger expressions are refused, as such or because their total form is. */
  static final int MAX_NODES = 20_000;

  /** Deeper expressions are refused, well before they could exhaust the stack. */
  static final int MAX_DEPTH = 200;

  private ExpressionSize() {}

  private record Nested(RexNode node, int depth) {}

  static boolean isWithin(RexNode node, int limit) {
    Deque<Nested> open = new ArrayDeque<>();
    open.push(new Nested(node, 0));
    int count = 0;
    while (!open.isEmpty()) {
      Nested next = open.pop();
      count++;
      if (count > limit || next.depth() > 2 * MAX_DEPTH) {
        return false;
      }
      if (next.node() instanceof RexCall call) {
        for (RexNode operand : call.getOperands()) {
          open.push(new Nested(operand, next.depth() + 1));
        }
      }
    }
    return true;
  }

  /** The expression itself, refused if it is too large. */
  static RexNode limited(RexNode node) {
    if (!isWithin(node, MAX_NODES)) {
      throw ExpressionMessages.tooComplex();
    }
    return node;
  }
}
