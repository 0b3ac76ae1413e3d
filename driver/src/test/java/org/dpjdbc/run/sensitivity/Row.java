package org.dpjdbc.run.sensitivity;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the private table.
 *
 * @param person index of its unit, or {@link #NOBODY}
 * @param values of the other columns, in the order of {@link Columns}
 */
record Row(int person, List<@Nullable Object> values) {
  /** The unit column is NULL. */
  static final int NOBODY = -1;

  /** With the unit told by its number. */
  @Override
  public String toString() {
    return (person == NOBODY ? "nobody" : "unit " + person)
        + " "
        + Arrays.toString(values.toArray());
  }
}
