package org.dpjdbc.run.finish.expression;

import java.time.DateTimeException;
import java.util.function.Supplier;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A value that is undefined for the released values: a quotient whose divisor came out as 0, a root
 * of a negative number, a number out of range of its type, a string that is not a number. It is
 * NULL, only for that row. Noise decides whether a value is undefined, so a refusal would happen by
 * chance, after the charge, and lose all the other values.
 */
public final class Undefined {
  private Undefined() {}

  /** Whether a failure means that a value is undefined, rather than that the run must end. */
  public static boolean isMeantBy(RuntimeException failure) {
    if (failure instanceof RefusedException refusal) {
      return switch (refusal.code()) {
        case DIVISION_BY_ZERO, OUT_OF_RANGE, BAD_CAST, FINISH -> true;
        default -> false;
      };
    }
    return failure instanceof ArithmeticException || failure instanceof DateTimeException;
  }

  /** The value that an evaluation gives; NULL if it is undefined. */
  public static <T> @Nullable T orNull(Supplier<? extends @Nullable T> evaluation) {
    try {
      return evaluation.get();
    } catch (RuntimeException failure) {
      if (isMeantBy(failure)) {
        return null;
      }
      throw failure;
    }
  }
}
