package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The maximum length of every string in a computation. The query, not the row, bounds the cost of a
 * row: otherwise a thousand concatenated copies of a long note would stop the statement only if
 * such a note exists. A string without a maximum length in the schema is truncated. Only
 * concatenation and replacement make strings longer, up to a limit.
 */
final class StringLengths {
  /**
   * The number of characters of a stored string that enter a computation; MySQL's TEXT has no more.
   */
  static final int LONGEST_STORED = 65_535;

  /**
   * The number of characters that enter a computation whose time is quadratic in them: a hundredth
   * of a second.
   */
  static final int LONGEST_IN_SQUARE_TIME = 4_096;

  /** The maximum length of a concatenated string: sixteen of the longest stored ones. */
  static final int LONGEST_COMPUTED = 1 << 20;

  /** The maximum length of a double, a date or a boolean as a string. */
  private static final int LONGEST_OF_SCALAR = 48;

  /** The factor by which case mapping can lengthen a string (Unicode, SpecialCasing). */
  static final int CASE_GROWTH = 3;

  private StringLengths() {}

  /** The string itself if its length is known, otherwise a prefix of it. */
  static RexNode bounded(Emit emit, RexNode text) {
    return max(emit, text).isPresent() ? text : first(emit, text, LONGEST_STORED);
  }

  /** The shortest prefix needed, if nothing limits the length of the string. */
  static RexNode beginning(Emit emit, RexNode text, int characters) {
    return max(emit, text).isPresent() || !emit.rereadsLongStrings()
        ? text
        : first(emit, text, characters);
  }

  /** What UPPER or LOWER is to be of: no more than they can map in a bounded time. */
  static RexNode toMapCase(Emit emit, RexNode text) {
    return inBoundedTime(emit, text, emit.mapsCaseInSquareTime());
  }

  /** What pieces of are to be replaced: no more than is done in a bounded time. */
  static RexNode toReplace(Emit emit, RexNode text) {
    return inBoundedTime(emit, text, emit.replacesInSquareTime());
  }

  private static RexNode inBoundedTime(Emit emit, RexNode text, boolean inSquareTime) {
    boolean isShort = max(emit, text).filter(n -> n <= LONGEST_IN_SQUARE_TIME).isPresent();
    return isShort || !inSquareTime
        ? bounded(emit, text)
        : first(emit, text, LONGEST_IN_SQUARE_TIME);
  }

  private static RexNode first(Emit emit, RexNode text, int characters) {
    return emit.call(
        emit.text(),
        SqlStdOperatorTable.SUBSTRING,
        text,
        emit.exact(BigDecimal.ONE),
        emit.exact(BigDecimal.valueOf(characters)));
  }

  /**
   * A string computed from bounded strings, in a type with its maximum length.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it can be too long
   */
  static RexNode limited(Emit emit, RexCall call) {
    long max = max(emit, call).map(Long::valueOf).orElse(Long.MAX_VALUE);
    if (max > LONGEST_COMPUTED) {
      throw ExpressionMessages.stringTooLong(call.getOperator().getName(), max, LONGEST_COMPUTED);
    }
    int declared = call.getType().getPrecision();
    return max > LONGEST_STORED || (declared >= max && declared <= LONGEST_STORED)
        ? call
        : call.clone(emit.text((int) Math.max(1, max)), call.getOperands());
  }

  /**
   * The maximum number of characters of a string, whatever the data; empty if nothing bounds it.
   */
  static Optional<Integer> max(Emit emit, RexNode node) {
    return longest(emit, node).filter(n -> n <= Integer.MAX_VALUE).map(Long::intValue);
  }

  private static Optional<Long> longest(Emit emit, RexNode node) {
    return switch (node.getKind()) {
      case LITERAL ->
          Constants.text(node).map(text -> (long) text.length()).or(() -> Optional.of(0L));
      case CASE -> ofChoice(emit, (RexCall) node);
      case TRIM -> longest(emit, ((RexCall) node).getOperands().get(2));
      case CAST, SAFE_CAST -> ofCast(emit, (RexCall) node);
      default -> node instanceof RexCall call ? ofCall(emit, call) : declared(emit, node);
    };
  }

  private static Optional<Long> declared(Emit emit, RexNode node) {
    int precision = node.getType().getPrecision();
    boolean known = precision >= 0 && precision <= LONGEST_STORED;
    return Optional.of(known ? (long) precision : emit.longestString())
        .filter(max -> max <= LONGEST_STORED);
  }

  private static Optional<Long> ofCast(Emit emit, RexCall cast) {
    RexNode from = cast.getOperands().get(0);
    if (ComparisonFamily.of(from.getType()) != ComparisonFamily.TEXT) {
      return Optional.of((long) LONGEST_OF_SCALAR);
    }
    Optional<Long> before = longest(emit, from);
    return before.isPresent() ? before : declared(emit, cast);
  }

  private static Optional<Long> ofCall(Emit emit, RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (mapsCase(call)) {
      return longest(emit, operands.get(0)).map(n -> CASE_GROWTH * n);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      Optional<Long> sum = Optional.of(0L);
      for (RexNode operand : operands) {
        sum = sum.flatMap(n -> longest(emit, operand).map(m -> n + m));
      }
      return sum;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.REPLACE)) {
      long piece =
          Constants.text(operands.get(1)).map(t -> t.codePointCount(0, t.length())).orElse(1);
      long instead = Constants.text(operands.get(2)).map(String::length).orElse(0);
      return longest(emit, operands.get(0))
          .map(n -> n + n / Math.max(1, piece) * Math.max(0, instead - piece));
    }
    if (call.getOperator().equals(SqlStdOperatorTable.SUBSTRING)) {
      Optional<Long> whole = longest(emit, operands.get(0));
      Optional<Long> part =
          operands.size() > 2
              ? Constants.integer(operands.get(2)).map(Long::valueOf)
              : Optional.empty();
      return part.map(n -> whole.map(m -> Math.min(n, m)).orElse(n)).or(() -> whole);
    }
    return declared(emit, call);
  }

  static boolean mapsCase(RexCall call) {
    return call.getOperator().equals(SqlStdOperatorTable.UPPER)
        || call.getOperator().equals(SqlStdOperatorTable.LOWER);
  }

  private static Optional<Long> ofChoice(Emit emit, RexCall choice) {
    Optional<Long> longest = Optional.of(0L);
    List<RexNode> operands = choice.getOperands();
    for (int i = 0; i < operands.size(); i++) {
      boolean isValue = i % 2 == 1 || i == operands.size() - 1;
      if (isValue) {
        RexNode value = operands.get(i);
        longest = longest.flatMap(n -> longest(emit, value).map(m -> Math.max(n, m)));
      }
    }
    return longest;
  }
}
