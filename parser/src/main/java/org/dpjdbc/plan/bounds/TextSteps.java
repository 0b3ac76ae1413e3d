package org.dpjdbc.plan.bounds;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.validate.BackendOperators;

/**
 * The maximum cost of an operator on texts for one row: the characters that it reads, times the
 * length of the text searched for, because a database may start a comparison at each of them; plus
 * the characters that it copies.
 */
public final class TextSteps {
  /** Characters that are copied in the time in which one is looked at. */
  private static final int COPIED_AT_ONCE = 2;

  private final Emit emit;

  /** Counts for expressions of a builder's types. */
  public TextSteps(RexBuilder rex) {
    this.emit = new Emit(rex);
  }

  /** The steps of a call, without those of its operands; 0 if it is not an operator on texts. */
  public long of(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (call.getKind() == SqlKind.LIKE) {
      int pattern = length(operands.get(1));
      boolean fromFront =
          Constants.text(operands.get(1))
              .filter(text -> text.indexOf('%') < text.length() - 1 && text.indexOf('%') >= 0)
              .isEmpty();
      return fromFront ? pattern : longest(operands.get(0)) * Math.max(1, pattern);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.POSITION)) {
      return longest(operands.get(1)) * Math.max(1, length(operands.get(0)));
    }
    if (call.getOperator().equals(SqlStdOperatorTable.REPLACE)) {
      long length = longest(operands.get(0));
      long moved = emit.replacesInSquareTime() ? length * length / COPIED_AT_ONCE : 0;
      return length * Math.max(1, length(operands.get(1))) + longest(call) + moved;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      return longest(call);
    }
    if (call.getKind() == SqlKind.TRIM) {
      return longest(operands.get(2));
    }
    if (TextLengths.mapsCase(call)) {
      long length = longest(operands.get(0));
      return emit.mapsCaseInSquareTime()
          ? Math.max(length, length * length / COPIED_AT_ONCE)
          : length;
    }
    if (call.getOperator().equals(BackendOperators.CHAR_LENGTH)) {
      return longest(operands.get(0));
    }
    return call.getOperator().equals(SqlStdOperatorTable.SUBSTRING) ? longest(call) : 0;
  }

  private long longest(RexNode text) {
    return TextLengths.max(emit, text).orElse(TextLengths.LONGEST_STORED);
  }

  private static int length(RexNode literal) {
    Optional<String> text = Constants.text(literal);
    return text.map(String::length).orElse(LikeRule.MAX_LENGTH);
  }
}
