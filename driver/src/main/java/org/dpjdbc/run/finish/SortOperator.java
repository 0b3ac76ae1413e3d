package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.dpjdbc.run.finish.expression.Evaluation;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.rows.Rows;

/**
 * ORDER BY, OFFSET and FETCH. Rows that compare as equal stay in the order they came in, so that
 * one input always gives one output.
 *
 * @param offset rows to skip
 * @param fetch rows to return at most
 */
record SortOperator(Operator input, List<OrderKey> keys, long offset, long fetch)
    implements Operator {
  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    run.hold((long) rows.size() * Run.OVERHEAD);
    List<Integer> order = order(rows, IntStream.range(0, rows.size()).boxed().toList(), keys);
    int from = (int) Math.min(offset, rows.size());
    int to = from + (int) Math.min(fetch, rows.size() - from);
    RowCollector out = new RowCollector(rows.width(), run);
    for (int row : order.subList(from, to)) {
      run.step();
      out.add(rows.row(row));
    }
    return out.rows();
  }

  /** Row numbers in the order of the keys; those that compare as equal stay as they were. */
  static List<Integer> order(Rows rows, List<Integer> numbers, List<OrderKey> keys) {
    List<Integer> order = new ArrayList<>(numbers);
    if (!keys.isEmpty()) {
      order.sort(
          (left, right) -> {
            Evaluation.inner();
            return OrderKey.compare(keys, new Tuple.Of(rows, left), new Tuple.Of(rows, right));
          });
    }
    return order;
  }
}
