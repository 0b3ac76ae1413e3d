package org.dpjdbc.run.finish;

import java.util.List;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/** SELECT list: one expression per column. */
record ProjectOperator(Operator input, List<Expression> columns) implements Operator {
  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    RowCollector out = new RowCollector(columns.size(), run);
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      out.add(project(new Tuple.Of(rows, row)));
    }
    return out.rows();
  }

  private @Nullable Object[] project(Tuple tuple) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int column = 0; column < values.length; column++) {
      values[column] = columns.get(column).value(tuple);
    }
    return values;
  }
}
