package org.dpjdbc.run.sensitivity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A drawn row of T.
 *
 * @param person index of its unit, or {@link #NO_PERSON}
 * @param values of the other columns, in the order of {@link Columns}
 */
record Row(int person, List<@Nullable Object> values) {
  /** The unit column is NULL. */
  static final int NO_PERSON = -1;
}
