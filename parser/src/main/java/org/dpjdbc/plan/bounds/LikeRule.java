package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * LIKE with a literal pattern that a database matches without backtracking: the running time must
 * not disclose what a string contains. At most two percent signs, the second one at the end, and
 * few underscores. Two pieces, {@code %a%b%}, are searched for one after the other instead.
 */
final class LikeRule {
  private static final Pattern TWO_PIECES = Pattern.compile("%+([^%_\\\\]+)%+([^%_\\\\]+)%+");

  /** Characters of a pattern, or of a piece that is looked for: each may be compared with each. */
  static final int MAX_LENGTH = 256;

  private static final int MAX_UNDERSCORES = 16;
  private static final int MAX_PERCENTS = 2;

  private LikeRule() {}

  static Term like(Analysis in, RexCall call) {
    List<RexNode> operands = withoutUnusedEscape(call.getOperands());
    Term text = in.of(operands.get(0));
    if (text.family() != ComparisonFamily.TEXT && !text.isNull()) {
      throw ExpressionMessages.functionNotOffered(call.getOperator().getName());
    }
    String pattern = Constants.text(operands.get(1)).orElseThrow(LikeRule::refusal);
    Matcher pieces = TWO_PIECES.matcher(pattern);
    if (operands.size() == 2 && pieces.matches() && pattern.length() <= MAX_LENGTH) {
      return Term.bool(inOrder(in.emit(), bounded(in, text), pieces.group(1), pieces.group(2)));
    }
    Optional<Character> escape = Optional.empty();
    if (operands.size() > 2) {
      escape =
          Optional.of(
              Constants.text(operands.get(2))
                  .filter(e -> e.length() == 1)
                  .map(e -> e.charAt(0))
                  .filter(e -> e != '%' && e != '_')
                  .orElseThrow(LikeRule::refusal));
    }
    String plain = check(pattern, escape);
    // Only as many leading characters are read as the pattern has, and whether more follow.
    boolean fromFront = plain.indexOf('%') == plain.length() - 1 || plain.indexOf('%') < 0;
    RexNode searched =
        !fromFront || text.isNull()
            ? bounded(in, text)
            : StringLengths.beginning(in.emit(), text.node(), plain.length() + 1);
    RexNode literal = plain.equals(pattern) ? operands.get(1) : in.emit().rex().makeLiteral(plain);
    return Term.bool(
        operands.size() > 2
            ? call.clone(call.getType(), List.of(searched, literal, operands.get(2)))
            : in.emit().test(SqlStdOperatorTable.LIKE, searched, literal));
  }

  /** A pattern without backslashes is the same one whether these escape or not. */
  private static List<RexNode> withoutUnusedEscape(List<RexNode> operands) {
    boolean unused =
        operands.size() > 2
            && Constants.text(operands.get(2)).filter(e -> e.equals("\\")).isPresent()
            && Constants.text(operands.get(1)).filter(p -> p.indexOf('\\') < 0).isPresent();
    return unused ? operands.subList(0, 2) : operands;
  }

  private static RexNode bounded(Analysis in, Term text) {
    return text.isNull() ? text.node() : StringLengths.bounded(in.emit(), text.node());
  }

  /**
   * The string contains the first piece, and the second one after the end of its first occurrence.
   */
  private static RexNode inOrder(Emit emit, RexNode text, String first, String second) {
    RexNode zero = emit.exact(BigDecimal.ZERO);
    RexNode at = position(emit, first, text);
    RexNode behind =
        emit.call(
            emit.bigint(),
            SqlStdOperatorTable.PLUS,
            emit.cast(at, emit.bigint()),
            emit.exact(BigDecimal.valueOf(first.codePointCount(0, first.length()))));
    RexNode rest = emit.call(text.getType(), SqlStdOperatorTable.SUBSTRING, text, behind);
    return emit.test(
        SqlStdOperatorTable.AND,
        emit.test(SqlStdOperatorTable.GREATER_THAN, at, zero),
        emit.test(SqlStdOperatorTable.GREATER_THAN, position(emit, second, rest), zero));
  }

  private static RexNode position(Emit emit, String piece, RexNode text) {
    return emit.call(
        emit.type(SqlTypeName.INTEGER),
        SqlStdOperatorTable.POSITION,
        emit.rex().makeLiteral(piece),
        text);
  }

  private static RefusedException refusal() {
    return ExpressionMessages.patternNotOffered();
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
