package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** To PostgreSQL, a backslash is the escape character of a {@code LIKE} that names none. */
final class LikeEscapes {
  private static final String BACKSLASH = "\\";

  private LikeEscapes() {}

  /**
   * The call with its escape character, where the pattern may have one.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException for a pattern that ends with it, which
   *     PostgreSQL refuses
   */
  static RexNode of(RexBuilder rex, RexCall call) {
    if (call.getKind() != SqlKind.LIKE || call.getOperands().size() != 2) {
      return call;
    }
    if (call.getOperands().get(1) instanceof RexLiteral literal) {
      String pattern = literal.isNull() ? "" : String.valueOf(literal.getValueAs(String.class));
      if (!pattern.contains(BACKSLASH)) {
        return call;
      }
      if (endsInEscape(pattern)) {
        throw ExpressionMessages.patternNotOffered();
      }
    }
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.add(rex.makeLiteral(BACKSLASH));
    return call.clone(call.getType(), operands);
  }

  private static boolean endsInEscape(String pattern) {
    int last = pattern.length();
    while (last > 0 && pattern.charAt(last - 1) == BACKSLASH.charAt(0)) {
      last--;
    }
    return (pattern.length() - last) % 2 == 1;
  }
}
