package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.core.JoinRelType;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A lateral join: the right side is evaluated anew for each row of the left side, whose columns it
 * reads under a name.
 *
 * @param variable the name of the left row, in expressions of the right side
 */
record CorrelateOperator(
    Operator left, int leftWidth, Operator right, int rightWidth, JoinRelType kind, String variable)
    implements Operator {

  @Override
  public Rows run(Run run) {
    Rows lefts = left.run(run);
    RowCollector out =
        new RowCollector(kind.projectsRight() ? leftWidth + rightWidth : leftWidth, run);
    for (int row = 0; row < lefts.size(); row++) {
      run.step();
      List<@Nullable Object[]> one = new ArrayList<>();
      one.add(lefts.row(row));
      Rows rights = run.with(variable, Rows.of(leftWidth, one)).whole(right);
      switch (kind) {
        case SEMI -> emitIf(rights.size() > 0, lefts, row, out);
        case ANTI -> emitIf(rights.size() == 0, lefts, row, out);
        default -> {
          emitPairs(lefts.row(row), rights, out, run);
          emitIf(kind == JoinRelType.LEFT && rights.size() == 0, lefts, row, out);
        }
      }
    }
    return out.rows();
  }

  private void emitPairs(@Nullable Object[] left, Rows rights, RowCollector out, Run run) {
    for (int other = 0; other < rights.size(); other++) {
      run.step();
      @Nullable Object[] pair = Arrays.copyOf(left, leftWidth + rightWidth);
      System.arraycopy(rights.row(other), 0, pair, leftWidth, rightWidth);
      out.add(pair);
    }
  }

  /** The left row, with NULL in the columns of the right side where it has them. */
  private void emitIf(boolean holds, Rows lefts, int row, RowCollector out) {
    if (holds) {
      out.add(
          Arrays.copyOf(lefts.row(row), kind.projectsRight() ? leftWidth + rightWidth : leftWidth));
    }
  }
}
