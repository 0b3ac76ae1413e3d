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
      refuseConvertedString(call, operand);
    }
    Term left = in.of(uncast(call.getOperands().get(0)));
    Term right = in.of(uncast(call.getOperands().get(1)));
    if (!comparable(left, right)) {
      throw ExpressionMessages.mixedTypes(
          call.getOperator().getName(), typeName(left.node()), typeName(right.node()));
    }
    return Term.bool(
        call.clone(call.getType(), List.of(like(in, left, right), like(in, right, left))));
  }

  /** Whether one of two exact numbers could have too many digits in the scale of the other. */
  private static boolean tooLong(Analysis in, Term side, Term other) {
    int a = ComparisonFamily.scale(side.node().getType());
    int b = ComparisonFamily.scale(other.node().getType());
    return a != b
        && !(in.emit().canHave(side.hard().orElseThrow(), Math.max(a, b))
            && in.emit().canHave(other.hard().orElseThrow(), Math.max(a, b)));
  }

  /** IN, BETWEEN and unions of ranges. */
  static Term search(Analysis in, RexCall call) {
    return in.of(ExpressionSize.limited(RexUtil.expandSearch(in.emit().rex(), null, call)));
  }

  static Term notANumber(Analysis in, RexCall call) {
    Term operand = in.of(call.getOperands().get(0));
    return Term.bool(call.clone(call.getType(), List.of(operand.node())));
  }

  private static boolean comparable(Term left, Term right) {
    if (left.isNull() || right.isNull()) {
      return true;
    }
    ComparisonFamily a = left.family();
    ComparisonFamily b = right.family();
    return a != ComparisonFamily.OTHER
        && (a == b || (a.isNumeric() && b.isNumeric()) || (a.isDay() && b.isDay()));
  }

  /**
   * A constant that is compared with a floating-point number is one itself, and both sides are
   * where no decimal could hold the one in the scale of the other; a date that is compared with a
   * timestamp must be one.
   */
  private static RexNode like(Analysis in, Term side, Term other) {
    boolean exact =
        side.family() == ComparisonFamily.EXACT && other.family() == ComparisonFamily.EXACT;
    if (exact && !side.isNull() && !other.isNull() && tooLong(in, side, other)) {
      return in.floating(side).node();
    }
    if (side.family() == ComparisonFamily.DATE && other.family() == ComparisonFamily.TIMESTAMP) {
      return DateShifts.ordinary(in, side).node();
    }
    if (other.family() == ComparisonFamily.APPROXIMATE
        && side.family() == ComparisonFamily.EXACT
        && side.node() instanceof RexLiteral literal) {
      return Constants.number(literal).map(in.emit()::approximate).orElse(side.node());
    }
    return side.node();
  }

  private static void refuseConvertedString(RexCall comparison, RexNode operand) {
    if (operand.getKind() == SqlKind.CAST) {
      RexNode from = ((RexCall) operand).getOperands().get(0);
      if (ComparisonFamily.of(from.getType()) == ComparisonFamily.TEXT
          && ComparisonFamily.of(operand.getType()) != ComparisonFamily.TEXT
          && !(from instanceof RexLiteral)) {
        throw ExpressionMessages.mixedTypes(
            comparison.getOperator().getName(), typeName(from), typeName(operand));
      }
    }
  }

  /**
   * Without a cast that keeps every value: the database compares exact numbers of any scale, and
   * strings as their types say.
   */
  private static RexNode uncast(RexNode operand) {
    if (operand.getKind() != SqlKind.CAST) {
      return operand;
    }
    RexNode from = ((RexCall) operand).getOperands().get(0);
    boolean keeps =
        Casts.keepsEveryNumber(from.getType(), operand.getType())
            || Casts.keepsEveryString(from.getType(), operand.getType());
    return keeps && !(from instanceof RexLiteral) ? from : operand;
  }

  private static String typeName(RexNode node) {
    return node.getType().getSqlTypeName().getName();
  }
}
