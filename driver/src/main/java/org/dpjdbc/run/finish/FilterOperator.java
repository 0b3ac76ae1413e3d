package org.dpjdbc.run.finish;

import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.rows.Rows;

/** WHERE and HAVING: the rows for which the condition is true. */
record FilterOperator(Operator input, Expression condition) implements Operator {
  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    RowCollector out = new RowCollector(rows.width(), run);
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      if (condition.holds(new Tuple.Of(rows, row))) {
        out.add(rows.row(row));
      }
    }
    return out.rows();
  }
}
