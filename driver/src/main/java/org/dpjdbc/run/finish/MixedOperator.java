package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Rows with further columns, each computed by a unit of Calcite's engine. A unit fails as a whole
 * if one row has no value: then it runs row by row, and is NULL only for that row.
 *
 * @param width columns of the input
 * @param units each gives one column for the rows named {@link #INPUT}
 */
record MixedOperator(Operator input, int width, List<Operator> units) implements Operator {
  static final String INPUT = "rows";

  @Override
  public Rows run(Run run) {
    Rows rows = run.rows(input);
    List<@Nullable Object[]> out = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      out.add(Arrays.copyOf(rows.row(row), width + units.size()));
    }
    for (int unit = 0; unit < units.size(); unit++) {
      fill(units.get(unit), rows, width + unit, out, run);
    }
    return Rows.of(width + units.size(), out);
  }

  private void fill(Operator unit, Rows rows, int column, List<@Nullable Object[]> out, Run run) {
    Rows values = Undefined.orNull(() -> run.over(Map.of(INPUT, rows)).whole(unit));
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      out.get(row)[column] = values == null ? alone(unit, rows, row, run) : values.get(row, 0);
    }
  }

  private @Nullable Object alone(Operator unit, Rows rows, int row, Run run) {
    List<@Nullable Object[]> one = new ArrayList<>();
    one.add(rows.row(row));
    return Undefined.orNull(
        () -> run.over(Map.of(INPUT, Rows.of(width, one))).whole(unit).get(0, 0));
  }
}
