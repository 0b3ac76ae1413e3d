package org.dpjdbc.plan.bounds;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.sql.validate.BackendOperators;

/**
 * The maximum cost of a string operator for one row: the characters that it reads, times the bytes
 * of the search string, because a database may start a comparison at each character; plus the
 * characters that it copies. A step takes some nanoseconds.
 */
public final class StringCosts {
  /** Of what is moved as a whole, characters in one step. */
  private static final int MOVED_AT_ONCE = 2;

  /** Where case is mapped in the square of the time, characters that are copied in one step. */
  private static final int COPIED_AT_ONCE = 4;

  /** Steps for a character whose case is mapped by the rules of a language. */
  private static final int MAPPED = 16;

  /** How much dearer a comparison is with a pattern that has more than characters and ends. */
  private static final int WILD = 8;

  private static final int MAX_BYTES = 4;

  private final Emit emit;

  /** Counts for expressions of a builder's types. */
  public StringCosts(RexBuilder rex) {
    this.emit = new Emit(rex);
  }

  /** The cost of a call, without that of its operands; 0 if it is not a string operator. */
  public long of(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (call.getKind() == SqlKind.LIKE) {
      long pattern = bytes(operands.get(1));
      boolean isWild =
          operands.size() > 2
              || Constants.text(operands.get(1)).filter(text -> text.indexOf('_') < 0).isEmpty();
      boolean fromFront =
          Constants.text(operands.get(1))
              .filter(text -> text.indexOf('%') < text.length() - 1 && text.indexOf('%') >= 0)
              .isEmpty();
      return fromFront
          ? pattern
          : longest(operands.get(0)) * Math.max(1, pattern) * (isWild ? WILD : 1);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.POSITION)) {
      return longest(operands.get(1)) * Math.max(1, bytes(operands.get(0)));
    }
    if (call.getOperator().equals(SqlStdOperatorTable.REPLACE)) {
      long length = longest(operands.get(0));
      long moved = emit.replacesInSquareTime() ? length * length / MOVED_AT_ONCE : 0;
      return length * Math.max(1, bytes(operands.get(1))) + longest(call) + moved;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      return longest(call);
    }
    if (call.getKind() == SqlKind.TRIM) {
      return longest(operands.get(2));
    }
    if (StringLengths.mapsCase(call)) {
      long length = longest(operands.get(0));
      return emit.mapsCaseInSquareTime()
          ? Math.max(MAPPED * length, length * length / COPIED_AT_ONCE)
          : MAPPED * length;
    }
    if (call.getOperator().equals(BackendOperators.CHAR_LENGTH)) {
      return longest(operands.get(0));
    }
    return call.getOperator().equals(SqlStdOperatorTable.SUBSTRING) ? end(operands) : 0;
  }

  /** The position of the last character of a substring: the characters before it are counted. */
  private long end(List<RexNode> substring) {
    Optional<Integer> from = Constants.integer(substring.get(1));
    Optional<Integer> characters =
        substring.size() > 2 ? Constants.integer(substring.get(2)) : Optional.empty();
    long longest = longest(substring.get(0));
    return from.isPresent() && characters.isPresent()
        ? Math.max(0, Math.min(longest, (long) from.get() + characters.get()))
        : longest;
  }

  private long longest(RexNode text) {
    return StringLengths.max(emit, text).orElse(StringLengths.LONGEST_STORED);
  }

  private static long bytes(RexNode literal) {
    return Constants.text(literal)
        .map(text -> text.getBytes(StandardCharsets.UTF_8).length)
        .orElse(MAX_BYTES * LikeRule.MAX_LENGTH);
  }
}
