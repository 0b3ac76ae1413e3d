package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.core.JoinRelType;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Padding;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * A hash join on equalities; the rest of the condition is tested for each pair. Rows come in the
 * order of the left input, then of the right.
 *
 * @param keys the equalities; none for a nested loop
 * @param residue the rest of the condition, over the columns of both sides
 */
record JoinOperator(
    Operator left,
    int leftWidth,
    Operator right,
    int rightWidth,
    JoinRelType kind,
    List<Key> keys,
    Optional<Expression> residue)
    implements Operator {

  /**
   * An equality between an expression of the left row and one of the right.
   *
   * @param nullsMatch whether NULL is not distinct from NULL
   * @param padded whether blanks at the end do not count
   */
  record Key(Expression left, Expression right, boolean nullsMatch, boolean padded) {
    Object of(Object value) {
      return padded ? Padding.strip((String) value) : Values.key(value);
    }
  }

  @Override
  public Rows run(Run run) {
    return new Joining(left.run(run), right.run(run), run).rows();
  }

  /** The state of one run. */
  private final class Joining {
    private final Rows lefts;
    private final Rows rights;
    private final Run run;
    private final Map<List<Object>, List<Integer>> index = new HashMap<>();
    private final boolean[] matched;
    private final RowCollector out;

    Joining(Rows lefts, Rows rights, Run run) {
      this.lefts = lefts;
      this.rights = rights;
      this.run = run;
      this.matched = new boolean[rights.size()];
      this.out = new RowCollector(kind.projectsRight() ? leftWidth + rightWidth : leftWidth, run);
      run.hold((long) rights.size() * Run.OVERHEAD * (2 + keys.size()));
      for (int row = 0; row < rights.size(); row++) {
        int number = row;
        run.step();
        key(new Tuple.Of(rights, row), false)
            .ifPresent(key -> index.computeIfAbsent(key, k -> new ArrayList<>()).add(number));
      }
    }

    Rows rows() {
      for (int row = 0; row < lefts.size(); row++) {
        joinLeft(row);
      }
      if (kind.generatesNullsOnLeft()) {
        for (int row = 0; row < rights.size(); row++) {
          if (!matched[row]) {
            emit(new Tuple.Absent(), new Tuple.Of(rights, row));
          }
        }
      }
      return out.rows();
    }

    private void joinLeft(int row) {
      run.step();
      Tuple tuple = new Tuple.Of(lefts, row);
      boolean found = false;
      List<Integer> candidates =
          key(tuple, true).map(key -> index.getOrDefault(key, List.of())).orElse(List.of());
      for (int candidate : candidates) {
        run.step();
        Tuple other = new Tuple.Of(rights, candidate);
        if (residue.isPresent()
            && !residue.get().holds(new Tuple.Joined(tuple, leftWidth, other))) {
          continue;
        }
        found = true;
        if (!kind.projectsRight()) {
          break;
        }
        matched[candidate] = true;
        emit(tuple, other);
      }
      boolean alone =
          switch (kind) {
            case LEFT, FULL, ANTI -> !found;
            case SEMI -> found;
            default -> false;
          };
      if (alone) {
        emit(tuple, new Tuple.Absent());
      }
    }

    private Optional<List<Object>> key(Tuple tuple, boolean leftSide) {
      List<Object> values = new ArrayList<>(keys.size());
      for (Key key : keys) {
        Object value = (leftSide ? key.left() : key.right()).value(tuple);
        if (value == null && !key.nullsMatch()) {
          return Optional.empty();
        }
        values.add(value == null ? Optional.empty() : key.of(value));
      }
      return Optional.of(values);
    }

    private void emit(Tuple a, Tuple b) {
      @Nullable Object[] row =
          new @Nullable Object[kind.projectsRight() ? leftWidth + rightWidth : leftWidth];
      for (int column = 0; column < row.length; column++) {
        row[column] = column < leftWidth ? a.get(column) : b.get(column - leftWidth);
      }
      out.add(row);
    }
  }
}
