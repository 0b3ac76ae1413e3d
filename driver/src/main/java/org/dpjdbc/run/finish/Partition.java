package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.run.finish.expression.Evaluation;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.run.rows.Rows;

/** The rows of one window partition, in the window's order; positions count from 0. */
final class Partition {
  private final Rows rows;
  private final List<Integer> numbers;
  private final int[] peersFrom;
  private final int[] peersTo;

  /** How a window parts and orders the rows. */
  record Arrangement(List<Expression> partition, List<OrderKey> order) {}

  private Partition(Rows rows, List<Integer> numbers, List<OrderKey> order) {
    this.rows = rows;
    this.numbers = numbers;
    this.peersFrom = new int[numbers.size()];
    this.peersTo = new int[numbers.size()];
    int from = 0;
    for (int position = 1; position <= numbers.size(); position++) {
      boolean peer =
          position < numbers.size()
              && OrderKey.compare(order, tuple(position - 1), tuple(position)) == 0;
      if (!peer) {
        for (int i = from; i < position; i++) {
          peersFrom[i] = from;
          peersTo[i] = position;
        }
        from = position;
      }
    }
  }

  /** The partitions of rows, in the order of their first rows. */
  static List<Partition> of(Rows rows, Arrangement arrangement, Run run) {
    Map<List<Object>, List<Integer>> groups = new LinkedHashMap<>();
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      Tuple tuple = new Tuple.Of(rows, row);
      List<Object> key = new ArrayList<>();
      for (Expression column : arrangement.partition()) {
        Object value = column.value(tuple);
        key.add(value == null ? Optional.empty() : Values.key(value));
      }
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
    }
    List<Partition> partitions = new ArrayList<>();
    for (List<Integer> numbers : groups.values()) {
      partitions.add(
          new Partition(
              rows, SortOperator.order(rows, numbers, arrangement.order()), arrangement.order()));
    }
    return partitions;
  }

  int size() {
    return numbers.size();
  }

  /** The number, in the input, of the row at a position. */
  int row(int position) {
    return numbers.get(position);
  }

  Tuple tuple(int position) {
    Evaluation.inner();
    return new Tuple.Of(rows, numbers.get(position));
  }

  /** The first of the positions that are tied with this one. */
  int peersFrom(int position) {
    return peersFrom[position];
  }

  /** The position after the last of those that are tied with this one. */
  int peersTo(int position) {
    return peersTo[position];
  }
}
