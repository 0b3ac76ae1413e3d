package org.dpjdbc.run.finish;

import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/**
 * Counts the rows that pass between operators of Calcite's engine, which itself does not react to a
 * cancellation. Public only for generated code.
 */
public final class EnumerableMeter {
  private EnumerableMeter() {}

  /** The same rows, each a step of the run that this thread is in. */
  public static <T> Enumerable<T> of(Enumerable<T> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Counted<>(rows.enumerator());
      }
    };
  }

  private record Counted<T>(Enumerator<T> rows) implements Enumerator<T> {
    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      Run.inner();
      return rows.moveNext();
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
