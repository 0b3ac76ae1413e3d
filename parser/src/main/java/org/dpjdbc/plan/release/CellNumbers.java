package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.StoredColumn;
import org.dpjdbc.plan.model.EqualCells;
import org.dpjdbc.plan.model.LogLinearCells;
import org.dpjdbc.plan.model.RankGrid;

/**
 * The number of the cell that a measure lies in ({@link RankGrid#mark}), as the database computes
 * it: from integers, by comparisons with constants, a subtraction and a remainder of a number from
 * 0 on by a power of two or another constant, which is never 0. The measure is within its bounds
 * whatever the data, so that nothing overflows.
 */
final class CellNumbers {
  /** Of an expression that is written down some forty times: a column, multiplied and cast. */
  private static final int MAX_NODES = 5;

  private final RexBuilder rex;
  private final RankGrid grid;

  CellNumbers(RexBuilder rex, RankGrid grid) {
    this.rex = rex;
    this.grid = grid;
  }

  /**
   * Whether the SQL would be long: it repeats the expression of a measure for each size of a cell,
   * and whatever computes the columns that the measure reads.
   */
  boolean areLong(RelNode rows, RexNode measure) {
    return grid instanceof LogLinearCells
        && (isLong(measure)
            || RelOptUtil.InputFinder.bits(measure).asList().stream()
                .anyMatch(column -> StoredColumn.of(rows, column).isEmpty()));
  }

  private static boolean isLong(RexNode x) {
    if (x.getKind() == SqlKind.CASE) {
      List<RexNode> operands = ((RexCall) x).getOperands();
      return IntStream.range(0, operands.size())
          .anyMatch(i -> isValue(i, operands.size()) && isLong(operands.get(i)));
    }
    return x.nodeCount() > MAX_NODES;
  }

  /**
   * A measure's cases end in constants, whose cells are constants, or let through what is within
   * the bounds: each has its cell computed in it, so that no case is gone through twice.
   */
  RexNode of(RexNode x) {
    if (x.getKind() == SqlKind.CASE) {
      List<RexNode> branches = new ArrayList<>(((RexCall) x).getOperands());
      for (int i = 0; i < branches.size(); i++) {
        if (isValue(i, branches.size())) {
          branches.set(i, of(branches.get(i)));
        }
      }
      return rex.makeCall(x.getType(), SqlStdOperatorTable.CASE, branches);
    }
    if (x instanceof RexLiteral constant) {
      return constant.isNull() ? x : number(grid.mark(point(constant)), x);
    }
    return grid instanceof EqualCells equal ? equal(x, equal) : logLinear(x, (LogLinearCells) grid);
  }

  /** Conditions and values take turns, and the last is the value of ELSE. */
  private static boolean isValue(int operand, int operands) {
    return operand % 2 == 1 || operand == operands - 1;
  }

  private static BigInteger point(RexLiteral constant) {
    return Objects.requireNonNull(constant.getValueAs(BigDecimal.class)).toBigIntegerExact();
  }

  private RexNode equal(RexNode x, EqualCells cells) {
    RexNode above =
        cells.lower().signum() == 0 ? x : minus(x, x, rex.makeExactLiteral(exact(cells.lower())));
    return cells.size().equals(BigInteger.ONE)
        ? above
        : minus(x, above, rest(x, above, rex.makeExactLiteral(exact(cells.size()))));
  }

  /** Towards 0 on either side of it. */
  private RexNode logLinear(RexNode x, LogLinearCells cells) {
    RexNode above = minus(x, x, rest(x, x, size(x, cells, false)));
    if (cells.lower().signum() >= 0) {
      return above;
    }
    RexNode zero = number(BigInteger.ZERO, x);
    RexNode rest = rest(x, minus(x, zero, x), size(x, cells, true));
    RexNode below = rex.makeCall(x.getType(), SqlStdOperatorTable.PLUS, List.of(x, rest));
    return cells.upper().signum() <= 0
        ? below
        : choice(x, compared(SqlKind.LESS_THAN, x, BigInteger.ZERO), below, above);
  }

  /** Of the cell at x, which is on one side of 0. */
  private RexNode size(RexNode x, LogLinearCells cells, boolean below) {
    BigInteger nearest = below ? cells.upper().negate() : cells.lower();
    BigInteger furthest = below ? cells.lower().negate() : cells.upper();
    return size(
        x, cells, below, cells.logSize(nearest.max(BigInteger.ZERO)), cells.logSize(furthest));
  }

  /** Halved, so that few are compared with. */
  private RexNode size(RexNode x, LogLinearCells cells, boolean below, int from, int to) {
    if (from == to) {
      return number(BigInteger.ONE.shiftLeft(from), x);
    }
    int middle = (from + to + 1) / 2;
    BigInteger start = cells.from(middle);
    return choice(
        x,
        below
            ? compared(SqlKind.LESS_THAN_OR_EQUAL, x, start.negate())
            : compared(SqlKind.GREATER_THAN_OR_EQUAL, x, start),
        size(x, cells, below, middle, to),
        size(x, cells, below, from, middle - 1));
  }

  private RexNode compared(SqlKind how, RexNode x, BigInteger with) {
    return rex.makeCall(
        switch (how) {
          case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
          case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
          default -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
        },
        x,
        number(with, x));
  }

  private RexNode choice(RexNode of, RexNode condition, RexNode then, RexNode otherwise) {
    return rex.makeCall(
        of.getType(), SqlStdOperatorTable.CASE, List.of(condition, then, otherwise));
  }

  private RexNode minus(RexNode of, RexNode a, RexNode b) {
    return rex.makeCall(of.getType(), SqlStdOperatorTable.MINUS, List.of(a, b));
  }

  private RexNode rest(RexNode of, RexNode dividend, RexNode divisor) {
    return rex.makeCall(of.getType(), SqlStdOperatorTable.MOD, List.of(dividend, divisor));
  }

  private RexNode number(BigInteger value, RexNode like) {
    return rex.makeExactLiteral(exact(value), like.getType());
  }

  private static BigDecimal exact(BigInteger value) {
    return new BigDecimal(value);
  }
}
