package org.dpjdbc.plan.pushdown;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.algebra.DpOperators;

/**
 * FLOOR of a date to a unit in the form that databases read, which expressions over private rows
 * are given already.
 */
final class DateForms {
  private DateForms() {}

  /** The form, whose operands are as they were; empty for any other call. */
  static Optional<RexNode> of(RexBuilder rex, RexCall call) {
    return call.getKind() == SqlKind.FLOOR && call.getOperands().size() == 2
        ? Optional.of(start(rex, call))
        : Optional.empty();
  }

  private static RexNode start(RexBuilder rex, RexCall call) {
    RexNode unit = call.getOperands().get(1);
    RexNode start =
        rex.makeCall(
            call.getType(),
            DpOperators.DATE_TRUNC,
            List.of(
                rex.makeFlag(DpOperators.symbol((RexLiteral) unit)), call.getOperands().get(0)));
    // Some databases make a timestamp of it.
    return rex.makeAbstractCast(call.getType(), start, false);
  }
}
