package org.dpjdbc.plan.bounds;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.Messages;
import org.dpjdbc.sql.RefusedException;

/**
 * LIKE with a literal pattern that a database matches without trying again and again: how long it
 * takes must not tell what a text holds. At most two percent signs, the second one at the end, and
 * few underscores.
 */
final class Patterns {
  private static final int MAX_LENGTH = 256;
  private static final int MAX_UNDERSCORES = 16;
  private static final int MAX_PERCENTS = 2;

  private Patterns() {}

  static Term like(Analysis in, RexCall call) {
    List<RexNode> operands = call.getOperands();
    Term text = in.of(operands.get(0));
    if (text.family() != Family.TEXT && !text.isNull()) {
      throw Messages.functionNotOffered(call.getOperator().getName());
    }
    String pattern = Constants.text(operands.get(1)).orElseThrow(Patterns::refusal);
    Optional<Character> escape = Optional.empty();
    if (operands.size() > 2) {
      escape =
          Optional.of(
              Constants.text(operands.get(2))
                  .filter(e -> e.length() == 1)
                  .map(e -> e.charAt(0))
                  .filter(e -> e != '%' && e != '_')
                  .orElseThrow(Patterns::refusal));
    }
    String plain = check(pattern, escape);
    RexNode literal = plain.equals(pattern) ? operands.get(1) : in.emit().rex().makeLiteral(plain);
    return Term.truth(
        operands.size() > 2
            ? call.clone(call.getType(), List.of(text.node(), literal, operands.get(2)))
            : in.emit().test(SqlStdOperatorTable.LIKE, text.node(), literal));
  }

  private static RefusedException refusal() {
    return Messages.patternNotOffered();
  }

  /** The pattern with runs of percent signs made one. */
  private static String check(String pattern, Optional<Character> escape) {
    StringBuilder plain = new StringBuilder();
    int percents = 0;
    int underscores = 0;
    boolean afterPercent = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean isPercent = c == '%';
      if (escape.isPresent() && c == escape.get()) {
        i++;
        if (i == pattern.length() || !isSpecial(pattern.charAt(i), c)) {
          throw refusal();
        }
        plain.append(c).append(pattern.charAt(i));
      } else if (c == '\\') {
        // Some databases take it for an escape character where none is named, others do not.
        throw refusal();
      } else if (!isPercent || !afterPercent) {
        plain.append(c);
        percents += isPercent ? 1 : 0;
        underscores += c == '_' ? 1 : 0;
      }
      afterPercent = isPercent;
    }
    boolean simple = percents < MAX_PERCENTS || afterPercent;
    if (percents > MAX_PERCENTS
        || !simple
        || underscores > MAX_UNDERSCORES
        || plain.length() > MAX_LENGTH) {
      throw refusal();
    }
    return plain.toString();
  }

  private static boolean isSpecial(char c, char escape) {
    return c == '%' || c == '_' || c == escape;
  }
}
