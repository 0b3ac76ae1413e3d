package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.run.finish.expression.Undefined;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Window functions: the columns of the input, in its order, then one column per function.
 *
 * @param width columns of the input
 */
record WindowOperator(Operator input, int width, List<Call> calls) implements Operator {

  /** A function over a window. */
  record Call(Partition.Arrangement arrangement, CompiledWindowFunction function) {}

  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    RowCollector out = new RowCollector(width + calls.size(), run);
    List<@Nullable Object[]> wide = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      run.hold((long) Run.OVERHEAD * (1 + calls.size()));
      wide.add(Arrays.copyOf(rows.row(row), width + calls.size()));
    }
    Map<Partition.Arrangement, List<Partition>> arranged = new HashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      List<Partition> partitions =
          arranged.computeIfAbsent(
              call.arrangement(), arrangement -> Partition.of(rows, arrangement, run));
      for (Partition partition : partitions) {
        fill(partition, call.function(), width + i, wide, run);
      }
    }
    wide.forEach(out::add);
    return out.rows();
  }

  private static void fill(
      Partition partition,
      CompiledWindowFunction function,
      int column,
      List<@Nullable Object[]> out,
      Run run) {
    CompiledWindowFunction.Column values = function.start(partition);
    for (int position = 0; position < partition.size(); position++) {
      run.step();
      int at = position;
      out.get(partition.row(at))[column] = Undefined.orNull(() -> values.at(at));
    }
  }
}
