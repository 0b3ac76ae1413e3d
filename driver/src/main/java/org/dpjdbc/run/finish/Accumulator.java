package org.dpjdbc.run.finish;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The running state of one aggregate function over one group. */
interface Accumulator {
  /**
   * Takes one row's arguments, none of them NULL.
   *
   * @param arguments the values
   */
  void add(List<Object> arguments);

  /** Takes a row in which an argument is NULL. */
  default void addNull() {}

  /** The value so far; {@code null} is SQL NULL. */
  @Nullable Object result();
}
