package org.dpjdbc.run.finish;

import java.util.List;
import java.util.function.Supplier;
import org.dpjdbc.run.finish.expression.Undefined;
import org.jspecify.annotations.Nullable;

/** An aggregate that is NULL if it is {@link Undefined}. */
final class TotalAccumulator implements Accumulator {
  private final Accumulator accumulator;
  private boolean undefined;

  private TotalAccumulator(Accumulator accumulator) {
    this.accumulator = accumulator;
  }

  static Supplier<Accumulator> of(Supplier<Accumulator> accumulators) {
    return () -> new TotalAccumulator(accumulators.get());
  }

  @Override
  public void add(List<Object> arguments) {
    try {
      accumulator.add(arguments);
    } catch (RuntimeException failure) {
      if (!Undefined.isMeantBy(failure)) {
        throw failure;
      }
      undefined = true;
    }
  }

  @Override
  public void addNull() {
    accumulator.addNull();
  }

  @Override
  public @Nullable Object result() {
    return undefined ? null : Undefined.orNull(accumulator::result);
  }
}
