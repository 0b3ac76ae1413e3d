package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.Rows;
import org.jspecify.annotations.Nullable;

/** WHERE and HAVING: the rows for which the condition is true. */
record FilterOperator(Operator input, Expression condition) implements Operator {
  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    List<@Nullable Object[]> out = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      run.step(row);
      if (condition.holds(new Tuple.Of(rows, row))) {
        out.add(rows.row(row));
      }
    }
    return Rows.of(rows.width(), out);
  }
}
