package org.dpjdbc.plan.model;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A cell for each public value of a column.
 *
 * @param type of the column
 * @param values all that are listed, in their runtime form; at least one, none of them NULL
 */
public record ListedCells(RelDataType type, List<KeyValue> values) implements Cells {
  /** Checks that there is something to choose. */
  public ListedCells {
    values = List.copyOf(values);
    if (values.isEmpty() || values.contains(KeyValue.NULL)) {
      throw new IllegalArgumentException("a list needs values");
    }
  }

  @Override
  public int cells() {
    return values.size();
  }

  @Override
  public KeyValue key(int cell) {
    return values.get(cell);
  }
}
