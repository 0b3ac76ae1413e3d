package org.dpjdbc.run.finish;

import org.jspecify.annotations.Nullable;

/** A compiled window function. Stateless. */
@FunctionalInterface
interface CompiledWindowFunction {
  /** Begins a partition. */
  Column start(Partition partition);

  /** The function's values in one partition; asked for position by position, from 0. */
  @FunctionalInterface
  interface Column {
    @Nullable Object at(int position);
  }
}
