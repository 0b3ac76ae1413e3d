package org.dpjdbc.run.finish.expression;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Blanks that fill a CHAR(n) to its length: they do not count in comparisons, and are removed when
 * the value becomes a VARCHAR, as in H2 and PostgreSQL. A literal keeps its blanks, although its
 * type is CHAR as well.
 */
public final class Padding {
  private Padding() {}

  /** Whether blanks at the end do not count in a comparison of the two. */
  public static boolean applies(RexNode left, RexNode right) {
    return isFixed(left) || isFixed(right);
  }

  /**
   * Whether values may have been filled with blanks. What is put together has none, and a choice
   * those of what is chosen from.
   */
  static boolean isFixed(RexNode node) {
    if (node.getType().getSqlTypeName() != SqlTypeName.CHAR || node instanceof RexLiteral) {
      return false;
    }
    return !(node instanceof RexCall call)
        || call.getKind() == SqlKind.CAST
        || (!call.getOperator().getName().equals("||")
            && call.getOperands().stream().anyMatch(Padding::isFixed));
  }

  /** Compares as {@link Values#compare}, without blanks at the end where padding applies. */
  static int compare(Object left, Object right, boolean padded) {
    return padded
        ? strip((String) left).compareTo(strip((String) right))
        : Values.compare(left, right);
  }

  /** The string without trailing blanks. */
  public static String strip(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
