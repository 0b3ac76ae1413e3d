package org.dpjdbc.run.finish.expression;

import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/** One row, as an expression sees it. */
public interface Tuple {
  /** The value in a column, from 0; {@code null} is SQL NULL. */
  @Nullable Object get(int column);

  /** A row of rows. */
  record Of(Rows rows, int row) implements Tuple {
    @Override
    public @Nullable Object get(int column) {
      return rows.get(row, column);
    }
  }

  /** Two rows beside each other. */
  record Joined(Tuple left, int width, Tuple right) implements Tuple {
    @Override
    public @Nullable Object get(int column) {
      return column < width ? left.get(column) : right.get(column - width);
    }
  }

  /** A row that is not there: all NULL, as in an outer join. */
  record Absent() implements Tuple {
    @Override
    public @Nullable Object get(int column) {
      return null;
    }
  }
}
