package org.dpjdbc.plan.bounds;

import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.Messages;

/**
 * Comparisons. Both sides must be of one family of types: otherwise a database would convert one of
 * them, row by row, and could fail for a single one (or tell of it in a warning).
 */
final class Comparisons {
  private Comparisons() {}

  static Term compare(Analysis in, RexCall call) {
    for (RexNode operand : call.getOperands()) {
      refuseConvertedText(call, operand);
    }
    Term left = in.of(uncast(call.getOperands().get(0)));
    Term right = in.of(uncast(call.getOperands().get(1)));
    if (!comparable(left, right)) {
      throw Messages.mixedTypes(
          call.getOperator().getName(), typeName(left.node()), typeName(right.node()));
    }
    return Term.truth(
        call.clone(call.getType(), List.of(like(in, left, right), like(in, right, left))));
  }

  /** IN, BETWEEN and unions of ranges. */
  static Term search(Analysis in, RexCall call) {
    return in.of(Size.limited(RexUtil.expandSearch(in.emit().rex(), null, call)));
  }

  static Term notANumber(Analysis in, RexCall call) {
    Term operand = in.of(call.getOperands().get(0));
    return Term.truth(call.clone(call.getType(), List.of(operand.node())));
  }

  private static boolean comparable(Term left, Term right) {
    if (left.isNull() || right.isNull()) {
      return true;
    }
    Family a = left.family();
    Family b = right.family();
    return a != Family.OTHER
        && (a == b || (a.isNumeric() && b.isNumeric()) || (a.isDay() && b.isDay()));
  }

  /** A constant that is compared with a floating-point number is one itself. */
  private static RexNode like(Analysis in, Term side, Term other) {
    if (other.family() == Family.APPROXIMATE
        && side.family() == Family.EXACT
        && side.node() instanceof RexLiteral literal) {
      return Constants.number(literal).map(in.emit()::approximate).orElse(side.node());
    }
    return side.node();
  }

  private static void refuseConvertedText(RexCall comparison, RexNode operand) {
    if (operand.getKind() == SqlKind.CAST) {
      RexNode from = ((RexCall) operand).getOperands().get(0);
      if (Family.of(from.getType()) == Family.TEXT
          && Family.of(operand.getType()) != Family.TEXT
          && !(from instanceof RexLiteral)) {
        throw Messages.mixedTypes(
            comparison.getOperator().getName(), typeName(from), typeName(operand));
      }
    }
  }

  /**
   * Without a cast that keeps every value: the database compares exact numbers of any scale, and
   * texts as their types say.
   */
  private static RexNode uncast(RexNode operand) {
    if (operand.getKind() != SqlKind.CAST) {
      return operand;
    }
    RexNode from = ((RexCall) operand).getOperands().get(0);
    boolean keeps =
        Casts.keepsEveryNumber(from.getType(), operand.getType())
            || Casts.keepsEveryText(from.getType(), operand.getType());
    return keeps && !(from instanceof RexLiteral) ? from : operand;
  }

  private static String typeName(RexNode node) {
    return node.getType().getSqlTypeName().getName();
  }
}
