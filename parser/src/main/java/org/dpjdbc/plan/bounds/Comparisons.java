package org.dpjdbc.plan.bounds;

import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * Comparisons. Both sides must be of one family of types: otherwise a database would convert one of
 * them, row by row, and could fail for a single row (or reveal it in a warning).
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
      throw ExpressionMessages.mixedTypes(
          call.getOperator().getName(), typeName(left.node()), typeName(right.node()));
    }
    return Term.truth(
        call.clone(call.getType(), List.of(like(in, left, right), like(in, right, left))));
  }

  /** Whether one of two exact numbers could have too many digits in the scale of the other. */
  private static boolean tooLong(Analysis in, Term side, Term other) {
    int a = Family.scale(side.node().getType());
    int b = Family.scale(other.node().getType());
    return a != b
        && !(in.emit().canHave(side.hard().orElseThrow(), Math.max(a, b))
            && in.emit().canHave(other.hard().orElseThrow(), Math.max(a, b)));
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

  /**
   * A constant that is compared with a floating-point number is one itself, and both sides are
   * where no decimal could hold the one in the scale of the other; a date that is compared with a
   * timestamp must be one.
   */
  private static RexNode like(Analysis in, Term side, Term other) {
    boolean exact = side.family() == Family.EXACT && other.family() == Family.EXACT;
    if (exact && !side.isNull() && !other.isNull() && tooLong(in, side, other)) {
      return in.floating(side).node();
    }
    if (side.family() == Family.DATE && other.family() == Family.TIMESTAMP) {
      return DateShifts.ordinary(in, side).node();
    }
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
        throw ExpressionMessages.mixedTypes(
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
