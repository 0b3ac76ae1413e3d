package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.dpjdbc.run.Rows;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY, OFFSET and FETCH. Rows that compare as equal stay in the order they came in, so that
 * one input always gives one output.
 *
 * @param fetch rows to return at most
 * @param offset rows to skip
 */
record SortOperator(Operator input, RelCollation collation, long offset, long fetch)
    implements Operator {
  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    List<Integer> order = new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
    order.sort((left, right) -> compare(rows, left, right));
    int from = (int) Math.min(offset, rows.size());
    int to = from + (int) Math.min(fetch, rows.size() - from);
    List<@Nullable Object[]> out = new ArrayList<>();
    for (int row : order.subList(from, to)) {
      out.add(rows.row(row));
    }
    return Rows.of(rows.width(), out);
  }

  private int compare(Rows rows, int left, int right) {
    for (RelFieldCollation key : collation.getFieldCollations()) {
      int sign =
          compare(rows.get(left, key.getFieldIndex()), rows.get(right, key.getFieldIndex()), key);
      if (sign != 0) {
        return sign;
      }
    }
    return 0;
  }

  private static int compare(@Nullable Object left, @Nullable Object right, RelFieldCollation key) {
    if (left == null || right == null) {
      if (left == right) {
        return 0;
      }
      // As the plan says; where it leaves it open, NULL is above all values.
      int nulls =
          switch (key.nullDirection) {
            case FIRST -> -1;
            case LAST -> 1;
            case UNSPECIFIED -> key.getDirection().isDescending() ? -1 : 1;
          };
      return left == null ? nulls : -nulls;
    }
    int sign = Values.compare(left, right);
    return key.getDirection().isDescending() ? -sign : sign;
  }
}
