package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * WITH RECURSIVE: a first part, and a second one over the rows that were added last, until it adds
 * none. Without ALL, a row is added once.
 *
 * @param name by which the second part knows the rows that were added last
 * @param nullable whether expressions of the second part are compiled for NULL in each column
 */
record RecursionOperator(
    Operator first, Operator second, String name, boolean all, List<Boolean> nullable)
    implements Operator {
  /** One that does not end is stopped before it takes long. */
  private static final int MAX_ROWS = 200_000;

  @Override
  public Rows run(Run run) {
    RowCollector out = new RowCollector(nullable.size(), run);
    Set<List<Object>> seen = new HashSet<>();
    Rows last = added(first.run(run), out, seen, run);
    while (last.size() > 0) {
      last = added(run.with(name, last).whole(second), out, seen, run);
    }
    return out.rows();
  }

  private Rows added(Rows rows, RowCollector out, Set<List<Object>> seen, Run run) {
    List<@Nullable Object[]> added = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      for (int column = 0; column < nullable.size(); column++) {
        if (!nullable.get(column) && rows.get(row, column) == null) {
          throw RunMessages.recursionNull();
        }
      }
      if (all || seen.add(SetOperator.key(rows, row))) {
        run.hold(
            all
                ? 0
                : SetOperator.OVERHEAD_OF_ROW + SetOperator.OVERHEAD_OF_VALUE * nullable.size());
        out.add(rows.row(row));
        added.add(rows.row(row));
        if (out.list().size() > MAX_ROWS) {
          throw RunMessages.recursionTooLong(MAX_ROWS);
        }
      }
    }
    return Rows.of(nullable.size(), added);
  }
}
