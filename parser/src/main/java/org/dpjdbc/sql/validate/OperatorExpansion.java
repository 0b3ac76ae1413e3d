package org.dpjdbc.sql.validate;

import java.util.IdentityHashMap;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.grammar.IntegerPart;
import org.dpjdbc.sql.grammar.Quotient;
import org.dpjdbc.sql.refusal.ParseMessages;

/**
 * Operators that no planner knows, written out in others once their operands have types. Most name
 * an operand several times, so that a few of them within each other would have no end.
 */
final class OperatorExpansion extends RexShuttle {
  /** Operators and operands of one expression. */
  private static final long MAX_SIZE = 20_000;

  private final RexBuilder rex;
  private final IdentityHashMap<RexNode, Long> sizes = new IdentityHashMap<>();

  private OperatorExpansion(RexBuilder rex) {
    this.rex = rex;
  }

  static RelNode of(RelNode query) {
    OperatorExpansion calls = new OperatorExpansion(query.getCluster().getRexBuilder());
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(calls);
          }
        });
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    if (!(visited instanceof RexCall known)) {
      return visited;
    } else if (call.getOperator().equals(WidthBucket.FUNCTION)) {
      return limited(WidthBucket.written(rex, known));
    } else if (call.getOperator() instanceof Bitwise) {
      return limited(BitwiseForms.written(rex, known, call));
    } else if (call.getOperator().equals(DistinctPairs.VALUE)) {
      return limited(DistinctPairs.written(rex, known));
    } else if (call.getOperator().equals(IntegerPart.FUNCTION)) {
      return wholePart(known);
    }
    return call.getOperator() instanceof Quotient
        ? limited(IntegerDivision.written(rex, known))
        : known;
  }

  private RexNode wholePart(RexCall call) {
    RexNode x = call.getOperands().get(0);
    return SqlTypeUtil.isIntType(x.getType())
        ? x
        : rex.makeCast(
            call.getType(), rex.makeCall(SqlStdOperatorTable.TRUNCATE, call.getOperands()));
  }

  private RexNode limited(RexNode written) {
    if (size(written) > MAX_SIZE) {
      throw ParseMessages.growsTooLarge();
    }
    return written;
  }

  /** As it is printed: a part that stands in several places counts in each. */
  private long size(RexNode node) {
    Long known = sizes.get(node);
    if (known != null) {
      return known;
    }
    long size = 1;
    if (node instanceof RexCall call) {
      long operands = call.getOperands().stream().mapToLong(this::size).sum();
      size += call.getOperator().equals(IntegerDivision.OPERATOR) ? 2 * operands : operands;
    }
    sizes.put(node, size);
    return size;
  }
}
