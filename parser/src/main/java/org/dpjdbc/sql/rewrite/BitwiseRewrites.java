package org.dpjdbc.sql.rewrite;

import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * Bitwise operators of databases in which some bind more tightly than others; the grammar gives all
 * the same precedence.
 */
final class BitwiseRewrites {
  /** Shifts bind most, a common bit more than one of either. */
  private static final Map<String, Integer> TIGHTNESS = Map.of("<<", 3, ">>", 3, "&", 2, "|", 1);

  private BitwiseRewrites() {}

  /**
   * The call as it is.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException where the database reads it in another order
   */
  static Optional<SqlNode> ordered(SqlCall call) {
    String sign = call.getOperator().getName();
    if (call.operand(0) instanceof SqlCall left
        && left.getOperator() instanceof Bitwise first
        && tightness(first.getName()) < tightness(sign)
        && isBare(left)) {
      throw ParseMessages.bitsInParentheses(first.getName().replace("UNSIGNED ", ""), sign)
          .at(Position.of(call.getParserPosition()));
    }
    return Optional.of(call);
  }

  /** The same of numbers of 64 bits without a sign, where the result could have one. */
  static Optional<SqlNode> unsigned(SqlCall call) {
    return ordered(call)
        .map(
            known ->
                withoutSign(call.getOperator().getName())
                    .createCall(call.getParserPosition(), call.getOperandList()));
  }

  private static Bitwise withoutSign(String sign) {
    return switch (sign) {
      case "<<" -> Bitwise.UNSIGNED_LEFT;
      case ">>" -> Bitwise.UNSIGNED_RIGHT;
      default -> Bitwise.UNSIGNED_OR;
    };
  }

  private static int tightness(String sign) {
    return TIGHTNESS.getOrDefault(sign.replace("UNSIGNED ", ""), 0);
  }

  /** Whether no parentheses are around it: it begins where its first operand does. */
  private static boolean isBare(SqlCall call) {
    SqlParserPos whole = call.getParserPosition();
    SqlParserPos first = call.<SqlNode>operand(0).getParserPosition();
    return whole.getLineNum() == first.getLineNum() && whole.getColumnNum() == first.getColumnNum();
  }
}
