package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Rewrites functions for substrings and concatenation. Lengths, separators and padding are
 * constants.
 */
final class StringRewrites {
  /** The maximum length to which a string may be padded. */
  private static final int MAX_FILLED = 1_000;

  /** Longer than any string. */
  private static final int MAX_COUNT = 1_000_000;

  /** The last piece that can be asked for: each repeats the one before it. */
  private static final int MAX_PIECE = 4;

  private StringRewrites() {}

  /** {@code RIGHT(x, n)}. */
  static Optional<SqlNode> right(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode text = call.operand(0);
    return count(call.operand(1), 0, MAX_COUNT).map(n -> last(text, n, pos));
  }

  private static SqlNode last(SqlNode text, int count, SqlParserPos pos) {
    return from(
        text,
        SqlLibraryOperators.GREATEST.createCall(
            pos, plus(length(text, pos), 1L - count, pos), SqlNodes.number(1, pos)),
        pos);
  }

  /** {@code STRPOS(x, 'abc')}. */
  static Optional<SqlNode> positionIn(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(place(call.operand(1), call.operand(0), call.getParserPosition()))
        : Optional.empty();
  }

  /** {@code CONTAINS(x, 'abc')}. */
  static Optional<SqlNode> contains(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return positionIn(call)
        .map(
            place ->
                SqlStdOperatorTable.GREATER_THAN.createCall(pos, place, SqlNodes.number(0, pos)));
  }

  /** {@code ENDS_WITH(x, 'abc')} of a constant. */
  static Optional<SqlNode> end(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return SqlNodes.constant(call.operand(1))
        .map(
            suffix ->
                SqlStdOperatorTable.EQUALS.createCall(
                    pos,
                    last(call.operand(0), suffix.codePointCount(0, suffix.length()), pos),
                    call.operand(1)));
  }

  /** {@code LTRIM(x)}, or {@code LTRIM(x, 'c')} of one character: several are a set of them. */
  static FunctionRewrite trimmed(SqlTrimFunction.Flag side) {
    return call -> {
      SqlParserPos pos = call.getParserPosition();
      Optional<String> character =
          call.operandCount() == 1
              ? Optional.of(" ")
              : call.operandCount() == 2 ? SqlNodes.constant(call.operand(1)) : Optional.empty();
      return character
          .filter(one -> one.length() == 1)
          .map(
              one ->
                  SqlStdOperatorTable.TRIM.createCall(
                      pos, side.symbol(pos), SqlNodes.text(one, pos), call.operand(0)));
    };
  }

  /** {@code STARTS_WITH(x, 'abc')}. */
  static Optional<SqlNode> beginning(SqlCall call) {
    if (call.operandCount() != 2) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode prefix = call.operand(1);
    SqlNode length =
        SqlNodes.constant(prefix)
            .map(text -> SqlNodes.number(text.codePointCount(0, text.length()), pos))
            .orElseGet(() -> length(prefix, pos));
    return SqlNodes.mayBeRepeated(prefix)
        ? Optional.of(
            SqlStdOperatorTable.EQUALS.createCall(pos, first(call.operand(0), length, pos), prefix))
        : Optional.empty();
  }

  /** {@code LPAD(x, n, 'c')}, or with blanks. */
  static Optional<SqlNode> filledLeft(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return filling(call)
        .map(
            filling -> {
              SqlNode text = call.operand(0);
              return SqlNodes.cases(
                  List.of(
                      SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
                          pos, length(text, pos), call.operand(1))),
                  List.of(first(text, call.operand(1), pos)),
                  from(
                      SqlStdOperatorTable.CONCAT.createCall(pos, filling, text),
                      plus(length(text, pos), 1, pos),
                      pos),
                  pos);
            });
  }

  /** {@code RPAD(x, n, 'c')}, or with blanks. */
  static Optional<SqlNode> filledRight(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return filling(call)
        .map(
            filling ->
                first(
                    SqlStdOperatorTable.CONCAT.createCall(pos, call.operand(0), filling),
                    call.operand(1),
                    pos));
  }

  /** The padding character, repeated to the target length; longer padding is not supported. */
  private static Optional<SqlNode> filling(SqlCall call) {
    if (call.operandCount() < 2 || call.operandCount() > 3) {
      return Optional.empty();
    }
    Optional<String> character =
        call.operandCount() == 2 ? Optional.of(" ") : SqlNodes.constant(call.operand(2));
    return character
        .filter(one -> one.length() == 1)
        .flatMap(
            one ->
                count(call.operand(1), 1, MAX_FILLED)
                    .map(n -> SqlNodes.text(one.repeat(n), call.getParserPosition())));
  }

  /** Whether PostgreSQL puts values together as it shows them, and not as it casts them. */
  static boolean areOutput(String function) {
    return function.equals("CONCAT") || function.equals("CONCAT_WS");
  }

  /**
   * The call with operands that are not strings in casts to {@link DialectFunctionRewriter#SHOWN};
   * NULL is left out.
   */
  static SqlCall output(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    int first = call.getOperator().getName().equalsIgnoreCase("CONCAT") ? 0 : 1;
    List<SqlNode> shown = new ArrayList<>();
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode part = call.operand(i);
      if (part instanceof SqlLiteral bool && bool.getTypeName() == SqlTypeName.BOOLEAN) {
        shown.add(SqlNodes.text(bool.booleanValue() ? "t" : "f", pos));
      } else if (i < first || (part instanceof SqlLiteral && !SqlUtil.isNullLiteral(part, false))) {
        shown.add(part);
      } else if (!SqlUtil.isNullLiteral(part, false)) {
        shown.add(SqlNodes.shown(part, pos));
      } else if (first == 0) {
        shown.add(SqlNodes.cast(SqlNodes.text("", pos), SqlTypeName.VARCHAR, pos));
      }
    }
    if (shown.size() == first) {
      shown.add(SqlNodes.cast(SqlNodes.text("", pos), SqlTypeName.VARCHAR, pos));
    }
    return call.getOperator().createCall(pos, shown);
  }

  /** {@code CONCAT(a, b, …)}, which treats NULL as an empty string. */
  static Optional<SqlNode> joined(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return chain(
        call.getOperandList().stream()
            .map(
                part ->
                    part instanceof SqlLiteral && !SqlUtil.isNullLiteral(part, false)
                        ? part
                        : SqlStdOperatorTable.COALESCE.createCall(
                            pos, text(part, pos), SqlNodes.text("", pos)))
            .toList(),
        pos);
  }

  /** {@code CONCAT(a, b, …)}, which is NULL if one of them is. */
  static Optional<SqlNode> joinedIfKnown(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return chain(call.getOperandList().stream().map(part -> text(part, pos)).toList(), pos);
  }

  /** {@code CONCAT_WS(', ', a, b, …)}, which leaves out what is NULL. */
  static Optional<SqlNode> joinedBy(SqlCall call) {
    if (call.operandCount() < 2) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode separator = call.operand(0);
    List<SqlNode> parts = new ArrayList<>();
    for (SqlNode part : call.getOperandList().subList(1, call.operandCount())) {
      parts.add(
          SqlNodes.cases(
              List.of(SqlStdOperatorTable.IS_NULL.createCall(pos, part)),
              List.of(SqlNodes.text("", pos)),
              SqlStdOperatorTable.CONCAT.createCall(pos, separator, text(part, pos)),
              pos));
    }
    return SqlNodes.constant(separator)
        .flatMap(
            text ->
                chain(parts, pos)
                    .map(whole -> from(whole, SqlNodes.number(text.length() + 1L, pos), pos)));
  }

  /** {@code SPLIT_PART(x, '@', n)}, which is empty if there are fewer pieces. */
  static Optional<SqlNode> piece(SqlCall call) {
    if (call.operandCount() != 3) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode separator = call.operand(1);
    Optional<String> known = SqlNodes.constant(separator).filter(text -> !text.isEmpty());
    return known.flatMap(
        text ->
            count(call.operand(2), 1, MAX_PIECE)
                .map(
                    n -> {
                      SqlNode rest = call.operand(0);
                      for (int i = 1; i < n; i++) {
                        rest =
                            SqlNodes.cases(
                                List.of(isFound(separator, rest, pos)),
                                List.of(
                                    from(
                                        rest,
                                        plus(place(separator, rest, pos), text.length(), pos),
                                        pos)),
                                nothing(rest, pos),
                                pos);
                      }
                      SqlNode before =
                          SqlLibraryOperators.GREATEST.createCall(
                              pos,
                              plus(place(separator, rest, pos), -1, pos),
                              SqlNodes.number(0, pos));
                      return SqlNodes.cases(
                          List.of(isFound(separator, rest, pos)),
                          List.of(first(rest, before, pos)),
                          rest,
                          pos);
                    }));
  }

  /** An empty string, or NULL for NULL. */
  private static SqlNode nothing(SqlNode text, SqlParserPos pos) {
    return first(text, SqlNodes.number(0, pos), pos);
  }

  private static SqlNode isFound(SqlNode piece, SqlNode text, SqlParserPos pos) {
    return SqlStdOperatorTable.GREATER_THAN.createCall(
        pos, place(piece, text, pos), SqlNodes.number(0, pos));
  }

  private static SqlNode place(SqlNode piece, SqlNode text, SqlParserPos pos) {
    return SqlStdOperatorTable.POSITION.createCall(pos, piece, text);
  }

  private static SqlNode length(SqlNode text, SqlParserPos pos) {
    return SqlStdOperatorTable.CHAR_LENGTH.createCall(pos, text);
  }

  private static SqlNode plus(SqlNode number, long constant, SqlParserPos pos) {
    return constant < 0
        ? SqlStdOperatorTable.MINUS.createCall(pos, number, SqlNodes.number(-constant, pos))
        : SqlStdOperatorTable.PLUS.createCall(pos, number, SqlNodes.number(constant, pos));
  }

  private static SqlNode from(SqlNode text, SqlNode start, SqlParserPos pos) {
    return SqlStdOperatorTable.SUBSTRING.createCall(pos, text, start);
  }

  private static SqlNode first(SqlNode text, SqlNode count, SqlParserPos pos) {
    return SqlStdOperatorTable.SUBSTRING.createCall(pos, text, SqlNodes.number(1, pos), count);
  }

  private static SqlNode text(SqlNode value, SqlParserPos pos) {
    return value instanceof SqlLiteral ? value : SqlNodes.cast(value, SqlTypeName.VARCHAR, pos);
  }

  private static Optional<SqlNode> chain(List<SqlNode> parts, SqlParserPos pos) {
    return parts.size() < 2 && !parts.isEmpty()
        ? Optional.of(parts.get(0))
        : parts.stream()
            .reduce((first, second) -> SqlStdOperatorTable.CONCAT.createCall(pos, first, second));
  }

  private static Optional<Integer> count(SqlNode node, int min, int max) {
    return Optional.of(node)
        .filter(SqlNumericLiteral.class::isInstance)
        .map(literal -> ((SqlNumericLiteral) literal).bigDecimalValue())
        .filter(value -> value != null && value.stripTrailingZeros().scale() <= 0)
        .map(value -> value.longValue())
        .filter(value -> value >= min && value <= max)
        .map(Long::intValue);
  }
}
