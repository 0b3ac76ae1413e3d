package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.run.rows.Rows;

/**
 * UNION, INTERSECT and EXCEPT, with ALL or without, over inputs of one row type. Rows keep the
 * order of the inputs; of equal rows the first stays.
 */
record SetOperator(Kind kind, boolean all, int width, List<Operator> inputs) implements Operator {
  /** What a row takes in a set besides its values, and what each of them does. */
  static final long OVERHEAD_OF_ROW = 2L * Run.OVERHEAD;

  static final long OVERHEAD_OF_VALUE = 24;

  /** Which set operation. */
  enum Kind {
    UNION,
    INTERSECT,
    MINUS
  }

  @Override
  public Rows run(Run run) {
    Rows result = inputs.get(0).run(run);
    if (kind == Kind.UNION && !all) {
      result = distinct(result, run);
    }
    for (Operator input : inputs.subList(1, inputs.size())) {
      Rows other = input.run(run);
      result = kind == Kind.UNION ? union(result, other, run) : keep(result, other, run);
    }
    return inputs.size() == 1 && !all ? distinct(result, run) : result;
  }

  private Rows union(Rows left, Rows right, Run run) {
    RowCollector out = new RowCollector(width, run);
    run.hold(all ? 0 : overhead(left) + overhead(right));
    Set<List<Object>> seen = new HashSet<>();
    for (Rows rows : List.of(left, right)) {
      for (int row = 0; row < rows.size(); row++) {
        run.step();
        if (all || seen.add(key(rows, row))) {
          out.add(rows.row(row));
        }
      }
    }
    return out.rows();
  }

  /**
   * With ALL, INTERSECT keeps a row as often as it is in both sides, and EXCEPT as often as it is
   * more frequent in the left than in the right.
   */
  private Rows keep(Rows left, Rows right, Run run) {
    run.hold(overhead(left) + overhead(right));
    Map<List<Object>, Integer> counts = new HashMap<>();
    for (int row = 0; row < right.size(); row++) {
      run.step();
      counts.merge(key(right, row), 1, Integer::sum);
    }
    RowCollector out = new RowCollector(width, run);
    Set<List<Object>> seen = new HashSet<>();
    for (int row = 0; row < left.size(); row++) {
      run.step();
      List<Object> key = key(left, row);
      int count = counts.getOrDefault(key, 0);
      if (all) {
        counts.put(key, count - 1);
      }
      boolean inRight = count > 0;
      if (inRight == (kind == Kind.INTERSECT) && (all || seen.add(key))) {
        out.add(left.row(row));
      }
    }
    return out.rows();
  }

  private static Rows distinct(Rows rows, Run run) {
    run.hold(overhead(rows));
    RowCollector out = new RowCollector(rows.width(), run);
    Set<List<Object>> seen = new HashSet<>();
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      if (seen.add(key(rows, row))) {
        out.add(rows.row(row));
      }
    }
    return out.rows();
  }

  /** What a set of rows takes besides: a key of every column for each. */
  private static long overhead(Rows rows) {
    return rows.size() * (OVERHEAD_OF_ROW + OVERHEAD_OF_VALUE * rows.width());
  }

  /** Equal for rows that are not distinct; NULL is not distinct from NULL. */
  static List<Object> key(Rows rows, int row) {
    List<Object> key = new ArrayList<>(rows.width());
    for (int column = 0; column < rows.width(); column++) {
      Object value = rows.get(row, column);
      key.add(value == null ? Optional.empty() : Values.key(value));
    }
    return key;
  }
}
