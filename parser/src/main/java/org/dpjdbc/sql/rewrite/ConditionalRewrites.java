package org.dpjdbc.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;

/** Rewrites functions to CASE and COALESCE, and the counts that are built from them. */
final class ConditionalRewrites {
  private ConditionalRewrites() {}

  /** {@code NVL(a, b)} and {@code IFNULL(a, b)}. */
  static Optional<SqlNode> coalesce(SqlCall call) {
    return call.operandCount() == 2
        ? Optional.of(
            SqlStdOperatorTable.COALESCE.createCall(
                call.getParserPosition(), call.getOperandList()))
        : Optional.empty();
  }

  /**
   * {@code LEAST(GREATEST(x, 0), 9)} and {@code GREATEST(LEAST(x, 9), 0)}, with x compared to each
   * end alone: then conditions tell the planner the bounds of what they let through. NULL if x is,
   * as GREATEST and LEAST are.
   */
  static Optional<SqlNode> clamp(SqlCall outer) {
    boolean minimum = isCall(outer, "LEAST");
    if (outer.operandCount() != 2 || !(minimum || isCall(outer, "GREATEST"))) {
      return Optional.empty();
    }
    for (int i = 0; i < 2; i++) {
      if (outer.operand(i) instanceof SqlCall inner
          && inner.operandCount() == 2
          && isCall(inner, minimum ? "GREATEST" : "LEAST")) {
        int end = ConstantRange.isConstant(inner.operand(0)) ? 0 : 1;
        SqlNode ofInner = inner.operand(end);
        SqlNode ofOuter = outer.operand(1 - i);
        SqlNode lower = minimum ? ofInner : ofOuter;
        SqlNode upper = minimum ? ofOuter : ofInner;
        SqlNode x = inner.operand(1 - end);
        // Where NULL is left out, the inner end stands in its place.
        boolean leftOut =
            x instanceof SqlCall known
                && known.getKind() == SqlKind.COALESCE
                && known.operandCount() == 2
                && known.operand(1).equalsDeep(ofInner, Litmus.IGNORE);
        SqlParserPos pos = outer.getParserPosition();
        SqlNode value = leftOut ? ((SqlCall) x).operand(0) : x;
        SqlNode otherwise =
            leftOut
                ? SqlNodes.cases(
                    List.of(SqlStdOperatorTable.IS_NULL.createCall(pos, value)),
                    List.of(ofInner),
                    SqlLiteral.createNull(pos),
                    pos)
                : SqlLiteral.createNull(pos);
        return ConstantRange.areOrdered(lower, upper) && SqlNodes.mayBeRepeated(inner)
            ? Optional.of(between(value, lower, upper, otherwise, pos))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isCall(SqlCall call, String name) {
    return call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase(name);
  }

  /** A value between two constants, in order; NULL if the value is. */
  static SqlNode between(SqlNode x, SqlNode lower, SqlNode upper, SqlParserPos pos) {
    return between(x, lower, upper, SqlLiteral.createNull(pos), pos);
  }

  private static SqlNode between(
      SqlNode x, SqlNode lower, SqlNode upper, SqlNode otherwise, SqlParserPos pos) {
    SqlNode inside =
        SqlStdOperatorTable.AND.createCall(
            pos,
            SqlStdOperatorTable.GREATER_THAN.createCall(pos, x, lower),
            SqlStdOperatorTable.LESS_THAN.createCall(pos, x, upper));
    return SqlNodes.cases(
        List.of(
            inside,
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(pos, x, lower),
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(pos, x, upper)),
        List.of(x, lower, upper),
        otherwise,
        pos);
  }

  /** {@code DECODE(x, a, 1, b, 2, 3)}, to which NULL is equal to NULL. */
  static Optional<SqlNode> decode(SqlCall call) {
    int count = call.operandCount();
    if (count < 3) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> conditions = new ArrayList<>();
    List<SqlNode> values = new ArrayList<>();
    for (int i = 1; i + 1 < count; i += 2) {
      conditions.add(
          SqlUtil.isNullLiteral(call.operand(i), false)
              ? SqlStdOperatorTable.IS_NULL.createCall(pos, call.<SqlNode>operand(0))
              : SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.createCall(
                  pos, call.operand(0), call.operand(i)));
      values.add(call.operand(i + 1));
    }
    SqlNode otherwise = count % 2 == 0 ? call.operand(count - 1) : SqlLiteral.createNull(pos);
    return Optional.of(SqlNodes.cases(conditions, values, otherwise, pos));
  }

  /** {@code IF(condition, a, b)}. */
  static Optional<SqlNode> condition(SqlCall call) {
    return call.operandCount() == 3
        ? Optional.of(
            SqlNodes.cases(
                List.of(call.operand(0)),
                List.of(call.operand(1)),
                call.operand(2),
                call.getParserPosition()))
        : Optional.empty();
  }

  /** {@code NVL2(x, a, b)}. */
  static Optional<SqlNode> known(SqlCall call) {
    if (call.operandCount() != 3) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        SqlNodes.cases(
            List.of(SqlStdOperatorTable.IS_NOT_NULL.createCall(pos, call.<SqlNode>operand(0))),
            List.of(call.operand(1)),
            call.operand(2),
            pos));
  }

  /** {@code COUNT_IF(condition)}. */
  static Optional<SqlNode> countIf(SqlCall call) {
    if (call.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        SqlStdOperatorTable.COUNT.createCall(
            pos,
            SqlNodes.cases(
                List.of(call.operand(0)),
                List.of(SqlNodes.number(1, pos)),
                SqlLiteral.createNull(pos),
                pos)));
  }

  /** {@code APPROX_COUNT_DISTINCT(x)}: the noise is an approximation, and no other is needed. */
  static Optional<SqlNode> countDistinct(SqlCall call) {
    if (call.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode counted = call.operand(0);
    return Optional.of(
        SqlStdOperatorTable.COUNT.createCall(SqlSelectKeyword.DISTINCT.symbol(pos), pos, counted));
  }
}
